package cpu

import (
	"math"
	"testing"

	"hooke/bigstep"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/rod"
	"hooke/rod/chain"
)

// cantilever is a rod of 1 m and n segments along x, whose first segment is clamped.
func cantilever(of rod.Rod, n int, kg float64) *model.Model {
	b := modeltest.NewBuilder("cantilever")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: of})
	for i := range n + 1 {
		b.Mass(kg, model.Vec3{float64(i) / float64(n), 0, 0}, 0)
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-1))
		}
	}
	b.Model.Pin = make([]model.Pin, n+1)
	b.Model.Pin[0] = model.PinAll
	chain.Frame(&b.Model)
	return &b.Model
}

// sag is how far the tip of a chain of n stiff segments of 1/n m hangs, of which the first is level, with
// n masses of kg each and joints of the energy ½ EI n (2 sin(Δ/2))².
func sag(bend float64, n int, kg float64) float64 {
	angle, length := make([]float64, n), 1/float64(n)
	for range 2000 { // moments about each joint bend it, and bent segments have other moments
		for k := 1; k < n; k++ {
			moment, x := 0.0, 0.0
			for j := k; j < n; j++ {
				x += length * math.Cos(angle[j])
				moment += kg * -model.EarthGravity()[2] * x
			}
			change := angle[k-1] + math.Asin(min(1, moment*length/bend)) - angle[k]
			for j := k; j < n; j++ {
				angle[j] += change
			}
		}
	}
	tip := 0.0
	for _, a := range angle {
		tip -= length * math.Sin(a)
	}
	return tip
}

// Rods of few and of many segments rest as bent as the static chain, within 3 %, with the substeps that a run
// chooses for them.
func TestRodsSagAsStaticChains(t *testing.T) {
	of := rod.Solid(0.005, 2e9, 2e9/2.6)
	for _, n := range []int{5, 20, 60} {
		kg := 0.0942 / float64(n+1)
		m := cantilever(of, n, kg)
		p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 0.05,
			Clamps: []model.Clamp{{Masses: []uint32{0}}}}
		var err error
		if p.Substeps, err = bigstep.Substeps(m, p); err != nil {
			t.Fatal(err)
		}
		want := sag(of.Bend, n, kg)
		for name, engine := range map[string]func() (model.Engine, error){
			"cpuref": func() (model.Engine, error) { return cpuref.New(m, p) },
			"single": func() (model.Engine, error) { return New(m, p, Options{Precision: model.Single}) },
			"double": func() (model.Engine, error) { return New(m, p, Options{Precision: model.Double}) },
		} {
			if testing.Short() && n == 60 && name == "cpuref" {
				continue
			}
			e, err := engine()
			if err != nil {
				t.Fatal(err)
			}
			var s model.State
			if err := e.Step(180); err != nil {
				t.Fatal(err)
			}
			if err := e.(model.StateReader).ReadState(&s); err != nil {
				t.Fatal(err)
			}
			if got, slow := s.Position[n][2], s.Velocity[n].Len(); math.Abs(got-want) > 0.003*math.Abs(want) || slow > 1e-3 {
				t.Errorf("%d segments, %s, %d substeps: the tip is at %g m and has %g m/s, want %g m at rest", n, name, p.Substeps, got, slow, want)
			}
			e.Close()
		}
	}
}
