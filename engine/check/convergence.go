package check

import (
	"errors"
	"math"

	"hooke/cpuref"
	"hooke/model"
)

// Precise is an engine that gives its state without rounding it to float32.
type Precise interface {
	model.Engine
	model.StateReader
}

// Convergence holds the errors of an integrator at steps that halve.
type Convergence struct {
	DT    []float64 // steps [s], each half of the one before
	Error []float64 // largest error of a position at the end [m]
	Order []float64 // log2 of the ratio of each error to the next one
}

// Steps of a measurement: the coarsest, and how often it is halved.
const (
	coarsestSteps = 256
	halvings      = 3
)

// MeasureConvergence steps a smooth damped problem with engines that newEngine makes,
// at steps that halve, and compares them with the reference's RK4 at an eighth of the
// smallest step. The problem is a hanging chain with dampers, drag, a muscle and
// gravity, for a second: everything that an integrator treats except contacts, which
// are not smooth.
func MeasureConvergence(newEngine func(*model.Model, model.Params) (Precise, error), integrator model.Integrator) (Convergence, error) {
	m, p, start := smoothProblem()
	run := func(steps int, integrator model.Integrator, newEngine func(*model.Model, model.Params) (Precise, error)) (*model.State, error) {
		p := p
		p.DT, p.Integrator = 1/float64(steps), integrator
		e, err := newEngine(m, p)
		if err != nil {
			return nil, err
		}
		defer e.Close()
		var end model.State
		return &end, errors.Join(e.Reset(start), e.Step(steps), e.Finish(), e.ReadState(&end))
	}
	var out Convergence
	exact, err := run(coarsestSteps<<(halvings+3), model.RK4, func(m *model.Model, p model.Params) (Precise, error) { return cpuref.New(m, p) })
	if err != nil {
		return out, err
	}
	for k := range halvings + 1 {
		steps := coarsestSteps << k
		end, err := run(steps, integrator, newEngine)
		if err != nil {
			return out, err
		}
		worst := 0.0
		for i, x := range end.Position {
			worst = max(worst, x.Sub(exact.Position[i]).Len())
		}
		if k > 0 {
			out.Order = append(out.Order, math.Log2(out.Error[k-1]/worst))
		}
		out.DT, out.Error = append(out.DT, 1/float64(steps)), append(out.Error, worst)
	}
	return out, nil
}

// smoothProblem returns the chain. It moves, and hangs at an angle from a pinned mass.
func smoothProblem() (*model.Model, model.Params, *model.State) {
	const masses = 6
	m := &model.Model{
		Name:       "smooth",
		Materials:  []model.Material{{}, {Stiffness: 20, Damping: 0.3}},
		Pin:        make([]model.Pin, masses),
		ActuatorOf: make([]uint16, masses-1),
	}
	m.Pin[0] = model.PinAll
	start := &model.State{}
	for i := range masses {
		m.RestPosition = append(m.RestPosition, model.Vec3{0.1 * float64(i), 0, -0.02 * float64(i*i)})
		m.Mass = append(m.Mass, 0.1+0.01*float64(i))
		start.Position = append(start.Position, m.RestPosition[i])
		start.Velocity = append(start.Velocity, model.Vec3{0, 0.2 * float64(i), 0})
	}
	for s := range masses - 1 {
		m.Ends = append(m.Ends, model.Ends{uint32(s), uint32(s + 1)})
		m.RestLength = append(m.RestLength, m.RestPosition[s].Sub(m.RestPosition[s+1]).Len())
		m.MaterialOf = append(m.MaterialOf, 1)
		m.ActuatorOf[s] = uint16(s % 2) // every second spring is a muscle
	}
	return m, model.Params{
		Gravity:      model.Vec3{1, 0, -5},
		DragHalfLife: 0.8,
		Actuators:    []model.Actuator{{Name: "muscle", Amplitude: 0.2, Frequency: 1.5, Phase: 0.4}},
	}, start
}
