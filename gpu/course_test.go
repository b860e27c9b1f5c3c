package gpu

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// movingCase is a drivenCase among contacts of every shape, of which one stands still.
func movingCase(t *testing.T) (*model.Model, model.Params, *model.State) {
	t.Helper()
	m, p, state := drivenCase(7, 200, 1200)
	p.DT /= 4
	at := func(x, y, z float64) model.Vec3 { return model.Vec3{x, y, z} }
	span := 60 * p.DT // over which things move by some tenths
	solid := model.Contact{Stiffness: 60, Damping: 0.02, StaticFriction: 0.5, KineticFriction: 0.4}
	add := func(shape model.Shape, course *model.Course) {
		solid.Shape, solid.Course = shape, course
		p.Contacts = append(p.Contacts, solid)
	}
	p.Contacts[0].Course = &model.Course{Belt: at(0.3/span, 0, 0), Path: model.Path{Amplitude: at(0, 0, 0.05), Frequency: 1 / span}}
	// Containers catch no mass, and so a step is what its passes make.
	p.Contacts[1].Inside, solid.Inside = true, true
	add(model.Sphere{Center: at(0.5, 0.6, 0.4), Radius: 0.6}, &model.Course{Spin: at(1/span, -1/span, 0), Pivot: &model.Vec3{0.3, 0.3, 0.3}})
	add(model.Box{Center: at(0.5, 0.6, 0.5), Half: at(0.4, 0.5, 0.45)}, &model.Course{Spin: at(0, 0.5/span, 1/span),
		Rate: model.Curve{At: []float64{0, span}, Value: []float64{0.5, 1.5}}, Belt: at(0, 0, 0.2/span)})
	add(model.Capsule{A: at(0.1, 0.4, 0.5), B: at(0.8, 0.6, 0.7), Radius: 0.4}, &model.Course{Spin: at(0.7/span, 0, 0),
		Path: model.Path{Table: []model.PathPoint{{}, {Time: span, Offset: at(0.1, -0.1, 0)}}}})
	add(model.Box{Center: at(0.5, 0.5, 0.5), Half: at(0.5, 0.5, 0.5), Orientation: mgl64.QuatRotate(0.3, at(1, 0, 0))}, &model.Course{Path: model.Path{Velocity: at(0.3/span, 0, 0)}})
	return m, p, state
}

// Among contacts that move, states are the reference's, in each pipeline and
// precision and with each integrator; the short form has three of these. Contacts whose velocity or place is dropped are seen.
func TestMovingContactsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, p, state := movingCase(t)
	for _, c := range []struct {
		precision   options.Precision
		pipelines   []string
		integrators []model.Integrator
		tolerance   float64
	}{
		{options.Single, []string{options.TwoPass}, []model.Integrator{model.SymplecticEuler, model.ExplicitEuler}[:longOr(1, 2)], 2e-4},
		{options.Single, []string{options.Fused}, []model.Integrator{model.RK4, model.VelocityVerlet}[:longOr(1, 2)], 2e-4},
		{options.Double, []string{options.Fused}, []model.Integrator{model.SymplecticEuler}, 1e-9},
	} {
		for _, integrator := range c.integrators {
			p.Integrator = integrator
			ref := movedReference(t, m, p, state)
			for _, pipeline := range c.pipelines {
				e, err := New(ctx, m, p, Options{Pipeline: pipeline, Precision: c.precision})
				must.Do(t, err)
				must.Do(t, e.Reset(state))
				must.Do(t, e.Step(37))
				must.Do(t, e.Step(63))
				var got model.State
				must.Do(t, e.ReadState(&got))
				e.Close()
				if worst := changeOf(state.Position, ref.Position, got.Position); worst > c.tolerance {
					t.Errorf("%v, %v, %s: positions are off by %.2g of what they changed", integrator, c.precision, pipeline, worst)
				}
			}
		}
	}
	// The tolerances see a belt, a turn and a path that are dropped.
	p.Integrator = model.VelocityVerlet
	ref := movedReference(t, m, p, state)
	for k := range p.Contacts {
		if course := p.Contacts[k].Course; course != nil {
			p.Contacts[k].Course = nil
			other := movedReference(t, m, p, state)
			if worst := changeOf(state.Position, ref.Position, other.Position); worst < 1e-3 {
				t.Errorf("contact %d standing still moves masses by %.2g only", k, worst)
			}
			p.Contacts[k].Course = course
		}
	}
}

// movedReference is the reference after 100 steps.
func movedReference(t *testing.T, m *model.Model, p model.Params, state *model.State) *cpuref.State {
	t.Helper()
	e, err := cpuref.New(m, p)
	must.Do(t, err)
	must.Do(t, e.Reset(state))
	must.Do(t, e.Step(100))
	return e.State()
}

// changeOf is the largest distance of positions from those wanted, as a part of the largest
// change from the start.
func changeOf(start, want, got []model.Vec3) float64 {
	off, change := 0.0, 0.0
	for i := range want {
		off, change = max(off, got[i].Sub(want[i]).Len()), max(change, want[i].Sub(start[i]).Len())
	}
	return off / change
}

// A run among contacts that move goes on from a checkpoint with the same bits.
func TestMovingContactsResume(t *testing.T) {
	ctx := gltest.New(t)
	m, p, state := movingCase(t)
	p.Integrator = model.VelocityVerlet
	var ends [2]model.State
	var saved model.Checkpoint
	for k := range ends {
		e, err := New(ctx, m, p, Options{Pipeline: options.Fused})
		must.Do(t, err)
		if k == 0 {
			must.Do(t, e.Reset(state))
			must.Do(t, e.Step(40))
			must.Do(t, e.Save(&saved))
		} else {
			must.Do(t, e.Restore(&saved))
		}
		must.Do(t, e.Step(30))
		must.Do(t, e.ReadState(&ends[k]))
		e.Close()
	}
	for i, x := range ends[0].Position {
		if x != ends[1].Position[i] || ends[0].Velocity[i] != ends[1].Velocity[i] {
			t.Fatalf("mass %d is at %v, after a checkpoint at %v", i, x, ends[1].Position[i])
		}
	}
}
