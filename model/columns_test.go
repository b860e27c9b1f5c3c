package model

import (
	"reflect"
	"slices"
	"testing"
)

// elsewhere are the arrays of a model that have no entry for each mass or spring.
var elsewhere = []string{"Materials", "Groups", "Triangles"}

// Every array of a model is a column, or is known to be none: one that nobody listed
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

// Masses and springs are picked with all that they have, and what is nil stays nil.
func TestPickedMassesAndSprings(t *testing.T) {
	m, from := &Model{}, filled(5, 6)
	m.PickMasses(from, []uint32{4, 0, 4})
	m.PickSprings(from, []uint32{5, 2})
	want := &Model{RestPosition: []Vec3{{5}, {1}, {5}}, Mass: []float64{5, 1, 5}, Pin: []Pin{5, 1, 5}, Ends: []Ends{{0, 1}, {2, 3}}, RestLength: []float64{6, 3},
		MaterialOf: []uint16{6, 3}, ActuatorOf: []uint16{6, 3}, Own: []Coefficients{{6, 0}, {3, 0}}}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("picked %+v, want %+v", m, want)
	}
	from.Pin, from.Own = nil, nil
	m.PickMasses(from, []uint32{1})
	m.PickSprings(from, []uint32{1})
	if m.Pin != nil || m.Own != nil || len(m.ActuatorOf) != 1 {
		t.Errorf("of a model without pins and coefficients: %+v", m)
	}
}

// Models follow each other; what one of them lacks is zero there, and what all lack is not
// there. A spring that is added has zeros, too.
func TestModelsSideBySide(t *testing.T) {
	a, b := filled(2, 1), filled(1, 2)
	a.Pin, b.Own = nil, nil
	m := SideBySide("both", a, b)
	want := &Model{Name: "both", RestPosition: []Vec3{{1}, {2}, {1}}, Mass: []float64{1, 2, 1}, Pin: []Pin{0, 0, 1}, Ends: []Ends{{0, 1}, {0, 0}, {0, 0}},
		RestLength: []float64{1, 1, 2}, MaterialOf: []uint16{1, 1, 2}, ActuatorOf: []uint16{1, 1, 2}, Own: []Coefficients{{1, 0}, {}, {}}}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("side by side %+v, want %+v", m, want)
	}
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
	if want := []uint32{0, 1, 2, 3}; !slices.Equal(number, want) {
		t.Errorf("numbers %v, want %v", number, want)
	}
	if want := []Ends{{0, 1}, {1, 2}}; !slices.Equal(part.Ends, want) {
		t.Errorf("ends %v, want %v", part.Ends, want)
	}
	if !slices.Equal(part.Mass, []float64{2, 3, 4}) || !slices.Equal(part.ActuatorOf, []uint16{2, 3}) || !slices.Equal(part.Triangles, [][3]uint32{{0, 1, 2}}) {
		t.Errorf("part %+v", part)
	}
}
