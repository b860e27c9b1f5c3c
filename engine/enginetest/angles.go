package enginetest

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

// joint returns an arm of 0.1 m with 0.1 kg at its end, at an angle below the horizontal about the
// origin [rad]. Its masses are a held one above, the held origin, the end, and a held one under it.
func joint(below float64) *model.Model {
	sin, cos := math.Sincos(below)
	m := modeltest.Free(0.1, model.Vec3{0, 0, 0.1}, model.Vec3{}, model.Vec3{0.1 * cos, 0, -0.1 * sin}, model.Vec3{0, 0, -0.1})
	m.Pin = []model.Pin{model.PinAll, model.PinAll, 0, model.PinAll}
	m.Materials = append(m.Materials, model.Material{Stiffness: 1e5})
	m.Ends, m.RestLength, m.MaterialOf = []model.Ends{{1, 2}}, []float64{0.1}, []uint16{1}
	return m
}

// droop returns the angle of the arm below the horizontal [rad].
func droop(s *model.State) float64 { return math.Atan2(-s.Position[2][2], s.Position[2][0]) }

// An arm that a limit holds up sags by the root of k δ = m g L cos δ; one that turns into the limit
// comes out after half a period with the opposite speed.
func limit(t *testing.T, on Subject) {
	const k, dt, swing = 1.0, 1e-4, 0.5
	stop := model.Limit{Points: [][]uint32{{0}, {1}, {2}}, Max: math.Pi / 2, Stiffness: k, Damping: 0.06}
	p := model.Params{DT: dt, Gravity: model.EarthGravity(), Limits: []model.Limit{stop}}
	near(t, "sag", droop(after(t, on.open(t, joint(0.2), p), 6000)), 0.097633, 1e-5)

	// Without gravity the mass leaves the limit after π √(I/k), with I = 0.001 kg m².
	moving := func(m *model.Model, speed float64, l model.Limit, steps int) *model.State {
		start := m.Start()
		arm := m.RestPosition[2]
		start.Velocity[2] = model.Vec3{arm[2], 0, -arm[0]}.Mul(speed) // down
		return reached(t, on, m, model.Params{DT: dt, Limits: []model.Limit{l}}, start, steps)
	}
	stop.Damping = 0
	const way = 0.099346
	least := model.Limit{Points: [][]uint32{{2}, {1}, {3}}, Min: math.Pi / 2, Max: math.Pi, Stiffness: k}
	for _, l := range []model.Limit{stop, least} {
		s := moving(joint(0), swing, l, int(math.Round(way/dt)))
		near(t, "angle when it turns back", droop(s), 0, swing*dt)
		near(t, "speed when it turns back", s.Velocity[2][2]/0.1, swing, 2e-3)
	}

	// Inside there is no torque, not even of the damper, and the damper never pulls on a mass that leaves.
	stop.Damping = 0.06
	near(t, "speed inside", moving(joint(-1), -swing, stop, 500).Velocity[2].Len()/0.1, swing, 2e-4)
	near(t, "speed on the way out", moving(joint(0.1), -20, stop, 1).Velocity[2].Len()/0.1, 20, 1e-3)
	s := moving(joint(0.1), -0.5, stop, 1) // k δ > c ω: it still pushes
	near(t, "speed by spring and damper", s.Velocity[2].Len()/0.1, 0.5+dt*(0.1*k-0.06*0.5)/1e-3, 1e-4)
}

// A hinge of two triangles folds freely between its bounds. Beyond, it turns back; folded past
// half a turn, the nearer bound counts.
func hingeLimit(t *testing.T, on Subject) {
	at := func(theta float64) *model.Model {
		sin, cos := math.Sincos(theta)
		m := modeltest.Free(0.1, model.Vec3{0.05, 0.1, 0}, model.Vec3{}, model.Vec3{0.1}, model.Vec3{0.05, -0.1 * cos, 0.1 * sin})
		m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll, 0}
		return m
	}
	of := func(s *model.State) float64 { return math.Atan2(s.Position[3][2], -s.Position[3][1]) }
	sign := 1.0
	if theta := angleOf(at(0.5)); theta < 0 {
		sign = -1 // the fold has the sign of the order of points
	}
	for _, c := range []struct{ start, min, max, toward float64 }{
		{0.3, -0.5, 0.5, 0},  // inside
		{0.8, -0.5, 0.5, -1}, // beyond the largest
		{-0.8, -0.5, 0.5, 1}, // beyond the least
		{3, -2, 2.5, -1},     // far beyond the largest
		{-3, -2.5, 2.0, 1},   // far beyond the least
		{-3.1, -1, 3.0, -1},  // past half a turn from the largest, which is nearer
		{3.1, -3.0, 1, 1},    // past half a turn from the least, which is nearer
	} {
		l := model.Limit{Points: [][]uint32{{0}, {1}, {2}, {3}}, Min: c.min, Max: c.max, Stiffness: 0.1}
		if sign < 0 {
			l.Min, l.Max = -c.max, -c.min
		}
		m := at(c.start)
		s := reached(t, on, m, model.Params{DT: 1e-3, Limits: []model.Limit{l}}, m.Start(), 2)
		moved := spring.Wrap(of(s) - c.start)
		if c.toward == 0 && moved != 0 && math.Abs(moved) > 1e-7 || moved*c.toward < 0 || c.toward != 0 && math.Abs(moved) < 1e-5 {
			t.Errorf("from %g rad with bounds %g and %g it turns by %g rad", c.start, c.min, c.max, moved)
		}
	}
}

