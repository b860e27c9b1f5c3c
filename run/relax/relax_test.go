package relax_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/run/relax"
	"hooke/scene"
	"hooke/scene/open"
)

// maker makes an engine for a test.
type maker func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable

// allEngines runs a test on the reference, on the fast CPU engine and on the device;
// single is for float32.
func allEngines(t *testing.T, test func(t *testing.T, newEngine maker, single bool)) {
	t.Run("reference", func(t *testing.T) {
		test(t, func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable {
			return must.Get(cpuref.New(m, p))(t)
		}, false)
	})
	t.Run("cpu", func(t *testing.T) {
		test(t, func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable {
			return must.Get(cpu.New(m, p, cpu.Options{Threads: 2}))(t)
		}, true)
	})
	t.Run("gpu", func(t *testing.T) {
		ctx := gltest.New(t)
		test(t, func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable {
			return must.Get(gpu.New(ctx, m, p, gpu.Options{}))(t)
		}, true)
	})
}

// settle relaxes a model from a start, nil meaning its own.
func settle(t *testing.T, newEngine maker, m *model.Model, p model.Params, start *model.State, o relax.Options) *relax.Result {
	t.Helper()
	result := must.Get(tryToSettle(t, newEngine, m, p, start, o))(t)
	t.Logf("%s: residual %.3g N of %.3g N after %d steps and %d stops", m.Name, result.Residual, result.Allowed, result.Steps, result.Peaks)
	for i, v := range result.State.Velocity {
		if v != [3]float32{} {
			t.Fatalf("mass %d has the velocity %v m/s, want none", i, v)
		}
	}
	return &result
}

func tryToSettle(t *testing.T, newEngine maker, m *model.Model, p model.Params, start *model.State, o relax.Options) (relax.Result, error) {
	t.Helper()
	e := newEngine(t, m, relax.Params(m, p, 0))
	defer e.Close()
	if start != nil {
		must.Do(t, e.Reset(start))
	}
	return relax.Run(context.Background(), e, m, o)
}

func earth() model.Params { return model.Params{Gravity: model.EarthGravity()} }

// A chain of mass μ per length, rest length S and axial rigidity EA between
// supports at one height hangs in the elastic catenary (Irvine, Cable
// Structures): with the horizontal tension H, a = H/μg, and the rest length s
// from its lowest point,
//
//	x = a asinh(s/a) + H s/EA      z = √(a² + s²) − a + μ g s²/(2 EA)
//	tension = √(H² + (μ g s)²)     and H such that x(S/2) is half of the span
//
// N links approach it with 1/N².
func TestHangingChainIsACatenary(t *testing.T) {
	const links, length, span = 100, 1.2, 1.0
	const weight = 0.05 * model.StandardGravity // μ g [N/m]
	const rigidity = 15.0                       // EA [N]: stretched by 2 %
	m := must.Get(build.Rope(build.RopeSpec{Masses: links + 1, Length: length, Span: span, Mass: 0.05 * length / links,
		Stiffness: rigidity / (length / links), DampingRatio: 0.05}))(t)
	m.Pin = make([]model.Pin, links+1)
	m.Pin[0], m.Pin[links] = model.PinAll, model.PinAll
	start := m.Start() // the arc lies flat; let it hang, or it swings across
	for i, x := range start.Position {
		start.Position[i] = model.Vec3{x[0], 0, -x[1]}
	}

	along := func(horizontal, s float64) float64 {
		a := horizontal / weight
		return a*math.Asinh(s/a) + horizontal*s/rigidity
	}
	horizontal := 0.0
	for low, high := 1e-3, 10.0; high-low > 1e-13; { // x(S/2) grows with H
		if horizontal = (low + high) / 2; along(horizontal, length/2) > span/2 {
			high = horizontal
		} else {
			low = horizontal
		}
	}
	height := func(s float64) float64 {
		a := horizontal / weight
		return math.Hypot(a, s) - a + weight*s*s/(2*rigidity)
	}
	sag := height(length / 2)

	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		shape, tension := 1e-4, 2e-4 // of the sag and of the tension: 1/N²
		o := relax.Options{Residual: 1e-8}
		if single {
			o.Residual = 3e-4 // N, 5 % of the weight of a mass: rounding leaves half of it
			shape, tension = 1e-3, 5e-3
		}
		got := settle(t, newEngine, m, earth(), start, o).State.State()
		worst := 0.0
		for i, x := range got.Position {
			s := length * (float64(i)/links - 0.5)
			worst = max(worst, math.Hypot(x[0]-along(horizontal, math.Abs(s))*math.Copysign(1, s), x[2]-(height(s)-sag)))
		}
		if !(worst <= shape*sag) {
			t.Errorf("off the catenary by %.3g m, tolerance %.3g", worst, shape*sag)
		}

		// The tension at the end is that of the first link and the weight of half
		// a link, which the pinned mass carries. Along the chain H is the same.
		pull := func(spring int) model.Vec3 {
			d := got.Position[m.Ends[spring][1]].Sub(got.Position[m.Ends[spring][0]])
			return d.Mul(m.Materials[1].Stiffness * (d.Len() - m.RestLength[spring]) / d.Len())
		}
		first := pull(0)
		first[2] -= weight * length / links / 2
		end := math.Hypot(horizontal, weight*length/2)
		mean := 0.0
		for spring := range m.Ends {
			mean += pull(spring)[0] / links
		}
		t.Logf("off by %.3g m of a sag of %.4g m; H = %.6g N, want %.6g; end tension %.6g N, want %.6g", worst, sag, mean, horizontal, first.Len(), end)
		if math.Abs(first.Len()/end-1) > tension || math.Abs(mean/horizontal-1) > tension {
			t.Errorf("end tension %.6g N and H = %.6g N, want %.6g and %.6g", first.Len(), mean, end, horizontal)
		}
	})
}

