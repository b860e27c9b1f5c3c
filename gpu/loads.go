package gpu

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// loads put external forces on the device, for the passes wind and load: a
// record for each load, those on all masses first, and for each mass the
// numbers of the others, as incidence lists springs. On the device they take 44
// bytes per load, 4 per mass and 4 for each load on a listed mass; wind takes 4
// more per mass and 24 per triangle. Their numbers are in single precision in every
// variant, as those of contacts; what changes with time has the engine's.
type loads struct {
	record      *glx.Buffer // [loads]; SetParams writes it
	ofMass      *glx.Buffer // [masses + 1 + listed]
	triangle    *glx.Buffer // [triangles]; written at load only
	trianglesAt *glx.Buffer // [masses + 1 + 3 triangles]; written at load only
	listed      [][]uint32  // the masses of each load that is not on all, as uploaded
}

// loadRecords are the loads of a run: those on all masses, then the others with
// their masses.
func loadRecords(p model.Params, l signalLayout) (common, own []shaders.Load, masses [][]uint32) {
	add := func(r shaders.Load, on []uint32) {
		if on == nil {
			common = append(common, r)
			return
		}
		own, masses = append(own, r), append(masses, on)
	}
	for i, f := range p.Forces {
		r := shaders.Load{Kind: shaders.LoadForce, Signal: uint32(l.force + i)}
		r.Px, r.Py, r.Pz = floats(f.Force)
		add(r, f.Masses)
	}
	for i, m := range p.Motors {
		r := shaders.Load{Kind: shaders.LoadMotor, Signal: uint32(l.motor + i), Damping: float32(m.Damping), Limit: float32(m.Limit)}
		r.Px, r.Py, r.Pz = floats(m.UnitAxis())
		add(r, m.Masses)
	}
	for _, h := range p.Handles {
		r := shaders.Load{Kind: shaders.LoadHandle, Stiffness: float32(h.Stiffness), Damping: float32(h.Damping)}
		r.Px, r.Py, r.Pz = floats(h.Target)
		r.Qx, r.Qy, r.Qz = floats(h.TargetVelocity)
		add(r, []uint32{h.Mass})
	}
	return common, own, masses
}

// newLoads allocates what the loads of a run need, and writes what stays the
// same; nil when there are none. On an error nothing stays allocated.
func newLoads(ctx *glx.Context, m *model.Model, p model.Params) (*loads, error) {
	if !p.Loaded() {
		return nil, nil
	}
	common, own, masses := loadRecords(p, signalLayoutOf(p))
	entries := m.MassCount() + 1
	for _, on := range masses {
		entries += len(on)
	}
	l := &loads{}
	for _, b := range []struct {
		buffer **glx.Buffer
		name   string
		bytes  int64
	}{
		{&l.record, "Load", int64(len(common)+len(own)) * int64(unsafe.Sizeof(shaders.Load{}))},
		{&l.ofMass, "LoadsOfMass", int64(entries) * 4},
		{&l.triangle, "Triangle", int64(len(m.Triangles)) * 12},
		{&l.trianglesAt, "TrianglesAt", int64(m.MassCount()+1+3*len(m.Triangles)) * 4},
	} {
		wind := b.buffer == &l.triangle || b.buffer == &l.trianglesAt
		if wind && !p.Wind.Blows() || !wind && !p.Pulled() {
			continue
		}
		var err error
		if *b.buffer, err = ctx.NewBuffer("hooke."+b.name, b.bytes); err != nil {
			l.release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if p.Wind.Blows() {
		glx.Upload(l.triangle, 0, m.Triangles)
		glx.Upload(l.trianglesAt, 0, incidentTriangles(m))
	}
	return l, nil
}

// upload writes the loads of parameters p, which are as many, on as many masses,
// as those that the buffers were made for, and says how many are on all masses.
// Only when a load has moved to another mass does it take time by the number of
// masses.
func (l *loads) upload(m *model.Model, p model.Params) (onAll int) {
	if l == nil || l.record == nil {
		return 0
	}
	common, own, masses := loadRecords(p, signalLayoutOf(p))
	glx.Upload(l.record, 0, append(common, own...))
	if l.listed != nil && slices.EqualFunc(l.listed, masses, slices.Equal[[]uint32]) {
		return len(common)
	}
	l.listed = masses
	glx.Upload(l.ofMass, 0, byMass(m.MassCount(), func(add func(mass, number uint32)) {
		for k, on := range masses {
			for _, i := range on {
				add(i, uint32(len(common)+k))
			}
		}
	}))
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

// incidentTriangles lists for each mass the triangles at it, ascending.
func incidentTriangles(m *model.Model) []shaders.Incidence {
	return byMass(m.MassCount(), func(add func(mass, number uint32)) {
		for t, corners := range m.Triangles {
			for _, i := range corners {
				add(i, uint32(t))
			}
		}
	})
}

// byMass lists numbers by mass, as shaders.Incidence says. each names every
// pair, and is called twice; the numbers of a mass keep that order.
func byMass(masses int, each func(add func(mass, number uint32))) []shaders.Incidence {
	first := make([]uint32, masses+1)
	total := 0
	each(func(mass, _ uint32) {
		first[mass+1]++
		total++
	})
	entries := make([]shaders.Incidence, masses+1+total)
	for i := range first {
		if i > 0 {
			first[i] += first[i-1]
		}
		entries[i].Entry = uint32(masses+1) + first[i]
	}
	each(func(mass, number uint32) {
		entries[uint32(masses+1)+first[mass]].Entry = number
		first[mass]++
	})
	return entries
}
