package check

import (
	"errors"
	"fmt"
	"slices"

	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
)

// Bounds on the energy of an engine.
const (
	// DriftTolerance is how far the mean total energy of a free, undamped lattice
	// may be in the last 1,000 of 10⁵ steps from that in the first 1,000, as a part
	// of it: the integrators turn about an energy that they keep.
	DriftTolerance = 1e-3
	// SingleDriftTolerance is the same in float32, whose rounding of a position is
	// a random walk of 10⁵ steps.
	SingleDriftTolerance = 1e-2
	// ClosureTolerance is how much of the energy exchanged the ledger may leave
	// unexplained at a 20th of the safe step.
	ClosureTolerance = 2e-3
)

const (
	driftSteps  = 100_000
	driftWindow = 1_000 // steps over which a mean is taken
	driftEvery  = 5     // steps between samples
	driftPart   = 4     // of the safe step

	closureTime = 0.2 // [s]
	closurePart = 20  // of the safe step
)

// Energy proves that an engine keeps energy and accounts for it. A row for each
// integrator that keeps energy has its drift; rows for each integrator whose ledger
// closes have the closure, for a body that moves by itself and for one that loads and a
// path move. drift is the tolerance, DriftTolerance or SingleDriftTolerance. Runs are
// shorter than 10⁵ steps and 0.2 s by the factor shorter; 1 is the whole proof. The
// error says that the proof could not be carried out.
func Energy(drift float64, shorter int, newEngine func(*model.Model, model.Params) (model.Engine, error)) ([]Outcome, error) {
	scale, err := toleranceScale()
	if err != nil {
		return nil, err
	}
	t := &trial{Case: Case{Name: "free lattice"}, scale: scale}
	for _, integrator := range keepingIntegrators() {
		if err := t.drift(integrator, drift, driftSteps/shorter, newEngine); err != nil {
			return t.rows, fmt.Errorf("check: energy: %v: %w", integrator, err)
		}
	}
	for _, integrator := range closingIntegrators() {
		for _, loaded := range []bool{false, true} {
			if err := t.closure(integrator, loaded, closureTime/float64(shorter), newEngine); err != nil {
				return t.rows, fmt.Errorf("check: energy: %v: %w", integrator, err)
			}
		}
	}
	return t.rows, nil
}

// integratorsThat returns the integrators whose method has a property.
func integratorsThat(have func(model.Method) bool) []model.Integrator {
	return slices.DeleteFunc(model.Integrators(), func(i model.Integrator) bool { return !have(i.Method()) })
}

// keepingIntegrators returns the integrators that keep an energy near the true one.
func keepingIntegrators() []model.Integrator {
	return integratorsThat(func(m model.Method) bool { return m.Bounded })
}

// closingIntegrators returns the integrators whose ledgers close. Explicit Euler creates
// energy, (ω dt)² of it in each step, which its ledger shows.
func closingIntegrators() []model.Integrator {
	return integratorsThat(func(m model.Method) bool { return m.Closes })
}

// drift measures the change of the mean total energy.
func (t *trial) drift(integrator model.Integrator, tolerance float64, steps int, newEngine func(*model.Model, model.Params) (model.Engine, error)) error {
	m := block(3, model.Material{Stiffness: 500})
	start := strained(m)
	p := model.Params{Integrator: integrator}
	p.DT = physics.SafeStep(m, p) / driftPart
	e, err := newEngine(m, p)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := e.Reset(start); err != nil {
		return err
	}
	mean := func() (sum float64, err error) {
		for range driftWindow / driftEvery {
			if err := e.Step(driftEvery); err != nil {
				return 0, err
			}
			energy, err := e.Energy()
			if err != nil {
				return 0, err
			}
			sum += energy.Total() * driftEvery / driftWindow
		}
		return sum, nil
	}
	first, err := mean()
	if err != nil {
		return err
	}
	for range steps/driftWindow - 2 { // in parts, so that a device's queue stays short
		if err := e.Step(driftWindow); err != nil {
			return err
		}
		if err := e.Finish(); err != nil {
			return err
		}
	}
	last, err := mean()
	if err != nil {
		return err
	}
	change := share(last-first, first)
	t.add(Outcome{Check: "energy drift, " + integrator.String(), Max: change, RMS: change, Tolerance: tolerance * t.scale,
		WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("change / mean total energy; in the first and last %d of %d steps at dt_safe/%d: %.9g J and %.9g J",
			driftWindow, steps, driftPart, first, last)}, false)
	return nil
}

