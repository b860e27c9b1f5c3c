package model

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"hooke/model/rod"
	"hooke/must"
)

// threadCounts are the numbers of threads on which results must not depend.
func threadCounts() []int { return []int{1, 2, 3, 7} }

// withThreads runs work with that many cores.
func withThreads(threads int, work func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	work()
}

// Every number comes once, in blocks that begin at multiples of BlockSize.
func TestBlocksCoverEverythingOnce(t *testing.T) {
	for _, threads := range threadCounts() {
		for _, count := range []int{0, 1, BlockSize - 1, BlockSize, BlockSize + 1, 5*BlockSize + 17} {
			seen := make([]int32, count)
			withThreads(threads, func() {
				InBlocks(count, func(block, first, last int) {
					if first != block*BlockSize || last <= first || last-first > BlockSize {
						t.Errorf("%d: block %d is %d to %d", count, block, first, last)
					}
					for i := first; i < last; i++ {
						atomic.AddInt32(&seen[i], 1)
					}
				})
			})
			for i, n := range seen {
				if n != 1 {
					t.Fatalf("%d threads: %d of %d was treated %d times", threads, i, count, n)
				}
			}
		}
	}
}

// A number in any block changes the fingerprint, and so does a block more.
func TestFingerprintSeesEveryBlock(t *testing.T) {
	const springs = 2*BlockSize + 5
	long := func(last int) *Model {
		return &Model{RestLength: make([]float64, last), Own: make([]Coefficients, last)}
	}
	seen := map[[32]byte]bool{Fingerprint(long(springs), Params{}): true, Fingerprint(long(2*BlockSize), Params{}): true}
	for _, at := range []int{0, BlockSize - 1, BlockSize, springs - 1} {
		rest, own := long(springs), long(springs)
		rest.RestLength[at], own.Own[at].Damping = 1, 1
		seen[Fingerprint(rest, Params{})], seen[Fingerprint(own, Params{})] = true, true
	}
	must.Be(t, len(seen), 2+2*4, "fingerprints of 10 models")
	// Padding between the fields of a struct is no number of the model.
	if !plain(reflect.TypeFor[Coefficients]()) || plain(reflect.TypeFor[struct {
		a uint8
		b float64
	}]()) || !plain(reflect.TypeFor[PathPoint]()) || plain(reflect.TypeFor[Material]()) {
		t.Error("structs are plain where all their bytes are numbers, and only there")
	}
}

// The first faults that are spelled out are the first of the model, whichever
// block was looked at first.
func TestFaultsComeInOrder(t *testing.T) {
	m := masses(4 * BlockSize)
	for i := len(m.Mass) - 1; i >= 0; i -= BlockSize / 8 {
		m.Mass[i] = -1
	}
	err := m.Validate().(interface{ Unwrap() []error }).Unwrap()
	if len(err) != maxFaults+1 {
		t.Fatalf("%d lines, want %d", len(err), maxFaults+1)
	}
	for i, line := range err[:maxFaults] {
		want := fmt.Sprintf(`model "masses": mass %d: mass is -1 kg; it must be positive, or 0 when it is pinned on all axes`, (i+1)*BlockSize/8-1)
		must.Hold(t, line.Error() == want, "line %d is %q, want %q", i, line, want)
	}
	if want := `model "masses": and 16 more faults`; err[maxFaults].Error() != want {
		t.Errorf("the last line is %q, want %q", err[maxFaults], want)
	}
}

