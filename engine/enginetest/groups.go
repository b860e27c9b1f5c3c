package enginetest

import (
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// bar returns a cube of 8 masses of 0.1 kg at (±a, ±a, ±a) with a² = 0.0025 m², stiff springs
// along all pairs, and nothing that pins it. Its inertia about any axis through its center is
// 8 · 0.1 kg · 2a² = 0.004 kg·m².
// Its sides are triangles that turn outward.
func bar() *model.Model {
	const a = 0.05
	var corners []model.Vec3
	for k := range 8 {
		corners = append(corners, model.Vec3{a * float64(2*(k&1)-1), a * float64(k&2-1), a * float64(k&4/2-1)})
	}
	m := modeltest.Free(0.1, corners...)
	m.Materials = []model.Material{{}, {Stiffness: 1e5, Damping: 5}}
	for i := range corners {
		for j := range i {
			m.Ends = append(m.Ends, model.Ends{uint32(j), uint32(i)})
			m.RestLength = append(m.RestLength, corners[i].Sub(corners[j]).Len())
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	for _, q := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		m.Triangles = append(m.Triangles, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]})
	}
	return m
}

// turned returns Σ m x × v of a state [kg·m²/s], and the sum of momenta [kg·m/s].
func turned(m *model.Model, s *model.State) (angular, momentum model.Vec3) {
	for i := range s.Position {
		x, v := s.Position[i], s.Velocity[i]
		angular = angular.Add(x.Cross(v).Mul(m.MassAt(i)))
		momentum = momentum.Add(v.Mul(m.MassAt(i)))
	}
	return angular, momentum
}

// An angular motor brings a cube from rest to ω = Ω (1 − e^(−c t/I)), by a torque without a
// force. Steps of Euler make (1 − c dt/I)^n of the power.
func spin(t *testing.T, on Subject) {
	const inertia, damping, speed, dt = 0.004, 0.004, 2 * math.Pi, 5e-5
	m := bar()
	p := model.Params{DT: dt, Spins: []model.Spin{{Axis: model.Vec3{0, 0, 1}, Speed: speed, Damping: damping}}}
	got := after(t, on.open(t, m, p), 20000)
	angular, momentum := turned(m, got)
	near(t, "angular momentum after 1 s", angular[2], 0.015887, 4e-6)
	near(t, "angular speed after 1 s", angular[2]/inertia, speed*(1-math.Exp(-1)), 1e-3)
	near(t, "momentum", momentum.Len(), 0, 1e-6)
	near(t, "angular momentum across the axis", math.Hypot(angular[0], angular[1]), 0, 1e-6)

	p.Spins[0].Limit = 0.002 // less than cΩ: L = τ t, and the table halves the speed that it may reach
	p.Spins[0].Table = model.Curve{At: []float64{0}, Value: []float64{0.5}}
	angular, _ = turned(m, after(t, on.open(t, m, p), 2000))
	near(t, "angular momentum by the limit", angular[2], 0.002*0.1, 1e-7)
	p.Spins[0].Masses = []uint32{0, 1}
	if err := p.ValidateFor(m); err == nil {
		t.Error("two masses, which cannot turn as a body, got an angular motor")
	}
}

// Groups returns the cases of forces on groups.
func Groups() []Case {
	return []Case{
		{"an angular motor", spin},
		{"a raft floats and heaves", raft},
		{"a wave carries a float around", floatOnWave},
		{"water slows by its drag", waterDrag},
		{"gas and liquid in a skin", pressures},
		{"a stretched triangle", stretchedTriangle},
		{"a ring of areas breathes", breathing},
		{"an orientation spring", orient},
		{"an upright spring", upright},
		{"a tracking spring", track},
		{"shape matching", matched},
		{"a limit of an angle", limit},
		{"a limit of a hinge", hingeLimit},
		{"a folded sheet", bending},
		{"a chain that bends", bentChain},
		{"a tiny body turns", tiny},
		{"ledgers of forces on groups close", groupLedgers},
		{"an arm falls into a limit", fallIntoLimit},
		{"an arm turns in a limit", turnInLimit},
		{"paths work on angles", pathsWorkOnAngles},
		{"a ring rubs on the ground", ringRubs},
		{"a limit changes under an arm", limitChanges},
	}
}