// A lattice dropped on the ground settles until the ground carries its weight.
func TestLatticeSettlesToItsWeight(t *testing.T) {
	s := must.Get(open.Scene("lattice", scene.Options{Size: [3]int{6, 6, 6}}))(t)
	weight := 0.0
	for _, mass := range s.Model.Mass {
		weight += mass * model.StandardGravity
	}
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		got := settle(t, newEngine, s.Model, s.Params, s.Start, relax.Options{Residual: 1e-6 * weight}).State.State()
		carried := 0.0
		for _, x := range got.Position {
			for _, c := range s.Params.Contacts {
				if depth, n := c.Depth(x); depth > 0 {
					carried += c.Stiffness * depth * n[2]
				}
			}
		}
		t.Logf("the ground carries %.8g N of %.8g N", carried, weight)
		const tolerance = 1e-3
		must.Hold(t, math.Abs(carried/weight-1) <= tolerance, "the ground carries %.6g N, want the weight %.6g N", carried, weight)
	})
}

// A cloth held along an edge hangs down from it: the springs of each row carry the rows below them.
func TestClothHangs(t *testing.T) {
	const side, mass, stiffness = 12, 1e-3, 100.0
	m := must.Get(build.Cloth(build.ClothSpec{Nx: side, Ny: side, Spacing: 0.02, Mass: mass,
		Stiffness: build.ClothStiffness{Structural: stiffness, Shear: stiffness / 4, Bend: stiffness / 100}, DampingRatio: 0.05}))(t)
	m.Pin = make([]model.Pin, m.MassCount())
	edge, _ := m.Group("edge")
	for _, i := range edge.Masses {
		m.Pin[i] = model.PinAll
	}
	total := mass * model.StandardGravity * side * (side - 1)
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		o := relax.Options{Residual: 1e-7 * total}
		if single {
			o.Residual = 1e-4 * total
		}
		got := settle(t, newEngine, m, earth(), nil, o).State.State()
		held := model.Vec3{} // the force on the pinned masses
		for spring, ends := range m.Ends {
			d := got.Position[ends[1]].Sub(got.Position[ends[0]])
			f := d.Mul(m.Materials[m.MaterialOf[spring]].Stiffness * (d.Len() - m.RestLength[spring]) / d.Len())
			if m.PinOf(int(ends[0])) == model.PinAll {
				held = held.Add(f)
			}
			if m.PinOf(int(ends[1])) == model.PinAll {
				held = held.Sub(f)
			}
		}
		tolerance := 1e-4
		if single {
			tolerance = 2e-3 // the residuals of a dozen masses add up
		}
		if off := held.Add(model.Vec3{0, 0, total}).Len() / total; off > tolerance {
			t.Errorf("the edge holds %v N, want %.6g N up", held, total)
		}
		low := math.Inf(1)
		for _, x := range got.Position {
			low = min(low, x[2])
		}
		if want := -0.02 * (side - 1); low > want*0.99 || low < want*1.1 {
			t.Errorf("hangs to %.4g m, want a little below %.4g m", low, want)
		}
	})
}

