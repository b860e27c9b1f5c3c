package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Masses that collide, and masses of cloth and rope of which contacts push edges and triangles,
// are caught by a thin slab as in the reference. The reference without collisions, or with
// contacts that push masses alone, is somewhere else.
func TestCaughtBesideCollisionsAndSpans(t *testing.T) {
	cloud, clouds, drifting := cputest.Cloud(400, 1, 1)
	cloth, spikes, falling := modeltest.OnSpikes()
	plain, smooth := clouds.Clone(), spikes.Clone()
	plain.Collision = model.Collision{}
	for k := range smooth.Contacts {
		smooth.Contacts[k].Touches = model.TouchMasses
	}
	middle := model.Vec3{}
	for _, x := range drifting.Position {
		middle = middle.Add(x.Mul(1.0 / 400))
	}
	for _, c := range []struct {
		name       string
		m          *model.Model
		p, without model.Params
		s          *model.State
		place      model.Vec3
		half       float64
	}{
		{"collisions", cloud, clouds, plain, drifting, middle, 1e-4},
		{"spans", cloth, spikes, smooth, falling, model.Vec3{0.2, 0.2, -0.004}, 1e-4},
	} {
		slab := model.Contact{Shape: model.Box{Center: c.place, Half: model.Vec3{9, 9, c.half}}, Stiffness: 60}
		c.p.Contacts = append(c.p.Contacts, slab)
		c.without.Contacts = append(c.without.Contacts, slab)
		run := func(e model.Engine, err error) (*model.State, model.Caught) {
			must.Do(t, err)
			return thrownBy(t, e, c.s, 10)
		}
		want, counted := run(cpuref.New(c.m, c.p))
		other, _ := run(cpuref.New(c.m, c.without))
		e, err := makeEngine[float32](c.m, c.p, Options{Threads: 2})
		got, caught := run(e, err)
		e.Close()
		off, apart := 0.0, 0.0
		for i, x := range want.Position {
			off, apart = max(off, got.Position[i].Sub(x).Len()), max(apart, other.Position[i].Sub(x).Len())
		}
		if off > 2e-6 || apart < 1e-5 {
			t.Errorf("%s: %g m off the reference, which is %g m away without them", c.name, off, apart)
		}
		if caught != counted || counted.Count < 3 {
			t.Errorf("%s: counted %+v, want %+v, and at least 3", c.name, caught, counted)
		}
	}
}
