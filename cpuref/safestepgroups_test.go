package cpuref

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/order/random"
	"hooke/physics"
)

// randomHolds are springs on groups of a net, of any strength.
func randomHolds(seed uint64, p *model.Params, damped bool) {
	numbers := random.Stream(seed + 1000)
	size := func(lo, hi float64) float64 { return math.Exp2(lo + (hi-lo)*(numbers.Signed()+1)/2) }
	damping := func() float64 {
		if damped {
			return size(-4, 6)
		}
		return 0
	}
	p.Orients = []model.Orient{{Stiffness: size(4, 12), Damping: damping()}, {Up: model.Vec3{0, 0, 1}, Torsion: size(0, 6), Drag: damping() / 16}}
	p.Tracks = []model.Track{{Stiffness: size(4, 12), Damping: damping()}}
	p.Matchings = []model.Matching{{Stiffness: size(4, 12), Damping: damping()}}
}

// No random net with springs on its masses as a group diverges at 0.95 of its safe step.
func TestSafeStepOfSpringsOnGroups(t *testing.T) {
	const grown = 1e4
	nets, steps, tried := uint64(2), 4000, 0
	if longTests() {
		nets, steps = 100, 20_000
	}
	for _, integrator := range stableIntegrators() {
		for seed := range nets {
			m, p := randomNet(seed, false)
			p.Integrator = integrator
			randomHolds(seed, &p, seed%2 == 1)
			if p.ValidateFor(m) != nil {
				continue // too few masses move
			}
			tried++
			p.DT = 0.95 * physics.SafeStep(m, p)
			if got := growth(t, m, p, steps); !(got <= grown) {
				t.Errorf("%v, net %d: grew %.3g times at 0.95 of the safe step %.3g s", integrator, seed, got, p.DT/0.95)
			}
		}
	}
	if tried < int(nets) {
		t.Errorf("%d nets were tried", tried)
	}
}

// An octahedron whose skin is filled with a liquid breathes, and so does a triangle; one that turns is held by the damper of its
// motor, and one in water heaves. Each diverges above its safe step, and holds below.
func TestSafeStepOfOtherForcesOnGroupsIsExact(t *testing.T) {
	skin := modeltest.Free(2, model.Vec3{1, 0, 0}, model.Vec3{-1, 0, 0}, model.Vec3{0, 1, 0}, model.Vec3{0, -1, 0}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -1})
	for _, x := range []uint32{0, 1} {
		for _, y := range []uint32{2, 3} {
			for _, z := range []uint32{4, 5} {
				if (x+y+z)%2 == 0 {
					skin.Triangles = append(skin.Triangles, [3]uint32{x, y, z})
				} else {
					skin.Triangles = append(skin.Triangles, [3]uint32{x, z, y})
				}
			}
		}
	}
	for name, p := range map[string]model.Params{
		"liquid": {Pressures: []model.Pressure{{Kind: model.BulkPressure, Bulk: 1000}}},
		"gas":    {Pressures: []model.Pressure{{Kind: model.GasPressure, Pressure: 1e-3, Exponent: 1.4}}},
		"area":   {Areas: []model.Area{{Stiffness: 30}}},
		"ooze":   {Areas: []model.Area{{Stiffness: 1e-3, Damping: 30}}},
		"spin":   {Spins: []model.Spin{{Axis: model.Vec3{0, 0, 1}, Speed: 1e-9, Damping: 40}}},
		"water":  {Gravity: model.Vec3{0, 0, -10}, Water: model.Water{Density: 100, Bodies: []model.Displaced{{Density: 50}}}},
	} {
		m := skin
		if name == "water" { // half of each is immersed
			m = modeltest.Free(2, model.Vec3{}, model.Vec3{5, 0, 0})
		}
		if len(p.Areas) > 0 { // alone, a regular triangle has no mode that is softer than its bound
			m = modeltest.Free(2, model.Vec3{0.2, 0, 0}, model.Vec3{-0.1, math.Sqrt(3) / 10, 0}, model.Vec3{-0.1, -math.Sqrt(3) / 10, 0})
			m.Triangles = [][3]uint32{{0, 1, 2}}
		}
		for _, integrator := range stableIntegrators() {
			p.Integrator = integrator
			p.DT = 1
			if err := p.ValidateFor(m); err != nil {
				t.Fatal(err)
			}
			safe := physics.SafeStep(m, p)
			for share, holds := range map[float64]bool{0.95: true, 1.2: false} {
				p.DT = share * safe
				if got := growth(t, m, p, 2000); (got < 1e4) != holds {
					t.Errorf("%v, %s: grew %.3g times at %g of the safe step %g s", integrator, name, got, share, safe)
				}
			}
		}
	}
}

// Without springs between them, masses diverge above the safe step: each bound is exact.
func TestAboveTheSafeStepOfSpringsOnGroupsDiverges(t *testing.T) {
	m := modeltest.Free(2, model.Vec3{1, 0, 0}, model.Vec3{-1, 0, 0}, model.Vec3{0, 1, 0}, model.Vec3{0, -1, 0}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -1})
	for name, p := range map[string]model.Params{
		"orient, s":  {Orients: []model.Orient{{Stiffness: 50}}},
		"orient, d":  {Orients: []model.Orient{{Stiffness: 1e-3, Damping: 30}}},
		"orient, kθ": {Orients: []model.Orient{{Torsion: 400}}},
		"orient, cθ": {Orients: []model.Orient{{Torsion: 1e-3, Drag: 240}}},
		"upright":    {Orients: []model.Orient{{Up: model.Vec3{0.6, 0, 0.8}, Stiffness: 50}}},
		"track, s":   {Tracks: []model.Track{{Stiffness: 50}}},
		"track, d":   {Tracks: []model.Track{{Damping: 30, Stiffness: 1e-3}}},
		"shape, s":   {Matchings: []model.Matching{{Stiffness: 50}}},
		"shape, d":   {Matchings: []model.Matching{{Damping: 30, Stiffness: 1e-3}}},
	} {
		for _, integrator := range stableIntegrators() {
			p.Integrator = integrator
			safe := physics.SafeStep(m, p)
			if p.DT = 0.95 * safe; !(growth(t, m, p, 2000) < 1e4) {
				t.Errorf("%v, %s: diverged at 0.95 of the safe step %g s", integrator, name, safe)
			}
			if p.DT = 1.2 * safe; !(growth(t, m, p, 2000) > 1e6) {
				t.Errorf("%v, %s: grew %.3g times at 1.2 times the safe step %g s", integrator, name, growth(t, m, p, 2000), safe)
			}
		}
	}
}
