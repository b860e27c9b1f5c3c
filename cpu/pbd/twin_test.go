package pbd_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/divided"
	"hooke/cpu/kernels"
	"hooke/cpu/pbd"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/model"
)

// substep takes one substep from a state.
func substep[T table.Real](m *model.Model, p model.Params, start *model.State) *model.State {
	var o table.LaneOrder
	for i := range m.MassCount() {
		o.LaneOf = append(o.LaneOf, uint32(i))
	}
	for len(o.MassOf) < m.MassCount() {
		o.MassOf = append(o.MassOf, uint32(len(o.MassOf)))
	}
	s := pbd.New(divided.Given[T]{Model: m, Order: o})
	s.Use(p)
	from, to := kernels.NewMotion[T](m.MassCount(), kernels.Arrays, 0), kernels.NewMotion[T](m.MassCount(), kernels.Arrays, 1)
	for i := range m.MassCount() {
		from.Set(kernels.ArrayX, i, kernels.Narrow[T](start.Position[i]))
		from.Set(kernels.ArrayVX, i, kernels.Narrow[T](start.Velocity[i]))
	}
	s.Begin(divided.Substep[T]{From: kernels.Motions[T]{Position: from, Velocity: from}, To: kernels.Motions[T]{Position: to, Velocity: to},
		Contacts: p.ContactsAt(p.DT), Began: p.ContactsAt(0)})
	for blocks := s.Next(); blocks > 0; blocks = s.Next() {
		for block := blocks - 1; block >= 0; block-- { // any order
			s.Do(block)
		}
	}
	end := m.Start()
	for i := range m.MassCount() {
		end.Position[i], end.Velocity[i] = kernels.Widen(to.Get(kernels.ArrayX, i)), kernels.Widen(to.Get(kernels.ArrayVX, i))
	}
	return end
}

// A substep is that of the reference, in which one spring follows the other.
//
// Seen to fail: a color worked on twice; the ends of springs exchanged; s' of all iterations
// together; masses on contacts that friction leaves alone.
func TestSubstepIsThatOfTheReference(t *testing.T) {
	const h = 1. / 240
	for _, c := range cputest.Cases(t) {
		c = cputest.Afloat(c)
		m, p, r := c.Model, c.Params, rand.New(rand.NewPCG(1, 2))
		m.InArrays()
		for k := 1; k < len(m.Materials); k++ {
			m.Materials[k].PBDStiffness = 1 - 0.2*float64(k)
		}
		p.Integrator, p.DT, p.Substeps = model.PositionBased, h, 1
		start := m.Start()
		for i := range start.Velocity {
			for axis := range 3 {
				start.Position[i][axis] = float64(float32(start.Position[i][axis]))
				if m.PinOf(i)&(model.PinX<<axis) == 0 {
					start.Velocity[i][axis] = float64(float32(0.3 * r.NormFloat64()))
				}
			}
		}
		e, err := cpuref.New(m, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Reset(start); err != nil {
			t.Fatal(err)
		}
		if err := e.Step(1); err != nil {
			t.Fatal(err)
		}
		double, single := substep[float64](m, p, start), substep[float32](m, p, start)
		way := apart(start, e.State(), h)
		t.Logf("%s: double is apart by %.2g of the motion of %.3g m, single by %.2g", c.Name, apart(double, e.State(), h)/way, way, apart(single, e.State(), h)/way)
		if far := apart(double, e.State(), h); far > 1e-12*way {
			t.Errorf("%s: double is %.3g of the motion away", c.Name, far/way)
		}
		if far := apart(single, e.State(), h); far > 2e-5*way {
			t.Errorf("%s: single is %.3g of the motion away", c.Name, far/way)
		}
	}
}

// apart is how far two states are apart [m], with the velocities over a substep of h [s].
func apart(a *model.State, b *cpuref.State, h float64) (most float64) {
	for i := range a.Position {
		for _, d := range []float64{a.Position[i].Sub(b.Position[i]).Len(), a.Velocity[i].Sub(b.Velocity[i]).Len() * h} {
			if d > most || math.IsNaN(d) {
				most = d
			}
		}
	}
	return most
}
