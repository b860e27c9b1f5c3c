package enginetest

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/grid"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order/random"
	"hooke/physics"
)

// folded returns a terrain over a rectangle with the heights of a function of x and y.
func folded(t *testing.T, columns, rows int, size [2]float64, height func(x, y float64) float64) model.Terrain {
	t.Helper()
	all := make([]float64, columns*rows)
	for k := range all {
		all[k] = height(size[0]*(float64(k%columns)/float64(columns-1)-0.5), size[1]*(float64(k/columns)/float64(rows-1)-0.5))
	}
	return model.Terrain{Heights: must.Get(grid.NewHeights(columns, rows, size, all))(t)}
}

// A terrain pushes with kc (H − z)/n_z along the normal of the triangle below a mass: two of a cell
// and one beyond the edge.
func terrainPushes(t *testing.T, on Subject) {
	s := folded(t, 3, 3, [2]float64{2, 2}, func(x, y float64) float64 { return 0.75*max(0, x) + 0.5*max(0, y)*max(0, -x) })
	s.Center = model.Vec3{3, 4, 1}
	for name, c := range map[string]struct {
		x, up  model.Vec3 // relative to the middle; n/n_z
		height float64
	}{
		"a slope":         {model.Vec3{0.5, -0.25, 0.25}, model.Vec3{-0.75, 0, 1}, 0.375},
		"the level part":  {model.Vec3{-0.5, -0.25, -0.5}, model.Vec3{0, 0, 1}, 0},
		"low y of a fold": {model.Vec3{-0.25, 0.5, 0}, model.Vec3{0, 0, 1}, 0},
		"the other part":  {model.Vec3{-0.75, 0.75, 0}, model.Vec3{0.5, -0.5, 1}, 0.25},
		"beyond the edge": {model.Vec3{9, 0.5, 0.5}, model.Vec3{0, 0, 1}, 0.75},
		"above":           {model.Vec3{0.5, -0.25, 0.5}, model.Vec3{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			solid := model.Contact{Shape: s, Stiffness: 1}
			e := on.open(t, modeltest.Free(1, c.x.Add(s.Center)), model.Params{DT: 1, Contacts: []model.Contact{solid}})
			want := c.up.Mul(max(0, c.height-c.x[2]))
			if got := after(t, e, 1).Velocity[0]; got.Sub(want).Len() > 1e-6 {
				t.Errorf("pushed with %v N, want %v", got, want)
			}
		})
	}
}

// A mass on a slope of a terrain slides where tan θ > μs, and only there: tried 0.1 % on both sides.
func massOnTerrain(t *testing.T, on Subject) {
	const mass, stiffness, steps = 0.3, 2000.0, 500
	for _, part := range []float64{0.999, 1.001} {
		tangent := part * slopeStatic
		s := folded(t, 6, 5, [2]float64{4, 4}, func(x, _ float64) float64 { return -tangent * x })
		p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{{Shape: s, Stiffness: stiffness, Damping: 20, StaticFriction: slopeStatic, KineticFriction: slopeKinetic}}}
		// At rest kc (H − z) carries the weight, less the part of it that friction holds up.
		angle := math.Atan(tangent)
		depth := mass * model.StandardGravity * math.Cos(angle) * math.Cos(angle) / stiffness
		e := on.open(t, modeltest.Free(mass, model.Vec3{0.1, 0.07, -tangent*0.1 - depth}), p)
		moved := after(t, e, steps).Position[0][0] - 0.1
		a := model.StandardGravity * (math.Sin(angle) - slopeKinetic*math.Cos(angle)) * math.Cos(angle)
		want := a * p.DT * p.DT * steps * (steps + 1) / 2
		if part < 1 && math.Abs(moved) > 1e-7 || part > 1 && math.Abs(moved/want-1) > 1e-3 {
			t.Errorf("tan θ = %g μs: moved by %.6g m, on a way of %.6g m if it slides", part, moved, want)
		}
	}
}

// A ball that slides over the creases of a rough ground without friction keeps its energy.
func creasesKeepEnergy(t *testing.T, on Subject) {
	numbers := random.Stream(9)
	s := folded(t, 17, 17, [2]float64{2, 2}, func(_, _ float64) float64 { return 0.04 * numbers.Signed() })
	m := modeltest.Free(0.1, model.Vec3{-0.8, -0.3, 0.06})
	p := model.Params{DT: 2e-5, Gravity: model.EarthGravity(), Contacts: []model.Contact{{Shape: s, Stiffness: 2000}}, Integrator: model.VelocityVerlet}
	e := on.open(t, m, p)
	start := m.Start()
	start.Velocity[0] = model.Vec3{1.2, 0.4, 0}
	must.Do(t, e.Reset(start))
	before := physics.EnergyOf(m, p, start).Total()
	end := after(t, e, 50_000)
	must.Hold(t, end.Position[0].Sub(start.Position[0]).Len() > 0.3, "the ball is at %v m", end.Position[0])
	// A step that straddles a crease sees the force of one side: of 0.2 J, at most 1e-5 J.
	must.Near(t, physics.EnergyOf(m, p, end).Total(), before, 1e-3*math.Abs(before), "energy after many creases")
}

// A mass that would cross a ridge in a step is set to where it enters it, and loses its speed into
// it; one that flies over it continues.
func ridgesCatch(t *testing.T, on Subject) {
	s := folded(t, 21, 5, [2]float64{2, 2}, func(x, _ float64) float64 { return max(0, 0.1-math.Abs(x)) })
	for height, caught := range map[float64]bool{0.05: true, 0.15: false} {
		p := model.Params{DT: 0.01, Contacts: []model.Contact{{Shape: s, Stiffness: 10}}}
		m := modeltest.Free(1, model.Vec3{-0.25, 0.1, height})
		e := on.open(t, m, p)
		start := m.Start()
		start.Velocity[0] = model.Vec3{50, 0, 0}
		must.Do(t, e.Reset(start))
		end := after(t, e, 1)
		got := caughtBy(t, e)
		if (got.Count == 1) != caught || caught && (math.Abs(end.Position[0][0]+0.05) > 1e-6 || math.Abs(end.Velocity[0][0]-25) > 1e-4 || math.Abs(end.Velocity[0][2]-25) > 1e-4) {
			t.Errorf("at a height of %g m: caught %d, at %v m with %v m/s", height, got.Count, end.Position[0], end.Velocity[0])
		}
	}
}
