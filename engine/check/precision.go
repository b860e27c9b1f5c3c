package check

import (
	"fmt"
	"math"
	"slices"

	"hooke/cpuref"
	"hooke/model"
	"hooke/order/random"
)

// precisionGain is how many times less error in its forces a precision above
// single must have.
const precisionGain = 100

// precisionStep is the step in which a subject that keeps no forces shows them [s].
const precisionStep = 1e-5

// Precision compares the forces that an engine computes for LongTruss with the reference, one
// row for each of the named precisions. The others must be a hundred times better than the
// first. Each precision starts from the state in float64 and keeps its digits of it.
func Precision(names []string, newSubject func(name string, m *model.Model, p model.Params) (Subject, error)) ([]Outcome, error) {
	scale, err := toleranceScale()
	if err != nil {
		return nil, err
	}
	m, state := LongTruss()
	want := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(want, m, nil, nil, state.Position, state.Velocity)
	sums := make([]model.Vec3, m.MassCount())
	cpuref.SumForces(sums, m, want, nil)
	meanSquare := func(forces []model.Vec3) (mean float64) {
		for _, f := range forces {
			mean += f.Dot(f) / float64(len(forces))
		}
		return mean
	}
	size, sumSize := meanSquare(want), meanSquare(sums)

	t := &trial{Case: Case{Name: "long truss"}}
	for i, name := range names {
		s, err := newSubject(name, m, model.Params{DT: precisionStep})
		if err != nil {
			return t.rows, fmt.Errorf("check: precision %s: %w", name, err)
		}
		got, want, size := [][3]float32(nil), want, size
		if name := integratePassOf(s); name == "fused-integrate" || slices.Contains(s.Passes(), resident) { // forces of springs stay in the pass
			got, err = massForcesOf(s, m, precisionStep, state)
			want, size = sums, sumSize
		} else {
			got, err = springForcesOf(s, m, state)
		}
		s.Close()
		if err != nil {
			return t.rows, fmt.Errorf("check: precision %s: %w", name, err)
		}
		row := Outcome{Check: "force error, " + name, WorstMass: -1, WorstSpring: -1}
		squares := 0.0
		for k := range want {
			wrong := distance(want[k], got[k])
			squares += wrong * wrong / float64(len(want))
			if share := wrong / math.Sqrt(size); !(share <= row.Max) {
				row.Max, row.WorstSpring = share, k
			}
		}
		row.RMS = math.Sqrt(squares / size)
		row.Detail = "|f − f_ref| / RMS of f_ref"
		// A position of up to 10 m is off by half a unit in the last place, 2^-21 m, a
		// stretch by a few of that, and the RMS stretch is about 3e-7 m.
		row.Tolerance = 8 * scale
		if i > 0 {
			row.Tolerance = t.rows[0].Max / precisionGain * scale
		}
		t.add(row, false)
	}
	return t.rows, nil
}

// springForcesOf returns the forces of springs that a subject computes at a state.
func springForcesOf(s Subject, m *model.Model, state *model.State) ([][3]float32, error) {
	got := make([][3]float32, m.SpringCount())
	if err := s.Reset(state); err != nil {
		return nil, err
	}
	if err := s.RunPass("spring-force"); err != nil {
		return nil, err
	}
	return got, s.ReadForces(got)
}

// LongTruss returns a structure 10 m long of springs from 0.01 to 1 m, strained by
// about 1e-6: in single precision L − L0 is mostly rounding there.
func LongTruss() (*model.Model, *model.State) {
	const length, width = 10, 0.3
	numbers := random.Stream(11)
	share := func() float64 { return (numbers.Signed() + 1) / 2 } // uniform in [0, 1)
	m := &model.Model{Name: "long truss", Materials: []model.Material{{}, {Stiffness: 1000}}}
	for x := 0.0; x < length; x += 0.01 * math.Pow(100, share()) / 3 {
		m.RestPosition = append(m.RestPosition, model.Vec3{x, width * share(), width * share()})
		m.Mass = append(m.Mass, 0.1)
	}
	for b := range m.RestPosition {
		for a := max(0, b-6); a < b; a++ {
			long := m.RestPosition[b].Sub(m.RestPosition[a]).Len()
			if long < 0.01 || long > 1 {
				continue
			}
			m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
			m.RestLength = append(m.RestLength, long/(1+1e-6*(0.5+share())))
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	return m, m.Start()
}
