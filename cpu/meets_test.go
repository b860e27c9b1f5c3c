package cpu

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Parts of structures that collide move as in the reference, which tries all pairs, by all
// solvers, and so does their energy. Skins and the times when lists are made change no bit.
func TestPartsMeetAsInTheReference(t *testing.T) {
	steps := must.Sized(50, 100)
	for _, integrator := range model.Integrators() {
		m, p, start := modeltest.Strewn()
		p.Integrator = integrator
		e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, e, start, steps)
		modeltest.StepFrom(t, ref, start, steps)
		var got model.State
		must.Do(t, e.ReadState(&got))
		want := ref.State()
		most, way := 0.0, 0.0
		for i, x := range want.Position {
			most = max(most, got.Position[i].Sub(x).Len())
			way = max(way, x.Sub(start.Position[i].Add(start.Velocity[i].Mul(float64(steps)*p.DT))).Len())
		}
		if most > 1e-10 || way < 1e-3 {
			t.Errorf("%v: positions are %g m apart, and %g m from where masses would be without forces", integrator, most, way)
		}
		a, b := must.Get(e.Energy())(t), must.Get(ref.Energy())(t)
		must.Near(t, a.Contact, b.Contact, 1e-8*b.Contact, "%v: energy of contacts [J]", integrator)
		must.Hold(t, b.Contact > 1e-6, "%v: %g J in contacts", integrator, b.Contact)
	}
}

// Parts that collide have the masses of new factors, in their dampers and friction.
func TestPartsMeetWithNewMasses(t *testing.T) {
	for _, touches := range []model.Colliders{model.CollidingSprings | model.CollidingTriangles, model.CollidingMasses, model.CollidingMasses | model.CollidingSprings} {
		meetWithNewMasses(t, touches)
	}
}

func meetWithNewMasses(t *testing.T, touches model.Colliders) {
	m, p, start := modeltest.Strewn()
	p.Collision.Touches = touches
	p.MassFactors = []model.MassFactor{{Factor: 1, Least: 0.2}}
	e := must.Open(makeEngine[float64](m, p, Options{Threads: 2, Precision: model.Double}))(t)
	ref := must.Get(cpuref.New(m, p))(t)
	p.MassFactors = []model.MassFactor{{Factor: 0.2, Least: 0.2}}
	modeltest.StepFrom(t, e, start, 20)
	modeltest.StepFrom(t, ref, start, 20)
	more := must.Sized(40, 80)
	must.Do(t, errors.Join(e.SetParams(p), ref.SetParams(p), e.Step(more), ref.Step(more)))
	var got model.State
	must.Do(t, e.ReadState(&got))
	for i, x := range ref.State().Position {
		must.Near(t, got.Position[i].Sub(x).Len(), 0, 1e-10, "%v, mass %d: m from the reference", touches, i)
	}
}

func TestSkinsOfPartsChangeNoBit(t *testing.T) {
	m, p, start := modeltest.Strewn()
	want := ran(t, m, p, start, Options{Threads: 1}, 60)
	for _, skin := range []float64{0.0005, 0.006} {
		p.Collision.Skin = skin
		if !same(ran(t, m, p, start, Options{Threads: 2}, 60), want) {
			t.Errorf("other bits with a skin of %g m", skin)
		}
	}
}

// The closed forms hold here, too.
func TestPartsHitEachOther(t *testing.T) {
	for _, c := range []struct {
		of      func(model.Surface) (*model.Model, model.Params, *model.State)
		reduced float64
		end     [2]float64 // of the first and the last mass [m/s]
	}{{modeltest.CrossedSprings, 0.1, [2]float64{-1, 0}}, {modeltest.OnTriangle, 0.075, [2]float64{-0.5, 0.5}}} {
		m, p, start := c.of(model.Surface{})
		e := newEngine(t, m, p, start)
		last, touching := m.MassCount()-1, 0
		var s model.State
		for range 6000 {
			must.Do(t, e.Step(1))
			must.Do(t, e.ReadState(&s))
			if s.Position[last][2]-s.Position[0][2] < modeltest.StruckReach {
				touching++
			}
		}
		must.Near(t, s.Velocity[0][2], c.end[0], 2e-3, "%s: m/s of the one that was hit", m.Name)
		must.Near(t, s.Velocity[last][2], c.end[1], 2e-3, "%s: m/s of the one that flew", m.Name)
		must.Near(t, float64(touching)*p.DT, math.Pi*math.Sqrt(c.reduced/modeltest.StruckStiffness), 5e-5, "%s: s of touch", m.Name)
		e.Close()
	}
}