// A pattern that no arrays could have is refused by name, and so is an array beside it.
func TestValidatePatterns(t *testing.T) {
	good := func() *Model {
		return &Model{Materials: []Material{{}, {Stiffness: 1}}, Pattern: &Pattern{Size: [3]int{4, 3, 2}, Spacing: 0.1, Mass: 1,
			Stencil: []Offset{{Dx: 1, RestLength: 0.1, Material: 1}, {Dx: -1, Dy: 1, RestLength: 0.1, Material: 1}}}}
	}
	must.Do(t, good().Validate())
	for want, change := range map[string]func(m *Model){
		"at least 1": func(m *Model) { m.Pattern.Size[1] = 0 },
		"in all":     func(m *Model) { m.Pattern.Size = [3]int{1 << 20, 1 << 20, 1 << 20} },
		"at most 2147483647": func(m *Model) {
			m.Pattern.Size = [3]int{1 << 15, 1 << 15, 1}
			m.Pattern.Stencil = append(m.Pattern.Stencil, Offset{Dy: 1, RestLength: 0.1, Material: 1})
		},
		"0 m apart":                      func(m *Model) { m.Pattern.Spacing = 0 },
		"mass is -1 kg":                  func(m *Model) { m.Pattern.Mass = -1 },
		"no mass of a higher number":     func(m *Model) { m.Pattern.Stencil[0].Dx = -1 },
		"removed springs":                func(m *Model) { m.Pattern.Stencil[0].Material = Removed },
		"material 7":                     func(m *Model) { m.Pattern.Stencil[0].Material = 7 },
		"rest length is -1 m":            func(m *Model) { m.Pattern.Stencil[1].RestLength = -1 },
		"entries of Ends beside":         func(m *Model) { m.Ends = []Ends{{0, 1}} },
		"entries of ActuatorOf beside":   func(m *Model) { m.ActuatorOf = []uint16{0} },
		"k and c by their material":      func(m *Model) { m.Materials[1] = Material{Frequency: 1} },
		"3 pins for 24 masses":           func(m *Model) { m.Pin = make([]Pin, 3) },
		"palette entry 0":                func(m *Model) { m.Materials[0].Stiffness = 1 },
		"group g: mass 24; masses are n": func(m *Model) { m.Groups = []Group{{"g", []uint32{24}}} },
	} {
		m := good()
		change(m)
		must.Say(t, "", m.Validate(), want)
	}
}

// Every field counts but the name, masses and numbers of materials.
func TestSameShape(t *testing.T) {
	made := func() *Model {
		return &Model{Name: "one", RestPosition: []Vec3{{1}, {2}}, Mass: []float64{1, 2}, Pin: []Pin{0, 1}, Radius: []float64{1, 2}, Body: []uint16{0, 1},
			Ends: []Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []Material{{}, {Stiffness: 1}}, Own: []Coefficients{{1, 2}},
			Groups: []Group{{Name: "a", Masses: []uint32{1}}}, Attachments: 1, ActuatorOf: []uint16{1}, Segments: []rod.Segment{{}},
			Triangles: [][3]uint32{{0, 1, 1}}, Skin: &Skin{}}
	}
	free := []string{"Name", "Mass", "Materials"}
	for i := range reflect.TypeFor[Model]().NumField() {
		field := reflect.TypeFor[Model]().Field(i)
		changed := made()
		v := reflect.ValueOf(changed).Elem().Field(i)
		switch {
		case field.Name == "Pattern":
			changed.Pattern = &Pattern{}
		case field.Name == "Skin":
			changed.Skin = nil
		case field.Name == "Mass":
			changed.Mass[0] = 7
		case field.Name == "Materials":
			changed.Materials[1].Stiffness = 7
		case v.Kind() == reflect.Slice:
			v.Set(v.Slice(0, 0))
		case v.Kind() == reflect.String:
			v.SetString("another")
		default:
			v.SetInt(7)
		}
		must.Be(t, SameShape(made(), changed), slices.Contains(free, field.Name), "with another %s: the same shape", field.Name)
	}
	other := made()
	other.RestPosition[1][2] = 1e-9
	must.Hold(t, !SameShape(made(), other), "another place is the same shape")
	other = made()
	other.Groups[0].Masses[0] = 0
	must.Hold(t, !SameShape(made(), other), "another group is the same shape")
}

// elsewhere are the arrays of a model that have no entry for each mass or spring.
var elsewhere = []string{"Materials", "Groups", "Triangles"}

// Every array of a model is a column, or is known to be none: an unlisted one
// would be lost where models are merged, welded, carved, ordered and cut into parts.
func TestColumnsHaveEveryArray(t *testing.T) {
	if got := unlisted(columns); len(got) > 0 {
		t.Errorf("%v are not among the columns", got)
	}
	without := slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.field == "Own" })
	if got := unlisted(without); !slices.Equal(got, []string{"Own"}) {
		t.Errorf("without the column Own: %v, want it", got)
	}
}

func unlisted(columns []column) (fields []string) {
	m := reflect.TypeFor[Model]()
	for i := range m.NumField() {
		f := m.Field(i)
		listed := slices.ContainsFunc(columns, func(c column) bool { return c.field == f.Name })
		if f.Type.Kind() == reflect.Slice && !listed && !slices.Contains(elsewhere, f.Name) {
			fields = append(fields, f.Name)
		}
	}
	return fields
}