// groupLoads puts each force on a group on a moving cube of 8 masses.
func groupLoads() map[string]func(p *model.Params) {
	return map[string]func(p *model.Params){
		"spin": func(p *model.Params) {
			p.Spins = []model.Spin{{Masses: []uint32{0, 1, 2, 3, 5}, Axis: model.Vec3{0.6, 0, 0.8}, Speed: 20, Damping: 0.01}}
		},
		"water": func(p *model.Params) {
			p.Water = model.Water{Density: 1000, Drag: 1, Damping: 2, Wave: 0.01, WaveLength: 0.5, WaveDirection: model.Vec3{1, 0, 0}, Bodies: []model.Displaced{{Density: 700}}}
		},
		"gas": func(p *model.Params) {
			p.Pressures = []model.Pressure{{Kind: model.GasPressure, Pressure: 2000, Exponent: 1.4}, {Kind: model.BulkPressure, Bulk: 1e4}}
		},
		"orient": func(p *model.Params) {
			p.Orients = []model.Orient{{Masses: []uint32{0, 1, 2, 3, 5}, Turn: model.Vec3{0, 1, 1}, Table: model.Curve{At: []float64{0, 0.1}, Value: []float64{0, 1}},
				Stiffness: 400, Damping: 20, Torsion: 0.1, Drag: 0.01}, {Up: model.Vec3{0.6, 0, 0.8}, Axis: model.Vec3{0, 0, 1}, Stiffness: 400, Damping: 10}}
		},
		"track": func(p *model.Params) {
			p.Tracks = []model.Track{{Masses: []uint32{0, 1, 2, 3, 5}, Path: model.Path{Velocity: model.Vec3{1, 0, 0}, Amplitude: model.Vec3{0, 0.1, 0}, Frequency: 5}, Stiffness: 400, Damping: 20}}
		},
		"shape": func(p *model.Params) {
			p.Matchings = []model.Matching{{Masses: []uint32{0, 1, 2, 3, 5}, Stiffness: 4e4, Damping: 50}}
			p.Gravity = model.Vec3{}
		},
		"limit": func(p *model.Params) {
			p.Limits = []model.Limit{{Points: [][]uint32{{0}, {1, 2}, {3}}, Max: 1.2, Stiffness: 0.5, Damping: 1e-3},
				{Points: [][]uint32{{0}, {1}, {2}, {7}}, Min: -0.4, Max: 0.4, Stiffness: 0.5, Damping: 1e-3}}
		},
		"area": func(p *model.Params) {
			p.Areas = []model.Area{{Stiffness: 50, Damping: 0.05}, {Masses: []uint32{0, 1, 2, 3, 4}, Stiffness: 20}}
		},
		"bend": func(p *model.Params) {
			p.Bends = []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{1, 2, 0, 7}, Stiffness: 0.5, Damping: 1e-3, Rest: 0.2}, {Masses: [4]uint32{0, 1, 3, 0}, Stiffness: 0.5, Damping: 1e-3, Rest: 1}}}}
		},
	}
}

// The energy from a force on a group is the cube's gain, and its dampers' dissipation. It is work of
// an external force, unless the force has an elastic energy. In the short form each force has one integrator.
func groupLedgers(t *testing.T, on Subject) {
	loads := groupLoads()
	for k, name := range slices.Sorted(maps.Keys(loads)) {
		for n, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			if !must.Long() && n != k%3 {
				continue // each load with one of them
			}
			m, load := bar(), loads[name]
			p := model.Params{DT: 2e-5, Integrator: integrator, Ledger: true, Gravity: model.EarthGravity()}
			load(&p)
			must.Do(t, p.ValidateFor(m))
			e := on.open(t, m, p)
			must.Do(t, e.Reset(disturbed(m, 1e-3)))
			must.Do(t, e.Step(must.Sized(1250, 2500)))
			l := must.Get(keeperOf(t, e).Ledger())(t)
			if !(l.Closure() < 2e-3) || (math.Abs(l.External) > 1e-6) == p.ElasticGroups() {
				t.Errorf("%s, %v: the ledger closes to %.2g with %g J of work: %+v", name, integrator, l.Closure(), l.External, l)
			}
		}
	}
}
