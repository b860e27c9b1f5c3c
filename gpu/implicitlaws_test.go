package gpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/coloring"
	"hooke/cpuref/implicit"
	"hooke/cpuref/newton"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/model"
	"hooke/model/modeltest"
)

// solvedParams are those of one substep of h that is solved as far as a precision can.
func solvedParams(h float64) model.Params {
	return model.Params{Integrator: model.ImplicitEuler, DT: h, Substeps: 1, Iterations: 1000, Tolerance: 1e-30}
}

// Solved to the end, a step is that of Newton's method, which takes all masses at once.
func TestImplicitAgreesWithNewton(t *testing.T) {
	ctx := gltest.New(t)
	tolerances := map[options.Precision]float64{options.Single: 1e-5, options.Double: 1e-9} // of the motion: rounding at 1000 iterations
	m, r := modeltest.Lattice(3, 20, 0.02, false), rand.New(rand.NewPCG(1, 2))
	c := sweepCase{"lattice", m, solvedParams(1. / 60), m.Start(), 1}
	for i := range m.RestPosition {
		if m.PinOf(i) == 0 {
			c.start.Position[i] = c.start.Position[i].Add(model.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Mul(2e-4))
			c.start.Velocity[i] = model.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Mul(0.1).Add(model.Vec3{0.3, 0.2, -0.1})
		}
	}
	c.start.RoundToFloat32()
	c.params.Gravity = model.EarthGravity()
	h := c.params.DT
	p := &implicit.Problem{Model: m, Rest: m.RestLength, Step: h, Kept: 1, Before: c.start.Position}
	var want []model.Vec3
	for i, x := range c.start.Position {
		free := implicit.Sym{}
		for axis := range 3 {
			if m.PinOf(i)&(model.PinX<<axis) == 0 {
				free[axis] = 1
			}
		}
		v := c.start.Velocity[i]
		p.Goal = append(p.Goal, x.Add(free.Times(v.Mul(h).Add(c.params.Gravity.Mul(h*h)))))
		want, p.Allowed = append(want, x.Add(v.Mul(h))), append(p.Allowed, free)
	}
	newton.Solve(p, want)
	for precision, tolerance := range tolerances {
		off := func(iterations int) float64 {
			c.params.Iterations = iterations
			got, _ := steppedBy(t, ctx, c, Options{Precision: precision})
			return farthest(got.Position, want) / farthest(want, c.start.Position)
		}
		solved, early := off(1000), off(8)
		t.Logf("%v: %.2g of the motion off Newton's, after 8 iterations %.2g", precision, solved, early)
		if !(solved <= tolerance) || early < 10*tolerance {
			t.Errorf("%v: the step ends %.2g of the motion away from that of Newton's method, after 8 iterations %.2g", precision, solved, early)
		}
	}
}

// What falls freely from rest goes where gravity takes it, however its springs are damped.
func TestImplicitFallsFreely(t *testing.T) {
	ctx := gltest.New(t)
	const h, steps, tolerance = 1. / 60, 6, 1e-6
	for _, damping := range []float64{0, 2} {
		m := modeltest.Cloth(4)
		m.Pin = nil
		for i := range m.Materials[1:] {
			m.Materials[i+1].Damping = damping
		}
		c := sweepCase{"cloth", m, solvedParams(h), m.Start(), steps}
		c.params.Iterations, c.params.Gravity = 20, model.EarthGravity()
		fast := func(o Options) (off float64) {
			s, _ := steppedBy(t, ctx, c, o)
			for _, v := range s.Velocity {
				off = max(off, math.Abs(-v[2]/(model.StandardGravity*h*steps)-1))
			}
			return off
		}
		if off := fast(Options{}); !(off <= tolerance) {
			t.Errorf("c = %g: the speed of the cloth is %.2g off", damping, off)
		}
		slow := mutated(t, "descent.glsl", "dot(moved, r.way + was) / (r.distance + before);", "dot(moved, r.way + was) / (r.distance + before);\n\tp.force -= law.damping / DT * p.way;")
		if off := fast(Options{Shaders: slow}); damping > 0 && off < 100*tolerance {
			t.Errorf("c = %g: a damper on motion as such is not seen", damping)
		}
	}
}