// filled is a model of some masses and springs whose every entry of every column is its
// number plus 1, as far as that can be told.
func filled(masses, springs int) *Model {
	m := &Model{Name: "filled", Materials: make([]Material, springs+2)}
	for i := range masses {
		m.RestPosition = append(m.RestPosition, Vec3{float64(i + 1)})
		m.Mass, m.Pin = append(m.Mass, float64(i+1)), append(m.Pin, Pin(i+1))
	}
	for s := range springs {
		m.Ends = append(m.Ends, Ends{uint32(s % masses), uint32((s + 1) % masses)})
		m.RestLength, m.MaterialOf = append(m.RestLength, float64(s+1)), append(m.MaterialOf, uint16(s+1))
		m.ActuatorOf, m.Own = append(m.ActuatorOf, uint16(s+1)), append(m.Own, Coefficients{float64(s + 1), 0})
	}
	return m
}

// Masses and springs are picked with all their properties, and nil arrays stay nil.
func TestPickedMassesAndSprings(t *testing.T) {
	m, from := &Model{}, filled(5, 6)
	m.PickMasses(from, []uint32{4, 0, 4})
	m.PickSprings(from, []uint32{5, 2})
	want := &Model{RestPosition: []Vec3{{5}, {1}, {5}}, Mass: []float64{5, 1, 5}, Pin: []Pin{5, 1, 5}, Ends: []Ends{{0, 1}, {2, 3}}, RestLength: []float64{6, 3},
		MaterialOf: []uint16{6, 3}, ActuatorOf: []uint16{6, 3}, Own: []Coefficients{{6, 0}, {3, 0}}}
	must.Hold(t, reflect.DeepEqual(m, want), "picked %+v, want %+v", m, want)
	from.Pin, from.Own = nil, nil
	m.PickMasses(from, []uint32{1})
	m.PickSprings(from, []uint32{1})
	if m.Pin != nil || m.Own != nil || len(m.ActuatorOf) != 1 {
		t.Errorf("of a model without pins and coefficients: %+v", m)
	}
}

// Models follow each other. An array that one of them lacks is zero there, and an array that all lack stays
// nil. A spring that is added has zeros, too.
func TestModelsSideBySide(t *testing.T) {
	a, b := filled(2, 1), filled(1, 2)
	a.Pin, b.Own = nil, nil
	m := SideBySide("both", a, b)
	want := &Model{Name: "both", RestPosition: []Vec3{{1}, {2}, {1}}, Mass: []float64{1, 2, 1}, Pin: []Pin{0, 0, 1}, Ends: []Ends{{0, 1}, {0, 0}, {0, 0}},
		RestLength: []float64{1, 1, 2}, MaterialOf: []uint16{1, 1, 2}, ActuatorOf: []uint16{1, 1, 2}, Own: []Coefficients{{1, 0}, {}, {}}}
	must.Hold(t, reflect.DeepEqual(m, want), "side by side %+v, want %+v", m, want)
	m.AddSpring(Ends{0, 2}, 7, 1)
	if m.SpringCount() != 4 || m.Ends[3] != (Ends{0, 2}) || m.RestLength[3] != 7 || m.MaterialOf[3] != 1 || m.ActuatorOf[3] != 0 || m.Own[3] != (Coefficients{}) {
		t.Errorf("an added spring: %+v", m)
	}
	b.ActuatorOf = nil
	if b.AddSpring(Ends{0, 0}, 1, 1); b.ActuatorOf != nil || b.Own != nil {
		t.Errorf("an added spring makes arrays that were not there: %+v", b)
	}
}

// A part has the springs and triangles between its masses.
func TestPartOfAModel(t *testing.T) {
	m := filled(4, 4)
	m.Triangles = [][3]uint32{{0, 1, 2}, {1, 2, 3}}
	part, number := m.Part([]uint32{1, 2, 3})
	must.BeAll(t, number, []uint32{0, 1, 2, 3}, "numbers")
	must.BeAll(t, part.Ends, []Ends{{0, 1}, {1, 2}}, "ends")
	if !slices.Equal(part.Mass, []float64{2, 3, 4}) || !slices.Equal(part.ActuatorOf, []uint16{2, 3}) || !slices.Equal(part.Triangles, [][3]uint32{{0, 1, 2}}) {
		t.Errorf("part %+v", part)
	}
}
