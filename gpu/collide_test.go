package gpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// crowd is a block of masses that fly at each other, of two bodies, above a ground; the
// springs join some of them.
func crowd(seed uint64, side int) (*model.Model, *model.State, model.Params) {
	r := rand.New(rand.NewPCG(seed, 2))
	m := &model.Model{Name: "crowd", Materials: []model.Material{{}, {Name: "soft", Stiffness: 20, Damping: 0.02}}}
	const pitch = 0.1
	for n := range side * side * side {
		x := model.Vec3{float64(n % side), float64(n / side % side), float64(n / side / side)}.Mul(pitch)
		m.RestPosition = append(m.RestPosition, x.Add(model.Vec3{r.Float64(), r.Float64(), r.Float64()}.Mul(0.02)))
		m.Mass = append(m.Mass, 0.01*(1+r.Float64()))
		m.Radius = append(m.Radius, 0.04+0.008*r.Float64())
		m.Body = append(m.Body, uint16(n/side/side%2))
		m.Pin = append(m.Pin, 0)
		if n%11 == 5 {
			m.Pin[n] = model.PinAll
		}
		if n%11 == 7 {
			m.Pin[n] = model.PinX
		}
		if n%13 == 4 {
			m.Radius[n] = 0
		}
		if n%side > 0 && n%3 > 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(n - 1), uint32(n)})
			m.RestLength = append(m.RestLength, m.RestPosition[n].Sub(m.RestPosition[n-1]).Len())
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	s := m.Start()
	for i := range s.Velocity {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				s.Velocity[i][axis] = 2 * r.NormFloat64()
				s.Position[i][axis] += 0.015 * r.NormFloat64()
			}
		}
	}
	s.RoundToFloat32()
	return m, s, model.Params{DT: 1e-3, Gravity: model.EarthGravity(), DragHalfLife: 0.5,
		Contacts: []model.Contact{model.Ground(0.02, 200, 0.1).WithFriction(0.4, 0.3)},
		Collision: model.Collision{Self: true, Others: true, Skin: 0.02, CheckEvery: 8,
			Bodies: []model.Surface{{Stiffness: 300, DampingRatio: 0.1, StaticFriction: 0.5, KineticFriction: 0.4}, {Stiffness: 200, DampingRatio: 0.2, StaticFriction: 0.3, KineticFriction: 0.2}}}}
}

// without is a run whose masses have no friction with each other.
func without(p model.Params) model.Params {
	bodies := append([]model.Surface(nil), p.Collision.Bodies...)
	for i := range bodies {
		bodies[i].StaticFriction, bodies[i].KineticFriction = 0, 0
	}
	p.Collision.Bodies = bodies
	return p
}

// collisionVariants are ways of stepping that together have each integrator and pipeline.
var collisionVariants = []struct {
	integrator model.Integrator
	pipeline   string
	rubs       bool
}{
	{model.SymplecticEuler, options.TwoPass, true},
	{model.SymplecticEuler, options.Fused, false},
	{model.VelocityVerlet, options.Fused, true},
	{model.RK4, options.TwoPass, true},
	{model.ExplicitEuler, options.Fused, true},
}

// Steps with collisions are those of the reference, which looks at all pairs.
func TestCollisionsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state, full := crowd(1, 5)
	for _, v := range collisionVariants {
		p := full
		if !v.rubs {
			p = without(full)
		}
		p.Integrator = v.integrator
		worst, motion := againstReference(t, ctx, m, state, p, Options{Pipeline: v.pipeline})
		const tolerance = 3e-7 // positions of 0.5 m in float32: 3e-8 each step
		if worst > tolerance || motion < 1e-3 {
			t.Errorf("%v: %.3g m from the reference, which moved %.3g m", v, worst, motion)
		}
	}
}

// againstReference is how far from the reference an engine is after 4 steps [m], and how far
// that moved.
func againstReference(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, p model.Params, o Options) (worst, motion float64) {
	t.Helper()
	e := must.Get(New(ctx, m, p, o))(t)
	defer e.Close()
	ref := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(state))
	must.Do(t, ref.Reset(state))
	must.Do(t, e.Step(4))
	must.Do(t, ref.Step(4))
	var got, want model.State
	if err := e.Finish(); err != nil { // a fault may throw masses away
		t.Log(err)
		return math.Inf(1), 0
	}
	must.Do(t, e.ReadState(&got))
	must.Do(t, ref.ReadState(&want))
	for i := range want.Position {
		worst = max(worst, want.Position[i].Sub(got.Position[i]).Len())
		motion = max(motion, want.Position[i].Sub(state.Position[i]).Len())
	}
	return worst, motion
}

// Each of these faults in a shader is seen by the comparison with the reference.
func TestCollisionFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	m, state, p := crowd(1, 5)
	for name, f := range map[string]struct {
		file, old, new string
		integrator     model.Integrator
	}{
		"sign of friction":       {"pair_friction.comp", "return -most", "return most", 0},
		"D for the depth":        {"pair.glsl", "return reach - distance;", "return reach;", 0},
		"no damper":              {"pair.glsl", "t.depth, dot(parting, t.normal))", "t.depth, 0.0)", 0},
		"count of one":           {"pair_friction.comp", "float(max(touches[p].entry, touches[q].entry))", "1.0", 0},
		"no friction at the end": {"pair_finish.comp", "FRICTION_REACH * (w - v), w)", "FRICTION_REACH * (w - v), v)", model.VelocityVerlet},
		"no overlap at rest":     {"pair.glsl", "reach = min(reach, length(restOf(a) - restOf(b) + (restLowOf(a) - restLowOf(b))));", "", 0},
	} {
		p.Integrator = f.integrator
		worst, _ := againstReference(t, ctx, m, state, p, Options{Shaders: mutated(t, f.file, f.old, f.new)})
		if worst < 1e-6 {
			t.Errorf("%s: %.3g m from the reference", name, worst)
		}
	}
}
