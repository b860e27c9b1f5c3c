package check

import (
	"fmt"
	"math"

	"hooke/cpuref"
	"hooke/model"
	"hooke/physics"
)

// How many roundings the results of these passes may be off by; see
// springForceRoundings.
const (
	// Edges (1), their cross product (2), its size (4), n (5), u (4), |u| (4), n·u
	// (3), s (5) and the sum of drag and lift (6), a third (1): 35, and a margin.
	windRoundings = 48
	// Of the largest, a handle: X − x (1), k (1), V − v (1), c (1), the sum (1); a
	// motor: v·a (3), u − v·a, c, the limit and a (4), the signal (1).
	loadRoundings = 16
	// w = x − p (1), w·d (3), d rounded (1), its product (1), and w and x less it (2).
	guideRoundings = 16
)

// narrowed are forces as an engine takes them.
func narrowed(forces []model.Vec3) [][3]float32 {
	out := make([][3]float32, len(forces))
	for i, f := range forces {
		out[i] = [3]float32{float32(f[0]), float32(f[1]), float32(f[2])}
	}
	return out
}

// windPass compares the force of the air on every mass.
func (t *trial) windPass(s Subject, st *perturbed) error {
	want, _ := st.burdens(st.state)
	got, err := externalForces(s, st, "wind", make([]model.Vec3, st.model.MassCount()))
	if err != nil {
		return err
	}
	allowed := make([]float64, len(want))
	w, air := st.params.Wind, physics.SignalsOf(st.params, st.state.Time).Wind.Len()
	for _, corners := range st.model.Triangles {
		x, y, z := st.state.Position[corners[0]], st.state.Position[corners[1]], st.state.Position[corners[2]]
		speed := air
		for _, i := range corners {
			speed += st.state.Velocity[i].Len() / 3
		}
		size := w.Density() / 2 * (w.Drag + 3*w.Lift) * speed * speed * y.Sub(x).Len() * z.Sub(x).Len() / 6
		for _, i := range corners {
			allowed[i] += windRoundings * rounding * size
		}
	}
	t.externalRow("pass wind", want, got, allowed)
	return nil
}

// loadPass compares the external force on every mass, in addition to that of the wind, which
// has the same float32 values on both sides. Without wind the buffer holds NaN, which the
// pass must not read.
func (t *trial) loadPass(s Subject, st *perturbed) error {
	m, p := st.model, st.params
	before, _ := st.burdens(st.state)
	now := physics.SignalsOf(p, st.state.Time)
	want := make([]model.Vec3, m.MassCount())
	for i := range before {
		before[i] = roundVec(before[i])
		want[i] = before[i]
		if nan := math.NaN(); !p.Wind.Blows() {
			before[i] = model.Vec3{nan, nan, nan}
		}
	}
	cpuref.Load(want, m, p, &now, st.state.Position, st.state.Velocity)
	got, err := externalForces(s, st, "load", before)
	if err != nil {
		return err
	}

	// The terms of each sum, and their number.
	size, count := make([]float64, len(want)), make([]float64, len(want))
	add := func(i int, force float64) { size[i], count[i] = size[i]+force, count[i]+1 }
	for _, term := range loadTerms {
		if term.size != nil {
			term.size(st, &now, add)
		}
	}
	allowed := make([]float64, len(want))
	for i := range allowed {
		if p.Wind.Blows() {
			add(i, before[i].Len())
		}
		allowed[i] = (loadRoundings + count[i]) * rounding * size[i]
	}
	t.externalRow("pass load", want, got, allowed)
	return nil
}

// externalForces runs a pass of a subject on the perturbed state and reads the
// external forces, which were as given before.
func externalForces(s Subject, st *perturbed, pass string, before []model.Vec3) ([][3]float32, error) {
	if err := s.Reset(st.state); err != nil {
		return nil, err
	}
	forces := narrowed(append(make([]model.Vec3, st.model.SpringCount()), before...))
	if err := s.WriteForces(forces); err != nil {
		return nil, err
	}
	if err := s.RunPass(pass); err != nil {
		return nil, err
	}
	if err := s.ReadForces(forces); err != nil {
		return nil, err
	}
	return forces[st.model.SpringCount():], nil
}

// externalRow is the outcome of a pass that writes external forces.
func (t *trial) externalRow(check string, want []model.Vec3, got [][3]float32, allowed []float64) {
	detail, worst := "", newShares()
	for i := range want {
		if worst.add(i, distance(want[i], got[i]), allowed[i]) {
			detail = fmt.Sprintf("external force [N]: reference %v, got %v, allowed %.3g", want[i], got[i], allowed[i])
		}
	}
	t.add(Outcome{Check: check, Max: worst.max, RMS: worst.rms(), Tolerance: t.scale,
		WorstMass: worst.worst, WorstSpring: -1, Detail: "error / float32 rounding; " + detail}, false)
}

// guidePass compares every mass after the pass has run alone, at the end of a step. It works
// in place: masses without a guide must keep every bit.
func (t *trial) guidePass(s Subject, st *perturbed) error {
	m, p := st.model, st.params
	want := st.state.Clone()
	now := physics.SignalsOf(p, st.state.Time+p.DT)
	cpuref.Guide(want.Position, want.Velocity, m, p, &now)
	if err := s.Reset(st.state); err != nil {
		return err
	}
	if err := s.RunPass("guide"); err != nil {
		return err
	}
	var got model.Snapshot
	if err := s.Read(&got); err != nil {
		return err
	}

	guided := make([]bool, m.MassCount())
	for _, g := range p.Guides {
		cpuref.OnEach(m, g.Masses, func(i int) { guided[i] = true })
	}
	detail, worst := "", newShares()
	for i, x := range st.state.Position {
		allowedPosition := guideRoundings * rounding * (x.Len() + want.Position[i].Len() + m.RestPosition[i].Len())
		allowedVelocity := guideRoundings * rounding * max(st.state.Velocity[i].Len(), want.Velocity[i].Len())
		if !guided[i] {
			allowedPosition, allowedVelocity = 0, 0
		}
		if worst.add(i, distance(want.Position[i], got.Position[i]), allowedPosition) {
			detail = fmt.Sprintf("position [m]: before %v, reference %v, got %v, allowed %.3g", x, want.Position[i], got.Position[i], allowedPosition)
		}
		if worst.add(i, distance(want.Velocity[i], got.Velocity[i]), allowedVelocity) {
			detail = fmt.Sprintf("velocity [m/s]: before %v, reference %v, got %v, allowed %.3g",
				st.state.Velocity[i], want.Velocity[i], got.Velocity[i], allowedVelocity)
		}
	}
	t.add(Outcome{Check: "pass guide", Max: worst.max, RMS: worst.rms(), Tolerance: t.scale,
		WorstMass: worst.worst, WorstSpring: -1, Detail: "error / float32 rounding; " + detail}, false)
	return nil
}