// A cloth that hangs at rest stays there with one iteration, to what single precision can tell.
func TestImplicitStaysAtRest(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Cloth(6)
	p := model.Params{Integrator: model.ImplicitEuler, DT: 1. / 60, Substeps: 2, Iterations: 60, Tolerance: 1e-13, Gravity: model.EarthGravity(), DragHalfLife: 0.1}
	ref := stepped(t, m, p, m.Start(), 600)
	rest := model.State{Position: ref.State().Position, Velocity: make([]model.Vec3, m.MassCount())}
	sag := farthest(rest.Position, m.RestPosition)
	for precision, tolerance := range map[options.Precision]float64{options.Single: 5e-5, options.Double: 1e-6} {
		c := sweepCase{"cloth", m, p, &rest, 40}
		c.params.Iterations, c.params.DragHalfLife = 1, 0
		s, _ := steppedBy(t, ctx, c, Options{Precision: precision})
		if off := farthest(s.Position, rest.Position) / sag; !(off <= tolerance) {
			t.Errorf("%v: it drifts by %.2g of the sag of %.2g m", precision, off, sag)
		}
	}
}

// Any stiffness and any step go in single precision, with all that acts: no number grows out of
// bounds.
func TestImplicitTakesAnyStiffness(t *testing.T) {
	ctx := gltest.New(t)
	for _, k := range []float64{1e-3, 1e3, 1e6, 1e9} {
		m, _, start, without := modeltest.Together()
		p := without["paths"].SolvedBy(model.ImplicitEuler)
		p.Collision, m.Radius, m.Body = model.Collision{}, nil, nil
		for i := range m.Materials[1:] {
			m.Materials[i+1].Stiffness, m.Materials[i+1].Damping = k, k/1000
		}
		p.DT, p.Substeps = 1./60, 2
		s, left := steppedBy(t, ctx, sweepCase{"together", m, p, start, 40}, Options{})
		far := farthest(s.Position, make([]model.Vec3, m.MassCount()))
		t.Logf("k = %g N/m: no mass is farther than %.3g m, residual %.2g", k, far, left.Force)
		if !(far < 100) {
			t.Errorf("k = %g N/m: a mass is %.3g m away", k, far)
		}
	}
}

// Steps are queued without a wait and without a reading.
func TestImplicitQueuesSteps(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	c := descentCases(t)[1]
	e := started(t, ctx, c.model, c.params, c.start, Options{})
	must(t, e.Step(1))
	must(t, e.Finish())
	calls.Reset()
	must(t, e.Step(queue.SubmissionsAhead))
	by, _ := calls.Made()
	t.Log(by)
	if e.Waits() != 0 || by["glGetBufferSubData"]+by["glMapBufferRange"]+by["glFinish"]+by["glClientWaitSync"] > 0 || by["glDispatchComputeIndirect"] == 0 {
		t.Errorf("%d waits, calls %v", e.Waits(), by)
	}
	must(t, e.Finish())
	if _, all := calls.Made(); all == 0 {
		t.Error("no calls are counted")
	}
}

// Masses that have no color, since more than there are colors are joined with each other, are
// visited one after the other.
func TestImplicitVisitsMassesWithoutColors(t *testing.T) {
	ctx := gltest.New(t)
	b, r := modeltest.NewBuilder("clique"), rand.New(rand.NewPCG(3, 4))
	material := b.Material(20, 0.01)
	const masses = coloring.Most + 4
	for i := range masses {
		b.Mass(0.1, model.Vec3{r.Float64(), r.Float64(), r.Float64()}, 0)
		for j := range i {
			b.Join(j, i, material)
		}
	}
	c := sweepCase{"clique", &b.Model, solvedParams(1. / 60), gputest.Moving(&b.Model, 5), 2}
	holdEach(c.model, c.params)
	c.params.Iterations = 3
	if colors := coloring.OfMasses(c.model); colors.First[colors.Count()] == masses {
		t.Fatal("all masses have a color")
	}
	if off := sweptApart(t, ctx, c, Options{Precision: options.Double}); !(off <= 1e-11) {
		t.Errorf("%.2g of the motion off the reference", off)
	}
	wrong := mutated(t, "descend.comp", "n < descent.members", "n + 1u < descent.members")
	if off := sweptApart(t, ctx, c, Options{Precision: options.Double, Shaders: wrong}); off < 1e-6 {
		t.Error("a mass that is left out is not seen")
	}
}