// A run that is taken up while a mass is beyond a triangle ends as the whole one: a checkpoint has the
// sides.
func TestCheckpointHasSides(t *testing.T) {
	m, p, start := modeltest.OnTriangle(model.Surface{})
	start.Velocity[3][2] = -15
	e := newEngine(t, m, p, start)
	must.Do(t, e.Step(1100))
	var s model.State
	must.Do(t, e.ReadState(&s))
	must.Hold(t, s.Position[3][2] < s.Position[0][2], "the mass is at %g m, and has not passed the triangle at %g m", s.Position[3][2], s.Position[0][2])
	var saved model.Checkpoint
	must.Do(t, e.Save(&saved))
	must.Do(t, e.Step(3000))
	again := must.Open(makeEngine[float32](m, p, Options{Threads: 1}))(t)
	must.Do(t, again.Restore(&saved))
	must.Do(t, again.Step(3000))
	var other model.State
	must.Do(t, e.ReadState(&s))
	must.Do(t, again.ReadState(&other))
	must.Be(t, other.Position[3], s.Position[3], "position")
	must.Hold(t, s.Position[3][2] > s.Position[0][2], "the mass stayed beyond the triangle")
}

// The negative controls: engines that are wrong in one way differ from the reference by far more than
// TestPartsMeetAsInTheReference allows.
func TestCheckFailsMutantsOfParts(t *testing.T) {
	const steps = 40
	m, p, start := modeltest.Strewn()
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, start, steps)
	surface := func(change func(s *model.Surface)) func(m *model.Model, p *model.Params) {
		return func(_ *model.Model, p *model.Params) {
			p.Collision.Bodies = slices.Clone(p.Collision.Bodies)
			for b := range p.Collision.Bodies {
				change(&p.Collision.Bodies[b])
			}
		}
	}
	faults := must.Faults()
	still := func(work spanWork) func(e *engine[float64]) {
		return func(e *engine[float64]) {
			do := e.threads.Work
			e.threads.Work = func(thread, block int) {
				do(thread, block)
				if e.progress.schedule.task == touch && e.spans.work == work {
					clear(e.spans.state.Velocity)
				}
			}
		}
	}
	for _, mutant := range []struct {
		name   string
		run    func(m *model.Model, p *model.Params)
		tamper func(e *engine[float64])
	}{
		{"nothing", nil, nil},
		{"no damper", surface(func(s *model.Surface) { s.DampingRatio = 0 }), nil},
		{"no friction", surface(func(s *model.Surface) { s.StaticFriction, s.KineticFriction = 0, 0 }), nil},
		{"static friction alone", surface(func(s *model.Surface) { s.KineticFriction = s.StaticFriction }), nil},
		{"kc a hundredth larger", surface(func(s *model.Surface) { s.Stiffness *= 1.01 }), nil},
		{"springs alone", func(_ *model.Model, p *model.Params) { p.Collision.Touches = model.CollidingSprings }, nil},
		{"triangles alone", func(_ *model.Model, p *model.Params) { p.Collision.Touches = model.CollidingTriangles }, nil},
		{"a hundredth less of D", func(m *model.Model, _ *model.Params) {
			for i := range m.Radius {
				m.Radius[i] *= 0.99
			}
		}, nil},
		{"no pushes", surface(func(s *model.Surface) { s.Stiffness = 1e-9 }), nil},
		{"pushes see no velocities", nil, still(spanPushes)},
		{"friction sees no velocities", nil, still(spanCounts)},
	} {
		if mutant.name != "nothing" && !faults() {
			continue
		}
		other, params := *m, p
		other.Radius = slices.Clone(m.Radius)
		if mutant.run != nil {
			mutant.run(&other, &params)
		}
		e := must.Open(makeEngine[float64](&other, params, Options{Threads: 1, Precision: model.Double}))(t)
		must.Do(t, e.Reset(start))
		if mutant.tamper != nil {
			mutant.tamper(e)
		}
		must.Do(t, e.Step(steps))
		var got model.State
		must.Do(t, e.ReadState(&got))
		most := 0.0
		for i, x := range ref.State().Position {
			most = max(most, got.Position[i].Sub(x).Len())
		}
		if (most < 1e-10) != (mutant.name == "nothing") || mutant.name != "nothing" && most < 1e-7 {
			t.Errorf("%s: positions are %g m apart", mutant.name, most)
		}
	}
}
