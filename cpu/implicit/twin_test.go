package implicit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/check"
	"hooke/cpu/cputest"
	"hooke/cpu/divided"
	"hooke/cpu/implicit"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/model"
)

// given is the order of a model's numbers.
func given(m *model.Model) table.LaneOrder {
	var o table.LaneOrder
	for i := range m.MassCount() {
		o.LaneOf, o.MassOf = append(o.LaneOf, uint32(i)), append(o.MassOf, uint32(i))
	}
	for len(o.MassOf)%table.Width != 0 {
		o.MassOf = append(o.MassOf, table.Nobody)
	}
	return o
}

// substep takes one substep from a state, which has all that acts at its start.
func substep[T table.Real](m *model.Model, p model.Params, start *model.State) (end *model.State, left model.Residual) {
	o := given(m)
	s := implicit.New(divided.Given[T]{Model: m, Order: o})
	s.Use(p)
	from, to := kernels.NewMotion[T](len(o.MassOf), kernels.Arrays, 0), kernels.NewMotion[T](len(o.MassOf), kernels.Arrays, 1)
	for i := range m.MassCount() {
		from.Set(kernels.ArrayX, i, kernels.Narrow[T](start.Position[i]))
		from.Set(kernels.ArrayVX, i, kernels.Narrow[T](start.Velocity[i]))
	}
	s.Begin(divided.Substep[T]{From: kernels.Motions[T]{Position: from, Velocity: from}, To: kernels.Motions[T]{Position: to, Velocity: to},
		Contacts: p.ContactsAt(p.DT), Began: p.ContactsAt(0), Step: 1})
	for blocks := s.Next(); blocks > 0; blocks = s.Next() {
		for block := blocks - 1; block >= 0; block-- { // any order
			s.Do(block)
		}
	}
	end = m.Start()
	for i := range m.MassCount() {
		end.Position[i], end.Velocity[i] = kernels.Widen(to.Get(kernels.ArrayX, i)), kernels.Widen(to.Get(kernels.ArrayVX, i))
	}
	return end, s.Residual()
}

// stirred is a state of a model in motion, as float32 has it.
func stirred(c check.Case) *model.State {
	m, r := c.Model, rand.New(rand.NewPCG(1, 2))
	m.InArrays()
	s := m.Start()
	if c.Start != nil {
		s = c.Start.Clone()
	}
	for i := range s.Velocity {
		for axis := range 3 {
			s.Position[i][axis] = float64(float32(s.Position[i][axis]))
			if m.PinOf(i)&(model.PinX<<axis) == 0 {
				s.Velocity[i][axis] = float64(float32(s.Velocity[i][axis] + 0.3*r.NormFloat64()))
			}
		}
	}
	return s
}

// A substep is that of the reference, mass by mass: the same colors, the same number of
// iterations, the same stop.
func TestSubstepIsThatOfTheReference(t *testing.T) {
	for _, c := range cputest.Cases(t) {
		c = cputest.Afloat(c)
		p := c.Params
		p.Integrator, p.DT, p.Substeps, p.Tolerance = model.ImplicitEuler, 1./240, 1, 1e-2
		start := stirred(c)
		e, err := cpuref.New(c.Model, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Reset(start); err != nil {
			t.Fatal(err)
		}
		if err := e.Step(1); err != nil {
			t.Fatal(err)
		}
		want, _ := e.Residual()
		double, left := substep[float64](c.Model, p, start)
		far, way := apart(double, e.State()), apart(start, e.State())
		t.Logf("%s: %d iterations, residual %.3g; double is apart by %.2g of the motion of %.3g m", c.Name, left.Iterations, left.Force, far/way, way)
		if far > 1e-11*way || left.Iterations != want.Iterations || math.Abs(left.Force-want.Force) > 1e-6*want.Force+1e-13 {
			t.Errorf("%s: double is %.3g of the motion away, %d iterations, residual %g; the reference has %d and %g", c.Name, far/way, left.Iterations, left.Force, want.Iterations, want.Force)
		}
		single, left := substep[float32](c.Model, p, start)
		if far := apart(single, e.State()); far > 2e-5*way || left.Iterations != want.Iterations {
			t.Errorf("%s: single is %.3g of the motion away, %d iterations; the reference has %d", c.Name, far/way, left.Iterations, want.Iterations)
		}
	}
}

// apart is how far two states are apart in a substep [m], with velocities over a substep.
func apart(a *model.State, b *cpuref.State) (most float64) {
	for i := range a.Position {
		for _, d := range []float64{a.Position[i].Sub(b.Position[i]).Len(), a.Velocity[i].Sub(b.Velocity[i]).Len() / 240} {
			if d > most || math.IsNaN(d) {
				most = d
			}
		}
	}
	return most
}
