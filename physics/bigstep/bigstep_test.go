package bigstep

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Lattices and triangulated solids are solid; cloth, ropes, nets and frames of beams are not.
func TestSolid(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *model.Model
		want bool
	}{
		{"lattice", modeltest.Lattice(4, 1, 0, false), true},
		{"lattice, held", modeltest.Lattice(4, 1, 0, true), true},
		{"cube", modeltest.Cube(1), true},
		{"cloth", modeltest.Cloth(8), false},
		{"rope", modeltest.Rope(9), false},
		{"one mass", modeltest.Single(1, model.Vec3{}), false},
		{"nothing", &model.Model{}, false},
	} {
		must.Be(t, Solid(c.m), c.want, "%s: solid", c.name)
	}
	bypattern := must.Get(build.Lattice(build.LatticeSpec{Nx: 30, Ny: 30, Nz: 30, PerMass: 13, Spacing: 0.1, Mass: 1, Stiffness: 1, ByPattern: true}))(t)
	must.Hold(t, Solid(bypattern), "a lattice by a pattern is not solid")
}

// The extreme eigenvalues are the extremes of the Rayleigh quotient, and their sum with the
// third one, trace less both, gives the determinant.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var a [6]float64
		for k := range a {
			a[k] = r.NormFloat64()
		}
		least, largest := extremes(&a)
		middle := a[0] + a[1] + a[2] - least - largest
		det := a[0]*(a[1]*a[2]-a[5]*a[5]) - a[3]*(a[3]*a[2]-a[5]*a[4]) + a[4]*(a[3]*a[5]-a[1]*a[4])
		if math.Abs(det-least*middle*largest) > 1e-12*(1+math.Abs(det)) || !(least <= middle && middle <= largest) {
			t.Fatalf("%v: eigenvalues %g, %g, %g; determinant %g", a, least, middle, largest, det)
		}
	}
	if least, largest := extremes(&[6]float64{2, 2, 2}); least != 2 || largest != 2 {
		t.Errorf("twice the unit matrix has eigenvalues %g to %g", least, largest)
	}
}

// Substeps follow the ratio of the step and the safe one, within their bounds. A stiff solid is refused with
// both, and a model without a safe step takes 40.
func TestSubsteps(t *testing.T) {
	at := func(m *model.Model, ratio float64) (int, error) {
		p := model.Params{DT: 1, Integrator: model.Impulses}
		p.DT = ratio / Ratio(m, p)
		return Substeps(m, p)
	}
	cloth, solid := modeltest.Cloth(6), modeltest.Lattice(4, 100, 0, false)
	normalized, rod := modeltest.Rope(9), modeltest.Rope(9)
	normalized.Materials[1] = model.Material{}
	normalized.Materials[1].Normalized.Stiffness = 1
	rod.Materials[1] = model.Material{Rigid: true}
	for _, c := range []struct {
		name  string
		m     *model.Model
		ratio float64
		want  int
	}{
		{"cloth", cloth, 1, 4}, {"cloth", cloth, 79.5, 10}, {"cloth", cloth, 1e5, 100},
		{"solid", solid, 1, 4}, {"solid", solid, 49.9, 100}, {"solid", solid, 51, 0},
	} {
		got, err := at(c.m, c.ratio)
		var stiff *TooStiff
		if got != c.want || (err != nil) != (c.want == 0) || err != nil && (!errors.As(err, &stiff) || math.Abs(stiff.Ratio-c.ratio) > 1e-9) {
			t.Errorf("%s at %g safe steps: %d substeps, %v; want %d", c.name, c.ratio, got, err, c.want)
		}
	}
	for name, m := range map[string]*model.Model{"normalized": normalized, "rigid": rod} {
		p, err := With(m, model.Params{Integrator: model.Impulses})
		if err != nil || p.Substeps != 40 || p.DT != 1./60 {
			t.Errorf("%s: %d substeps of a step of %g s, %v", name, p.Substeps, p.DT, err)
		}
	}
	if p, err := With(cloth, model.Params{}); err != nil || p.Substeps != 0 || p.DT == 0 {
		t.Errorf("symplectic Euler has %d substeps of %g s, %v", p.Substeps, p.DT, err)
	}
	if p, err := With(solid, model.Params{Integrator: model.Impulses, DT: 1e9, Substeps: 7}); err != nil || p.Substeps != 7 {
		t.Errorf("7 substeps become %d, %v", p.Substeps, err)
	}
}
