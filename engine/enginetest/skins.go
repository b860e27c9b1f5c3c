package enginetest

import (
	"math"
	"slices"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// A lattice of 5³ masses, 2 cm apart and 0.8 kg in all, displaces as many cubes of 2 cm: 0.1 m by
// 0.1 m by 0.1 m. It floats with 0.8 of its height, 0.08 m, under water, and heaves with
// ω² = ρ g A/m, T = 0.5674 s.
func raft(t *testing.T, on Subject) {
	const spacing, weight, density = 0.02, 0.8, 1000.0
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 5, Ny: 5, Nz: 5, Spacing: spacing, Mass: weight / 125, Stiffness: 2e3}))(t)
	total := 0.0
	for i := range m.MassCount() {
		total += m.MassAt(i)
	}
	for i := range m.Mass {
		m.Mass[i] *= weight / total
	}
	// The model's bottom lies at 0 and that of its cubes half a spacing below, so that 0.08 m are
	// immersed where the level is 0.07 m.
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Water: model.Water{Density: density, Level: 0.07, Damping: 8}}
	e := on.open(t, m, p)
	rest := after(t, e, must.Sized(18000, 25000))
	lowest, top := 0.0, 0.0
	for i := range rest.Position {
		if x := m.RestPosition[i]; x[2] == 0 {
			lowest += rest.Position[i][2] / 25
		} else {
			top = max(top, x[2])
		}
	}
	near(t, "immersed height", p.Water.Level-lowest+spacing/2, 0.08, 2e-4)

	p.Water.Damping, p.Water.Level = 0, 0.072 // 2 mm too deep, and less than half a cube: the slope is constant
	e = on.open(t, m, p)
	swing := heave(t, e, p.DT)
	near(t, "period of heaving", swing, 2*math.Pi/math.Sqrt(density*9.81*0.1*0.1/weight), 2e-3)
	if top != 4*spacing {
		t.Fatalf("the lattice is %g m high", top)
	}
}

// heave returns the time between two passages of the mean height upward [s], from a state at rest.
func heave(t *testing.T, e model.Engine, dt float64) float64 {
	t.Helper()
	height := func(s *model.State) (z float64) {
		for _, x := range s.Position {
			z += x[2]
		}
		return z / float64(len(s.Position))
	}
	var all []float64
	for range must.Sized(750, 1200) {
		all = append(all, height(after(t, e, 20)))
	}
	mean := (slices.Max(all) + slices.Min(all)) / 2
	var passed []float64
	for k := 1; k < len(all); k++ {
		if all[k-1] < mean && all[k] >= mean {
			passed = append(passed, (float64(k)-(all[k]-mean)/(all[k]-all[k-1]))*20*dt)
		}
	}
	if len(passed) < 3 {
		t.Fatalf("%d passages upward", len(passed))
	}
	return (passed[len(passed)-1] - passed[0]) / float64(len(passed)-1)
}

// A light mass goes with the water of a wave: once around in a period √(2π λ/g), and back to its
// height of the start.
func floatOnWave(t *testing.T, on Subject) {
	const length, amplitude = 2.0, 0.02
	m := modeltest.Free(0.1, model.Vec3{})
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Water: model.Water{Density: 1000, Drag: 1, Damping: 20,
		Wave: amplitude, WaveLength: length, WaveDirection: model.Vec3{1, 0, 0}, Bodies: []model.Displaced{{Density: 500}}}}
	e := on.open(t, m, p)
	period := math.Sqrt(2 * math.Pi * length / 9.81)
	after(t, e, int(3*period/p.DT)) // it has settled
	highest, lowest := -1.0, 1.0
	for range 100 {
		z := after(t, e, int(period/p.DT/100)).Position[0][2]
		highest, lowest = max(highest, z), min(lowest, z)
	}
	near(t, "height of its way", (highest-lowest)/2, amplitude, 0.1*amplitude)
	if math.Abs(highest+lowest) > 0.3*amplitude {
		t.Errorf("it swings between %g and %g m", lowest, highest)
	}
}

