package gpu

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

// loads put external forces on the device, for the passes wind and load: a
// record for each load, those on all masses first, and for each mass the
// numbers of the others, as incidence lists springs. On the device they take 44
// bytes per load, 4 per mass and 4 for each load on a listed mass; wind takes 4
// more per mass and 24 per triangle. In double, loads have second words: 88 bytes each.
type loads struct {
	record      *glx.Buffer // [loads]; SetParams writes it
	ofMass      *glx.Buffer // [masses + 1 + listed]
	triangle    *glx.Buffer // [triangles]; written at load only
	trianglesAt *glx.Buffer // [masses + 1 + 3 triangles]; written at load only
	listed      [][]uint32  // the masses of each load that is not on all, as uploaded
	masses      ranges.Ranges
	precision   options.Precision
	own         map[*glx.Buffer][]limits.Window // what each range has of the arrays; nil: nothing is divided
}

// loadRecords are words of the loads of a run: those on all masses, then the others
// with their masses.
func loadRecords(p *model.Params, l signalLayout, word options.Rounding) (common, own []shaders.Load, masses [][]uint32) {
	add := func(r shaders.Load, on []uint32) {
		if on == nil {
			common = append(common, r)
			return
		}
		own, masses = append(own, r), append(masses, on)
	}
	for i, f := range p.Forces {
		r := shaders.Load{Kind: shaders.LoadForce, Signal: uint32(l.force + i)}
		r.Px, r.Py, r.Pz = word.Of(f.Force)
		add(r, f.Masses)
	}
	for i, m := range p.Motors {
		r := shaders.Load{Kind: shaders.LoadMotor, Signal: uint32(l.motor + i), Damping: word(m.Damping), Limit: word(m.Limit)}
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

// newLoads allocates what the loads of a run need, and writes what stays the
// same; nil when there are none. On an error nothing stays allocated.
func newLoads(ctx *glx.Context, plan *plan, windows map[*glx.Buffer][]limits.Window) (*loads, error) {
	m, p, d := plan.onDevice(), &plan.first.ordered, plan.division
	if !p.Loaded() {
		return nil, nil
	}
	common, own, masses := loadRecords(p, plan.first.signals, options.FirstWord)
	_, words := plan.options.Precision.Words()
	l := &loads{masses: plan.masses(), precision: plan.options.Precision, own: windows}
	entries := l.masses.All + int64(l.masses.Number())*(1+ranges.LeastRange) // masses may change, their number does not
	if d == nil {
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
		{&l.record, "Load", words * int64(len(common)+len(own)) * int64(unsafe.Sizeof(shaders.Load{}))},
		{&l.ofMass, "LoadsOfMass", entries * 4},
		{&l.triangle, "Triangle", int64(len(m.Triangles)) * 12},
		{&l.trianglesAt, "TrianglesAt", int64(len(triangles.Entries)) * 4},
	} {
		wind := b.buffer == &l.triangle || b.buffer == &l.trianglesAt
		if wind && !p.Wind.Blows() || !wind && !p.Pulled() {
			continue
		}
		var err error
		newBuffer := ctx.NewBuffer
		if b.buffer == &l.ofMass || b.buffer == &l.trianglesAt { // passes get windows of them
			newBuffer = ctx.NewLongBuffer
		}
		if *b.buffer, err = newBuffer("hooke."+b.name, b.bytes); err != nil {
			l.release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if p.Wind.Blows() {
		glx.Upload(l.triangle, 0, m.Triangles)
		glx.Upload(l.trianglesAt, 0, triangles.Entries)
		if d != nil {
			windows[l.trianglesAt] = triangles.Windows
		}
	}
	return l, nil
}

// upload writes the loads of settings, which are as many, on as many masses,
// as those that the buffers were made for, and says how many are on all masses.
// Only when a load has moved to another mass does it take time by the number of
// masses.
func (l *loads) upload(s *settings) (onAll int) {
	if l == nil || l.record == nil {
		return 0
	}
	common, _, masses := loadRecords(&s.ordered, s.signals, options.FirstWord)
	glx.Upload(l.record, 0, options.InWords(l.precision, func(word options.Rounding) []shaders.Load {
		common, own, _ := loadRecords(&s.ordered, s.signals, word)
		return append(common, own...)
	}))
	if l.listed != nil && slices.EqualFunc(l.listed, masses, slices.Equal[[]uint32]) {
		return len(common)
	}
	l.listed = masses
	ofMass := ranges.NewLists(l.masses, ranges.LoadDegrees(int(l.masses.All), &s.ordered), func(first, end uint32, put func(mass, number uint32)) {
		for k, on := range masses {
			for _, i := range on {
				if i-first < end-first {
					put(i, uint32(len(common)+k))
				}
			}
		}
	})
	if l.own != nil {
		if l.own[l.ofMass] == nil {
			l.own[l.ofMass] = make([]limits.Window, len(ofMass.Windows))
		}
		copy(l.own[l.ofMass], ofMass.Windows) // passes know them already
	}
	glx.Upload(l.ofMass, 0, ofMass.Entries)
	return len(common)
}

func (l *loads) release() {
	if l != nil {
		for _, b := range []*glx.Buffer{l.record, l.ofMass, l.triangle, l.trianglesAt} {
			b.Release()
		}
	}
}

// sameLoads says whether buffers made for the loads of one run can hold those
// of another.
func sameLoads(a, b model.Params) bool {
	return slices.EqualFunc(a.Forces, b.Forces, func(x, y model.Force) bool { return sameSize(x.Masses, y.Masses) }) &&
		slices.EqualFunc(a.Motors, b.Motors, func(x, y model.Motor) bool { return sameSize(x.Masses, y.Masses) }) &&
		len(a.Handles) == len(b.Handles)
}

// sameSize says whether two lists of masses are as long; nil, all masses, is
// like itself only.
func sameSize(a, b []uint32) bool { return len(a) == len(b) && (a == nil) == (b == nil) }
