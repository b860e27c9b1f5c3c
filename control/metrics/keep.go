package metrics

import (
	"math"
	"slices"

	"hooke/model"
)

// Numbers returns the sums of samples, for a checkpoint; see SetNumbers. The counts of Touch
// are not among them.
func (m *Meter) Numbers() []float64 {
	flag := 0.0
	if m.seen {
		flag = 1
	}
	out := []float64{flag, math.Float64frombits(uint64(m.Step)), float64(m.Samples), float64(len(m.reference)), float64(len(m.scale)), float64(len(m.lengths))}
	for _, x := range m.summed() {
		out = append(out, *x)
	}
	for _, x := range m.reference {
		out = append(out, x[:]...)
	}
	return append(append(out, m.scale...), m.lengths...)
}

// SetNumbers restores the result of Numbers of a meter with the same plan; false: they do not
// fit, and the meter is broken.
func (m *Meter) SetNumbers(numbers []float64) bool {
	sums := m.summed()
	const head = 6
	if len(numbers) < head+len(sums) {
		return false
	}
	reference, scale, lengths, rest := numbers[3], numbers[4], numbers[5], numbers[head+len(sums):]
	if reference != 0 && reference != float64(len(m.plan.moving)) || float64(len(rest)) != 3*reference+scale+lengths ||
		scale != 0 && scale != float64(len(m.plan.params.Actuators)) || lengths != 0 && lengths != float64(len(m.plan.actuated)) {
		return false
	}
	m.seen, m.Step, m.Samples = numbers[0] == 1, int64(math.Float64bits(numbers[1])), int64(numbers[2])
	for k, x := range sums {
		*x = numbers[head+k]
	}
	m.reference = nil
	for k := range int(reference) {
		m.reference = append(m.reference, model.Vec3(rest[3*k:3*k+3]))
	}
	rest = rest[3*int(reference):]
	m.scale, m.lengths = slices.Clone(rest[:int(scale)]), slices.Clone(rest[int(scale):])
	return m.Samples == 0 || len(m.reference) == len(m.plan.moving) && (m.plan.springs == nil || len(m.lengths) == len(m.plan.actuated))
}

// summed returns the numbers that samples change.
func (m *Meter) summed() []*float64 {
	s := &m.Sums
	out := []*float64{&s.Time, &s.Since, &s.Length, &s.Path, &s.Yaw, &s.Height, &s.LeastHeight, &s.Clearance, &s.Work, &s.WorkPositive, &s.Strain, &m.angle}
	for axis := range 3 {
		out = append(out, &s.Begin[axis], &s.Center[axis])
	}
	return out
}