// A sunken mass with the density of water slows down as v0/(1 + v0 ρ CD h² t/(2 m)) by quadratic
// drag, and as e^(−γ t ρ/ρb) by damping.
func waterDrag(t *testing.T, on Subject) {
	const mass, speed = 1.0, 2.0
	m := modeltest.Free(mass, model.Vec3{0, 0, -5})
	side := math.Cbrt(mass / 1000)
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Water: model.Water{Density: 1000, Drag: 0.8, Bodies: []model.Displaced{{Density: 1000}}}}
	begin := &model.State{Position: m.RestPosition, Velocity: []model.Vec3{{speed, 0, 0}}}
	e := on.open(t, m, p)
	must.Do(t, e.Reset(begin))
	got := after(t, e, 500).Velocity[0]
	near(t, "speed after drag", got[0], speed/(1+speed*1000*0.8*side*side*0.5/(2*mass)), 2e-3*speed)
	near(t, "speed of sinking", got[2], 0, 1e-5)

	p.Water.Drag, p.Water.Damping, p.Water.Velocity = 0, 3, model.Vec3{0, 0.5, 0}
	e = on.open(t, m, p)
	must.Do(t, e.Reset(begin))
	got = after(t, e, 500).Velocity[0]
	near(t, "speed after damping", got[0], speed*math.Exp(-3*0.5), 2e-3*speed)
	near(t, "speed of the current", got[1], 0.5*(1-math.Exp(-3*0.5)), 2e-3)
}

// octahedron returns 6 masses of 0.1 kg at the ends of the axes at a distance r, and the skin of
// 8 triangles that encloses 4/3 r³.
func octahedron(r float64) *model.Model {
	m := modeltest.Free(0.1, model.Vec3{r, 0, 0}, model.Vec3{-r, 0, 0}, model.Vec3{0, r, 0}, model.Vec3{0, -r, 0}, model.Vec3{0, 0, r}, model.Vec3{0, 0, -r})
	for _, x := range []uint32{0, 1} {
		for _, y := range []uint32{2, 3} {
			for _, z := range []uint32{4, 5} {
				if (x+y+z)%2 == 0 { // an even number of them on negative sides, with 2 for y and 4 for z
					m.Triangles = append(m.Triangles, [3]uint32{x, y, z})
				} else {
					m.Triangles = append(m.Triangles, [3]uint32{x, z, y})
				}
			}
		}
	}
	return m
}

// All masses of an octahedron take the same force outward, p ∂V/∂r/6 with V = 4/3 r³: p (2/3) r².
// The scale of its start gives the volume.
func pressures(t *testing.T, on Subject) {
	const r, dt, mass = 0.1, 1e-5, 0.1
	m := octahedron(r)
	small := math.Cbrt(0.9)
	start := m.Start()
	for i := range start.Position {
		start.Position[i] = start.Position[i].Mul(small)
	}
	for name, c := range map[string]struct {
		pressure model.Pressure
		want     float64 // [Pa] at 0.9 V0
	}{
		"constant": {model.Pressure{Pressure: 500}, 500},
		"gas":      {model.Pressure{Kind: model.GasPressure, Pressure: 1000, Exponent: 1.4}, 17263.4},
		"liquid":   {model.Pressure{Kind: model.BulkPressure, Pressure: 100, Bulk: 2e5}, 100 + 2e4},
	} {
		e := on.open(t, m, model.Params{DT: dt, Pressures: []model.Pressure{c.pressure}})
		must.Do(t, e.Reset(start))
		got := after(t, e, 1)
		for i, v := range got.Velocity {
			want := m.RestPosition[i].Mul(1 / r).Mul(c.want * 2. / 3 * r * r * small * small / mass * dt)
			if d := v.Sub(want).Len(); d > 2e-5*want.Len() {
				t.Errorf("%s: mass %d has the velocity %v m/s after a step, want %v", name, i, v, want)
			}
		}
	}
	open := octahedron(r)
	open.Triangles = open.Triangles[1:]
	inward := octahedron(r)
	for k := range inward.Triangles {
		inward.Triangles[k][0], inward.Triangles[k][1] = inward.Triangles[k][1], inward.Triangles[k][0]
	}
	bare := octahedron(r)
	bare.Triangles = nil
	for name, m := range map[string]*model.Model{"open": open, "inside out": inward, "without triangles": bare} {
		if err := (model.Params{DT: dt, Pressures: []model.Pressure{{Pressure: 1}}}).ValidateFor(m); err == nil {
			t.Errorf("a skin that is %s took a pressure", name)
		}
	}
}
