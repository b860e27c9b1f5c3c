package impulses_test

import (
	"math"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// A sheet of soft springs that hardly bends, held at one edge, is stepped by impulses in substeps of half
// the safe step of its hinges, and sags as in steps that are much shorter. With the substeps that its
// springs alone ask for it diverges.
func TestSubstepsCountBending(t *testing.T) {
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 7, Ny: 4, Spacing: 0.05, Mass: 0.002, Stiffness: build.ClothStiffness{Structural: 40, Shear: 40}, DampingRatio: 0.2}))(t)
	m.Pin = make([]model.Pin, m.MassCount())
	least := math.Inf(1)
	for _, x := range m.RestPosition {
		least = min(least, x[0])
	}
	for i, x := range m.RestPosition {
		if x[0] < least+0.06 {
			m.Pin[i] = model.PinAll
		}
	}
	hinges := materials.Bending{Rigidity: 0.02, DampingRatio: 0.1}.OfTriangles(m, m.Triangles)
	p := model.Params{Integrator: model.Impulses, DT: 1. / 60, Gravity: model.Vec3{0, 0, -9.81}, Bends: []model.Bend{{Hinges: hinges}}}
	plain := p
	plain.Bends = nil
	few := must.Get(bigstep.With(m, plain))(t)
	chosen := must.Get(bigstep.With(m, p))(t)
	if want := int(math.Ceil(2 * p.DT / physics.SafeLoads(m, p))); chosen.Substeps != want || want <= 2*few.Substeps {
		t.Fatalf("%d substeps are chosen, want %d; without bending %d", chosen.Substeps, want, few.Substeps)
	}
	end := func(p model.Params, steps int) []model.Vec3 {
		e := must.Get(cpuref.New(m, p))(t)
		must.Do(t, e.Step(steps))
		return e.State().Position
	}
	apart := func(a, b []model.Vec3) (most float64) {
		for i := range a {
			most = max(most, a[i].Sub(b[i]).Len())
		}
		return most
	}
	const steps = 30
	small := p.SolvedBy(model.SymplecticEuler)
	small.DT = p.DT / float64(16*chosen.Substeps)
	want := end(small, 16*chosen.Substeps*steps)
	moved, off := apart(want, m.RestPosition), apart(end(chosen, steps), want)
	if !(off < 0.01*moved) || moved < 0.005 {
		t.Errorf("the sheet moves by %g m, and is %g m off with %d substeps", moved, off, chosen.Substeps)
	}
	t.Logf("moved %g, off %g, %d substeps (%d without bending)", moved, off, chosen.Substeps, few.Substeps)
	p.Substeps = few.Substeps
	e := must.Get(cpuref.New(m, p))(t)
	err := e.Step(10 * steps)
	if err == nil && apart(e.State().Position, want) < 10*off {
		t.Errorf("%d substeps do as well", few.Substeps)
	}
	must.Hold(t, bigstep.LoadWords(m, p) != "" && bigstep.LoadWords(m, chosen) == "", "too few substeps are told: %q, %q", bigstep.LoadWords(m, p), bigstep.LoadWords(m, chosen))
}

// Each force that substeps evaluate once is counted, and one that none could keep up with is refused.
func TestSubstepsCountLoads(t *testing.T) {
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 4, Ny: 4, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1}}))(t)
	for name, p := range map[string]model.Params{
		"handle":   {Handles: []model.Handle{{Mass: 3, Stiffness: 1e4}}},
		"motor":    {Motors: []model.Motor{{Axis: model.Vec3{1}, Damping: 20}}},
		"orient":   {Orients: []model.Orient{{Stiffness: 1e6}}},
		"track":    {Tracks: []model.Track{{Stiffness: 1e6}}},
		"matching": {Matchings: []model.Matching{{Stiffness: 1e6}}},
		"limit":    {Limits: []model.Limit{{Points: [][]uint32{{0}, {1}, {2}}, Max: 1, Stiffness: 10}}},
	} {
		p.Integrator, p.DT = model.Impulses, 1./60
		safe := physics.SafeLoads(m, p)
		got, err := bigstep.Substeps(m, p)
		if want := int(math.Ceil(2 * p.DT / safe)); err != nil || got != want || want < 10 {
			t.Errorf("%s: %d substeps, want %d (%v)", name, got, want, err)
		}
		p.DT = 501 * safe
		if _, err := bigstep.Substeps(m, p); err == nil {
			t.Errorf("%s: 1002 substeps are chosen", name)
		}
	}
}
