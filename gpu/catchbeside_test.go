package gpu

import (
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// besideSteps are enough for masses to be caught, and to go on from there.
const besideSteps = 10

// slabs are thin boxes at these heights [m], wide enough for all.
func slabs(half float64, heights ...float64) (out []model.Contact) {
	for _, z := range heights {
		out = append(out, model.Contact{Shape: model.Box{Center: model.Vec3{0.2, 0.2, z}, Half: model.Vec3{1, 1, half}}, Stiffness: 60})
	}
	return out
}

// Masses that collide, and masses of cloth and rope of which contacts push edges and triangles,
// are caught by thin slabs as in the reference. The reference without collisions, or with
// contacts that push masses alone, is somewhere else.
func TestCaughtBesideCollisionsAndSpans(t *testing.T) {
	ctx := gltest.New(t)
	for name, build := range map[string]func() (m *model.Model, p, without model.Params, s *model.State){
		"collisions": func() (*model.Model, model.Params, model.Params, *model.State) {
			m, s, p := crowd(1, 5)
			p.Contacts = append(p.Contacts, slabs(5e-4, 0.11, 0.21, 0.31)...)
			other := p.Clone()
			other.Collision = model.Collision{}
			return m, p, other, s
		},
		"spans": func() (*model.Model, model.Params, model.Params, *model.State) {
			m, p, s := modeltest.OnSpikes()
			p.Contacts = append(p.Contacts, slabs(1e-4, -0.004, 0.002)...)
			other := p.Clone()
			for k := range other.Contacts {
				other.Contacts[k].Touches = model.TouchMasses
			}
			return m, p, other, s
		},
	} {
		m, p, without, s := build()
		reference := func(p model.Params) (*cpuref.State, model.Caught) {
			e, err := cpuref.New(m, p)
			must.Do(t, err)
			must.Do(t, e.Reset(s))
			must.Do(t, e.Step(besideSteps))
			caught, err := e.Caught()
			must.Do(t, err)
			return e.State(), caught
		}
		want, counted := reference(p)
		other, _ := reference(without)
		e, err := New(ctx, m, p, Options{Pipeline: options.Fused})
		must.Do(t, err)
		must.Do(t, e.Reset(s))
		got := after(t, e, besideSteps)
		caught, err := e.Caught()
		must.Do(t, err)
		e.Close()
		off, apart := 0.0, 0.0
		for i, x := range want.Position {
			off, apart = max(off, got.Position[i].Sub(x).Len()), max(apart, other.Position[i].Sub(x).Len())
		}
		if off > 1e-7 || apart < 1e-5 {
			t.Errorf("%s: %g m off the reference, which is %g m away without them", name, off, apart)
		}
		if caught != counted || counted.Count < 5 {
			t.Errorf("%s: counted %+v, want %+v, and at least 5", name, caught, counted)
		}
	}
}