// closure measures the unexplained part of the ledger, for a damped, driven block that slides
// on the ground with friction, with or without loads.
func (t *trial) closure(integrator model.Integrator, loaded bool, time float64, newEngine func(*model.Model, model.Params) (model.Engine, error)) error {
	m := block(3, model.Material{Stiffness: 200, Damping: 0.05})
	t.Name = "muscle on the ground"
	p := model.Params{
		Integrator: integrator, Gravity: model.EarthGravity(), DragHalfLife: 0.2, Ledger: true,
		Contacts: []model.Contact{model.Ground(-0.002, 500, 0.05).WithFriction(0.6, 0.5)},
	}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 4) // one in four is passive
	}
	for i, wave := range []model.Wave{model.Sine, model.Square, model.Sawtooth} {
		p.Actuators = append(p.Actuators, model.Actuator{Name: wave.String(), Wave: wave, Amplitude: 0.1, Frequency: 10, Phase: 2 * float64(i)})
	}
	if loaded {
		t.Name = "muscle, loaded"
		for i := range p.Actuators {
			p.Actuators[i].Amplitude /= 4 // the work of the loads is the larger one
		}
		load(m, &p)
	}
	p.DT = physics.SafeStep(m, p) / closurePart
	e, err := newEngine(m, p)
	if errors.Is(err, model.ErrUnsupported) { // an engine need not keep a ledger
		return nil
	}
	if err != nil {
		return err
	}
	defer e.Close()
	keeper, ok := model.As[model.LedgerKeeper](e)
	if !ok {
		return fmt.Errorf("%s keeps no ledger", e.Describe().Engine)
	}
	steps := int(time / p.DT)
	for done := 0; done < steps; {
		n := min(driftWindow, steps-done)
		if err := e.Step(n); err != nil {
			return err
		}
		if err := e.Finish(); err != nil {
			return err
		}
		done += n
	}
	l, err := keeper.Ledger()
	if err != nil {
		return err
	}
	t.add(Outcome{Check: "ledger closes, " + integrator.String(), Max: l.Closure(), RMS: l.Closure(), Tolerance: ClosureTolerance * t.scale,
		WorstMass: -1, WorstSpring: -1,
		Detail: fmt.Sprintf("unexplained / exchanged; %.3g of %.3g J after %d steps at dt_safe/%d: %+v", l.Residual(), l.Exchanged(), steps, closurePart, l)},
		min(l.Damping, l.ContactDamping, l.Drag, l.Friction) <= 0 || l.Actuators == 0 || loaded && (l.External == 0 || l.Constraints == 0))
	return nil
}

// load puts every kind of load on the block and moves its upper corner.
func load(m *model.Model, p *model.Params) {
	top := uint32(m.MassCount() - 1)
	for _, term := range loadTerms {
		term.block(m, p)
	}
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[top] = model.PinAll
	p.Guides = []model.Guide{{Name: "grip", Kind: model.OnPath, Masses: []uint32{top}, Path: model.Path{Velocity: model.Vec3{0, 0, 0.02}, Amplitude: model.Vec3{0.004, 0, 0.002}, Frequency: 8}},
		{Name: "rail", Masses: []uint32{22}, Direction: model.Vec3{1, 0, 0}}}
}

// block returns a cube of n masses of 1 g along a side, 1 cm apart, each joined to
// its neighbors along the axes and the diagonals.
func block(n int, material model.Material) *model.Model {
	m := &model.Model{Name: "block", Materials: []model.Material{{}, material}}
	at := func(i int) [3]int { return [3]int{i % n, i / n % n, i / n / n} }
	for i := range n * n * n {
		x := at(i)
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])}.Mul(0.01))
		m.Mass = append(m.Mass, 0.001)
		for j := range i {
			if length := m.RestPosition[i].Sub(m.RestPosition[j]).Len(); length < 0.018 { // √3 cm
				m.Ends = append(m.Ends, model.Ends{uint32(j), uint32(i)})
				m.RestLength = append(m.RestLength, length)
				m.MaterialOf = append(m.MaterialOf, 1)
			}
		}
	}
	return m
}

// strained returns the start of a model with its masses moved by up to 3 % of a
// centimeter along each axis: strains of 1 to 5 %.
func strained(m *model.Model) *model.State {
	s, numbers := m.Start(), random.Stream(11)
	for i := range s.Position {
		for axis := range 3 {
			s.Position[i][axis] += 0.0003 * numbers.Signed()
		}
	}
	s.RoundToFloat32()
	return s
}
