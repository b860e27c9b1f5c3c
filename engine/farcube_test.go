package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// farCube is a free cube of 8 masses and all 28 springs between them that vibrates, without
// momentum, at a height [m].
func farCube(height float64) (*model.Model, model.Params, *model.State) {
	m := &model.Model{Name: "far cube", Materials: []model.Material{{}, {Stiffness: 1e4}}}
	s := &model.State{}
	random := rand.New(rand.NewPCG(2, 3))
	var mean model.Vec3
	for i := range 8 {
		x := model.Vec3{0.1*float64(i&1) - 0.05, 0.1*float64(i>>1&1) - 0.05, 0.1*float64(i>>2) - 0.05 + height}
		v := model.Vec3{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Mul(0.3)
		m.RestPosition, m.Mass = append(m.RestPosition, x), append(m.Mass, 0.1)
		s.Position, s.Velocity, mean = append(s.Position, x), append(s.Velocity, v), mean.Add(v.Mul(1.0/8))
		for j := range i {
			m.Ends, m.MaterialOf = append(m.Ends, model.Ends{uint32(j), uint32(i)}), append(m.MaterialOf, 1)
			m.RestLength = append(m.RestLength, 0.1*math.Sqrt(float64((i^j)&1+(i^j)>>1&1+(i^j)>>2)))
		}
	}
	// Of a cube the moment of inertia is the same about every axis: Σ |r|² ⅔ of unit masses.
	inertia, spin := 0.0, model.Vec3{}
	for i := range s.Velocity {
		s.Velocity[i] = s.Velocity[i].Sub(mean)
		r := m.RestPosition[i].Sub(model.Vec3{0, 0, height})
		inertia, spin = inertia+r.LenSqr()*2/3, spin.Add(r.Cross(s.Velocity[i]))
	}
	for i := range s.Velocity {
		r := m.RestPosition[i].Sub(model.Vec3{0, 0, height})
		s.Velocity[i] = s.Velocity[i].Sub(spin.Mul(1 / inertia).Cross(r))
	}
	return m, model.Params{DT: 1e-4, Integrator: model.VelocityVerlet}, s
}

// A cube that vibrates keeps its energy wherever it is: within 0.3 % over 200,000 steps (a million at the farthest, in the long form), within
// 0.6 % where it is as far from its origin as it can be. Without an origin it gains 6 % at 5 m
// and as much as it has at 50 m.
func TestAFarCubeKeepsItsEnergy(t *testing.T) {
	gltest.New(t)
	for _, c := range []struct {
		name   string
		gpu    gpu.Options
		height float64
		steps  int
		within float64
	}{{CPU, gpu.Options{}, 5, 2e5, 0.003}, {CPU, gpu.Options{}, 50, 2e5, 0.003}, {CPU, gpu.Options{}, 4096, must.Sized(2e5, int(1e6)), 0.003},
		{CPU, gpu.Options{}, 50.25, 1e6, 0.006}, {GPU, gpu.Options{Pipeline: gpu.Fused}, 4096, 1e4, 0.003}, {GPU, gpu.Options{Pipeline: gpu.TwoPass}, 50, 5e3, 0.003}} {
		m, p, s := farCube(c.height)
		e := must.Get(New(c.name, m, p, Options{GPU: c.gpu, Start: s}))(t)
		before := must.Get(e.Energy())(t)
		must.Do(t, e.Step(c.steps))
		must.Do(t, e.Finish())
		after := must.Get(e.Energy())(t)
		e.Close()
		if d := math.Abs(after.Total()/before.Total() - 1); !(d <= c.within) {
			t.Errorf("%s at %g m: the energy changes by %.2g %%", c.name, c.height, 100*d)
		}
	}
}

// The walker that has walked 1,024 m walks as at the start, bit for bit.
func TestAWalkerFarAwayWalksAsAtTheStart(t *testing.T) {
	gltest.New(t)
	walksAlike(t, CPU, gpu.Options{}, 3000)
	walksAlike(t, GPU, gpu.Options{Pipeline: gpu.Fused}, 1000)
	if longTests() {
		walksAlike(t, GPU, gpu.Options{Pipeline: gpu.Resident}, 1000)
	}
}

// walksAlike lets the walker walk from zero and from 1,024 m away.
func walksAlike(t *testing.T, name string, o gpu.Options, steps int) {
	t.Helper()
	var at [2]model.Snapshot
	for k, x := range []float64{0, 1024} {
		s := must.Get(open.Scene("walker", scene.Options{}))(t)
		s.Start.RoundToFloat32() // float64 at 1,024 m has fewer bits behind the point
		for i := range s.Start.Position {
			s.Start.Position[i][0] += x
		}
		e := must.Get(New(name, s.Model, s.Params, Options{GPU: o, Start: s.Start}))(t)
		if is := e.Describe().Pipeline; name == GPU && is != o.Pipeline {
			t.Errorf("%s steps in place of %s", is, o.Pipeline)
		}
		must.Do(t, e.Step(steps))
		must.Do(t, e.Read(&at[k]))
		e.Close()
	}
	if fmt.Sprint(at[0].Position) != fmt.Sprint(at[1].Position) || at[1].Origin != (model.Vec3{1024, 0, 0}) {
		t.Errorf("%s %s: it walks otherwise from %v", name, o.Pipeline, at[1].Origin)
	}
	must.Be(t, at[0].Place(0)[0]-at[1].Place(0)[0]+1024, 0, "the way that it walked less, in m")
}