// angleOf returns the angle at rest of a hinge of the first four masses, as a limit has it.
func angleOf(m *model.Model) float64 {
	theta, _ := spring.Hinge([4]model.Vec3{m.RestPosition[1], m.RestPosition[2], m.RestPosition[0], m.RestPosition[3]})
	return theta
}

// foldedSheet returns a sheet of 5 × 5 masses that rests folded by a right angle along its middle, and
// its hinges, with free edges and springs along all edges of its triangles.
func foldedSheet(t *testing.T) (*model.Model, model.Bend) {
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 5, Ny: 5, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 100, Shear: 100}, DampingRatio: 0.3}))(t)
	for i, x := range m.RestPosition {
		if x[0] > 0 {
			m.RestPosition[i] = model.Vec3{0, x[1], x[0]}
		}
	}
	for s, ends := range m.Ends {
		m.RestLength[s] = m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len()
	}
	hinges := materials.Bending{Rigidity: 0.01, DampingRatio: 0.3}.OfTriangles(m, m.Triangles)
	return m, model.Bend{Name: "sheet", Hinges: hinges}
}

// A sheet that rests folded keeps its fold, and returns to it. Free, it gains no momentum and does
// not turn by itself, as one with wrong gradients does.
func bending(t *testing.T, on Subject) {
	m, b := foldedSheet(t)
	p := model.Params{DT: 2e-4, Bends: []model.Bend{b}}
	folds := func(s *model.State) (worst float64) {
		for _, h := range b.Hinges {
			theta, _ := spring.Hinge([4]model.Vec3{s.Position[h.Masses[0]], s.Position[h.Masses[1]], s.Position[h.Masses[2]], s.Position[h.Masses[3]]})
			worst = max(worst, math.Abs(spring.Wrap(theta-h.Rest)))
		}
		return worst
	}
	near(t, "angle of a fold at rest", folds(after(t, on.open(t, m, p), 500)), 0, 1e-4)
	start := disturbed(m, 0.01)
	clear(start.Velocity)
	must.Hold(t, folds(start) > 0.05, "the sheet is not disturbed")
	slowed := p
	slowed.DragHalfLife = 0.1
	end := reached(t, on, m, slowed, start, 20000)
	near(t, "angle of a disturbed fold", folds(end), 0, 1e-4)
	middle := reached(t, on, m, p, start, 200)
	angular, momentum := turned(m, middle)
	most := 0.0
	for _, v := range middle.Velocity {
		most = max(most, v.Len())
	}
	must.Hold(t, most > 0.05, "the disturbed sheet does not move: %g m/s", most)
	near(t, "angular momentum of a disturbed fold", angular.Len(), 0, 2e-8)
	near(t, "momentum of a disturbed fold", momentum.Len(), 0, 2e-7)
}

// A chain that is clamped at one end carries its own weight as a beam: masses of m at distances of
// ℓ sag by the sum over its hinges, of which the one at the wall is twice as stiff.
func bentChain(t *testing.T, on Subject) {
	const n, length, rigidity, kg = 4, 0.1, 0.1, 1e-3
	var at []model.Vec3
	for i := range n + 2 {
		at = append(at, model.Vec3{length * float64(i-1)})
	}
	m := modeltest.Free(kg, at...)
	m.Pin = make([]model.Pin, len(at))
	m.Pin[0], m.Pin[1] = model.PinAll, model.PinAll
	m.Materials = append(m.Materials, model.Material{Stiffness: 2e3, DampingRatio: 0.5})
	for i := range uint32(n + 1) {
		m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{i, i + 1}), append(m.RestLength, length), append(m.MaterialOf, 1)
	}
	hinges := materials.Bending{Rigidity: rigidity, DampingRatio: 0.5}.OfChain(m, m.Ends)
	const weight = kg * 1.0
	want := 0.0 // of the tip: each hinge turns by its moment over k, and carries the tip along
	for j := range n {
		moment := 0.0
		for i := j + 1; i <= n; i++ {
			moment += weight * length * float64(i-j)
		}
		want += moment / hinges[j].Stiffness * length * float64(n-j)
	}
	p := model.Params{DT: 1e-4, Gravity: model.Vec3{0, 0, -1}, DragHalfLife: 0.05, Bends: []model.Bend{{Hinges: hinges}}}
	s := after(t, on.open(t, m, p), 20000)
	near(t, "sag of a clamped chain", -s.Position[n+1][2]/want, 1, 2e-3)
	must.Hold(t, want < 0.02*n*length, "the chain sags by %g m, too far for a small angle", want)
}
