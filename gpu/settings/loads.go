package settings

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Loads put external forces on the device, for the passes wind and load: a
// record for each load, those on all masses first, and for each mass the
// numbers of the others, as incidence lists springs. On the device they take 44
// bytes per load, 4 per mass and 4 for each load on a listed mass; wind takes 4
// more per mass and 24 per triangle. In double, loads have second words: 88 bytes each.
type Loads struct {
	Record      *glx.Buffer // [loads]; SetParams writes it
	OfMass      *glx.Buffer // [masses + 1 + listed]
	Triangle    *glx.Buffer // [triangles]; written at load only
	TrianglesAt *glx.Buffer // [masses + 1 + 3 triangles]; written at load only
	listed      [][]uint32  // the masses of each load that is not on all, as uploaded
	masses      ranges.Ranges
	precision   options.Precision
	own         map[*glx.Buffer][]limits.Window // what each range has of the arrays; nil: nothing is divided
}

// loadRecords are words of the loads of a run: those on all masses, then the others
// with their masses.
func loadRecords(p *model.Params, l SignalLayout, word options.Rounding) (common, own []shaders.Load, masses [][]uint32) {
	add := func(r shaders.Load, on []uint32) {
		if on == nil {
			common = append(common, r)
			return
		}
		own, masses = append(own, r), append(masses, on)
	}
	for i, f := range p.Forces {
		r := shaders.Load{Kind: shaders.LoadForce, Signal: uint32(l.Force + i)}
		r.Px, r.Py, r.Pz = word.Of(f.Force)
		add(r, f.Masses)
	}
	for i, m := range p.Motors {
		r := shaders.Load{Kind: shaders.LoadMotor, Signal: uint32(l.Motor + i), Damping: word(m.Damping), Limit: word(m.Limit)}
		r.Px, r.Py, r.Pz = word.Of(m.UnitAxis())
		add(r, m.Masses)
	}
	for _, h := range p.Handles {
		r := shaders.Load{Kind: shaders.LoadHandle, Stiffness: word(h.Stiffness), Damping: word(h.Damping)}
		r.Px, r.Py, r.Pz = word.Of(h.Target)
		r.Qx, r.Qy, r.Qz = word.Of(h.TargetVelocity)
		add(r, []uint32{h.Mass})
	}
	return common, own, masses
}

// NewLoads allocates what the loads of a run need, for a model and ranges of its masses as
// the device has them, and writes what stays the same; nil when there are none. On an error nothing stays allocated.
func NewLoads(ctx *glx.Context, m *model.Model, s *Settings, precision options.Precision, rows ranges.Ranges, windows map[*glx.Buffer][]limits.Window) (*Loads, error) {
	p := &s.Ordered
	if !p.Loaded() {
		return nil, nil
	}
	common, own, masses := loadRecords(p, s.Signals, options.FirstWord)
	_, words := precision.Words()
	l := &Loads{masses: rows, precision: precision, own: windows}
	entries := l.masses.All + int64(l.masses.Number())*(1+ranges.LeastRange) // masses may change, their number does not
	if windows == nil {
		entries = l.masses.All + 1
	}
	for _, on := range masses {
		entries += int64(len(on))
	}
	var triangles ranges.Lists
	if p.Wind.Blows() {
		triangles = ranges.IncidentTriangles(m, l.masses, ranges.TriangleDegrees(m))
	}
	for _, b := range []struct {
		buffer **glx.Buffer
		name   string
		bytes  int64
	}{
		{&l.Record, "Load", words * int64(len(common)+len(own)) * int64(unsafe.Sizeof(shaders.Load{}))},
		{&l.OfMass, "LoadsOfMass", entries * 4},
		{&l.Triangle, "Triangle", int64(len(m.Triangles)) * 12},
		{&l.TrianglesAt, "TrianglesAt", int64(len(triangles.Entries)) * 4},
	} {
		wind := b.buffer == &l.Triangle || b.buffer == &l.TrianglesAt
		if wind && !p.Wind.Blows() || !wind && !p.LoadsMasses() {
			continue
		}
		var err error
		newBuffer := ctx.NewBuffer
		if b.buffer == &l.OfMass || b.buffer == &l.TrianglesAt { // passes get windows of them
			newBuffer = ctx.NewLongBuffer
		}
		if *b.buffer, err = newBuffer("hooke."+b.name, b.bytes); err != nil {
			l.Release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if p.Wind.Blows() {
		glx.Upload(l.Triangle, 0, m.Triangles)
		glx.Upload(l.TrianglesAt, 0, triangles.Entries)
		if windows != nil {
			windows[l.TrianglesAt] = triangles.Windows
		}
	}
	return l, nil
}

// Upload writes the loads of settings, which are as many, on as many masses,
// as those that the buffers were made for, and says how many are on all masses.
// Only when a load has moved to another mass does it take time by the number of
// masses.
func (l *Loads) Upload(s *Settings) (onAll int) {
	if l == nil || l.Record == nil {
		return 0
	}
	common, _, masses := loadRecords(&s.Ordered, s.Signals, options.FirstWord)
	glx.Upload(l.Record, 0, options.InWords(l.precision, func(word options.Rounding) []shaders.Load {
		common, own, _ := loadRecords(&s.Ordered, s.Signals, word)
		return append(common, own...)
	}))
	if l.listed != nil && slices.EqualFunc(l.listed, masses, slices.Equal[[]uint32]) {
		return len(common)
	}
	l.listed = masses
	ofMass := ranges.NewLists(l.masses, ranges.LoadDegrees(int(l.masses.All), &s.Ordered), func(first, end uint32, put func(mass, number uint32)) {
		for k, on := range masses {
			for _, i := range on {
				if i-first < end-first {
					put(i, uint32(len(common)+k))
				}
			}
		}
	})
	if l.own != nil {
		if l.own[l.OfMass] == nil {
			l.own[l.OfMass] = make([]limits.Window, len(ofMass.Windows))
		}
		copy(l.own[l.OfMass], ofMass.Windows) // passes know them already
	}
	glx.Upload(l.OfMass, 0, ofMass.Entries)
	return len(common)
}

// Release frees the buffers. A nil value is harmless.
func (l *Loads) Release() {
	if l != nil {
		for _, b := range []*glx.Buffer{l.Record, l.OfMass, l.Triangle, l.TrianglesAt} {
			b.Release()
		}
	}
}

// LoadCount is how many records the loads of a run take, without second words.
func LoadCount(p *model.Params) (count int) {
	p.EachLoad(func([]uint32) { count++ })
	return count
}

// SameLoads says whether buffers made for the loads of one run can hold those
// of another.
func SameLoads(a, b model.Params) bool {
	for _, t := range model.Terms(model.LoadTerm) {
		var of, other [][]uint32
		t.Lists(a, func(masses []uint32) { of = append(of, masses) })
		t.Lists(b, func(masses []uint32) { other = append(other, masses) })
		if !slices.EqualFunc(of, other, sameSize) {
			return false
		}
	}
	return true
}

// sameSize says whether two lists of masses are as long; nil, all masses, is
// like itself only.
func sameSize(a, b []uint32) bool { return len(a) == len(b) && (a == nil) == (b == nil) }
