package settings

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Loads put external forces on the device, for the passes wind and load. They have a
// record for each load, first the loads on all masses, and a list of the numbers of the
// other loads on each mass, in the form of the lists of springs. On the device they take
// 44 bytes per load, 4 per mass and 4 for each load on a listed mass; wind takes 4 more
// per mass and 24 per triangle. A nil *Loads stands for a run without loads; it may be uploaded and released.
type Loads struct {
	Record      *glx.Buffer // [loads]; SetParams writes it; nil where only wind blows
	OfMass      *glx.Buffer // [masses + 1 + listed masses of all loads]; nil where only wind blows
	Triangle    *glx.Buffer // [triangles]; NewLoads alone writes it; nil without wind
	TrianglesAt *glx.Buffer // [masses + 1 + 3 triangles]; NewLoads alone writes it; nil without wind
	listed      [][]uint32  // as uploaded, the masses of each load that is not on all masses
	masses      ranges.Ranges
	own         map[*glx.Buffer][]limits.Window // windows of the ranges in the arrays; nil: nothing is divided
}

// loadRecords returns the loads of a run: those on all masses, then the others with their
// masses.
func loadRecords(p *model.Params, l SignalLayout) (common, own []shaders.Load, masses [][]uint32) {
	add := func(r shaders.Load, on []uint32) {
		if on == nil {
			common = append(common, r)
			return
		}
		own, masses = append(own, r), append(masses, on)
	}
	for i, f := range p.Forces {
		r := shaders.Load{Kind: shaders.LoadForce, Signal: uint32(l.Force + i)}
		r.Px, r.Py, r.Pz = inFloat32(f.Force)
		add(r, f.Masses)
	}
	for i, m := range p.Motors {
		r := shaders.Load{Kind: shaders.LoadMotor, Signal: uint32(l.Motor + i), Damping: float32(m.Damping), Limit: float32(m.Limit)}
		r.Px, r.Py, r.Pz = inFloat32(m.UnitAxis())
		add(r, m.Masses)
	}
	for _, h := range p.Handles {
		r := shaders.Load{Kind: shaders.LoadHandle, Stiffness: float32(h.Stiffness), Damping: float32(h.Damping)}
		r.Px, r.Py, r.Pz = inFloat32(h.Target)
		r.Qx, r.Qy, r.Qz = inFloat32(h.TargetVelocity)
		add(r, []uint32{h.Mass})
	}
	return common, own, masses
}

// inFloat32 returns a vector in single precision.
func inFloat32(v model.Vec3) (x, y, z float32) { return float32(v[0]), float32(v[1]), float32(v[2]) }

// NewLoads allocates the buffers of the loads of a run and writes the triangles, which stay
// the same. The model, and rows, the ranges of its masses, are as the device has them;
// windows takes in the windows of the ranges in these buffers, and is nil where nothing is
// divided. NewLoads returns nil when the run has no loads. On an error nothing stays
// allocated.
func NewLoads(ctx *glx.Context, m *model.Model, s *Settings, rows ranges.Ranges, windows map[*glx.Buffer][]limits.Window) (*Loads, error) {
	p := &s.Ordered
	if !p.Loaded() {
		return nil, nil
	}
	common, own, masses := loadRecords(p, s.Signals)
	l := &Loads{masses: rows, own: windows}
	entries := l.masses.All + int64(l.masses.Number())*(1+ranges.LeastRange) // the masses may change, but not how many they are
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
		{&l.Record, "Load", int64(len(common)+len(own)) * int64(unsafe.Sizeof(shaders.Load{}))},
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
		if b.buffer == &l.OfMass || b.buffer == &l.TrianglesAt { // passes read them through windows
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

// Upload writes the loads of settings, and returns how many of them are on all masses.
// The loads must be as many, on as many masses, as those for which the buffers were made;
// see SameLoads. The time grows with the number of masses at the first Upload, and later
// only when a load has moved to another mass.
func (l *Loads) Upload(s *Settings) (onAll int) {
	if l == nil || l.Record == nil {
		return 0
	}
	common, own, masses := loadRecords(&s.Ordered, s.Signals)
	glx.Upload(l.Record, 0, slices.Concat(common, own))
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
		copy(l.own[l.OfMass], ofMass.Windows) // it writes in place, since passes already have the slice
	}
	glx.Upload(l.OfMass, 0, ofMass.Entries)
	return len(common)
}

// Release frees the buffers. On nil it does nothing.
func (l *Loads) Release() {
	if l != nil {
		for _, b := range []*glx.Buffer{l.Record, l.OfMass, l.Triangle, l.TrianglesAt} {
			b.Release()
		}
	}
}

// SameLoads reports whether buffers that were made for the loads of one run can hold the loads
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

// sameSize reports whether two lists of masses have the same length. nil, which stands for
// all masses, is the same only as nil.
func sameSize(a, b []uint32) bool { return len(a) == len(b) && (a == nil) == (b == nil) }