// A structure that does not come to rest is an error with the numbers and the state reached, in both ways:
// out of steps, and at the floor of single precision.
func TestNotSettling(t *testing.T) {
	m := must.Get(build.Rope(build.RopeSpec{Masses: 20, Length: 1, Mass: 0.01, Stiffness: 1e4}))(t)
	m.Pin = make([]model.Pin, 20)
	m.Pin[0], m.Pin[19] = model.PinAll, model.PinAll
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		_, err := tryToSettle(t, newEngine, m, earth(), nil, relax.Options{Residual: 1e-3, Steps: 50})
		var not *relax.NotSettledError
		if !errors.As(err, &not) || not.Steps != 50 || not.Residual <= 1e-3 || len(not.State.Position) != 20 {
			t.Fatalf("50 steps give %v, want a *relax.NotSettledError after 50 steps", err)
		}
		for _, word := range []string{"after 50 steps", "N (mass ", "allowed 0.001 N"} {
			must.Hold(t, strings.Contains(err.Error(), word), "the error %q does not say %q", err, word)
		}

		// A falling mass never rests.
		free := &model.Model{RestPosition: []model.Vec3{{0, 0, 1}}, Mass: []float64{1}, Materials: []model.Material{{}}}
		if _, err := tryToSettle(t, newEngine, free, earth(), nil, relax.Options{Steps: 1000}); !errors.As(err, &not) || math.Abs(not.Residual/model.StandardGravity-1) > 1e-6 {
			t.Errorf("a falling mass gives %v, want a residual of its weight", err)
		}
		if !single {
			return
		}
		_, err = tryToSettle(t, newEngine, m, earth(), nil, relax.Options{Residual: 1e-9})
		if !errors.As(err, &not) || not.Steps >= 1_000_000 || !strings.Contains(err.Error(), "rounding of single precision") {
			t.Errorf("1e-9 N in float32 gives %v, want an early error that names rounding", err)
		}
	})
}

// A structure at rest stays, bit for bit, and needs no options.
func TestAtRestAlready(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 0.5, Mass: 1, Stiffness: 100}))(t)
	start := m.Start()
	start.Step, start.Time = 7, 2.5
	allEngines(t, func(t *testing.T, newEngine maker, single bool) {
		only := *m // edges alone: lengths of 0.5 m are exact in float32
		only.Ends, only.RestLength, only.MaterialOf = nil, nil, nil
		for s := range m.Ends {
			if m.RestLength[s] == 0.5 {
				only.Ends, only.RestLength, only.MaterialOf = append(only.Ends, m.Ends[s]), append(only.RestLength, 0.5), append(only.MaterialOf, 1)
			}
		}
		got := settle(t, newEngine, &only, model.Params{}, start, relax.Options{})
		if got.Residual != 0 || got.Mass != -1 || got.State.Step != 7 || got.State.Time != 2.5 {
			t.Errorf("residual %g N on mass %d, step %d at %g s; want none, step 7 at 2.5 s", got.Residual, got.Mass, got.State.Step, got.State.Time)
		}
	})
}

// Masses that a factor makes heavier or lighter hang as far as their weight takes them.
func TestRestOfWeighedMasses(t *testing.T) {
	for _, factor := range []float64{1. / 64, 1, 64} {
		m := &model.Model{Name: "weighed", Mass: []float64{1, 0.2}, Pin: []model.Pin{model.PinAll, 0}, RestPosition: []model.Vec3{{0, 0, 1}, {0, 0, 0.5}},
			Materials: []model.Material{{}, {Name: "spring", Stiffness: 500}}}
		m.AddSpring(model.Ends{0, 1}, 0.5, 1)
		p := earth()
		p.MassFactors = []model.MassFactor{{Name: "bob", Masses: []uint32{1}, Factor: factor}}
		for name, newEngine := range map[string]maker{
			"reference": func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable {
				return must.Get(cpuref.New(m, p))(t)
			},
			"cpu": func(t *testing.T, m *model.Model, p model.Params) relax.Relaxable {
				return must.Get(cpu.New(m, p, cpu.Options{Threads: 1}))(t)
			},
		} {
			want := factor * 0.2 * 9.81 / 500
			result := settle(t, newEngine, m, p, nil, relax.Options{})
			if sag := 0.5 - float64(result.State.Position[1][2]); math.Abs(sag-want) > 2e-3*want+1e-7 {
				t.Errorf("%s: factor %g: it sags by %g m, want %g", name, factor, sag, want)
			}
		}
	}
}
