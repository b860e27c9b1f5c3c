package lone

import (
	"fmt"
	"math"
	"slices"

	"hooke/cpu"
	"hooke/ensemble"
	"hooke/metrics"
	"hooke/model"
	"hooke/origin"
	"hooke/physics"
	"hooke/until"
)

// Options say how the engines of members are made. The zero value is single precision, the fastest kernel and nothing measured.
type Options struct {
	Kernel    string // one of cpu.Kernels; empty: the first
	Precision model.Precision
	Metrics   *metrics.Options // nil: nothing is measured
}

// Member is a member with an engine of its own. New makes it. It is for one goroutine at a time.
type Member struct {
	kind    ensemble.Kind // settled
	options Options
	values  []float64
	ahead   []float64     // what changes of frequency have added to the phase of each actuator [rad]
	until   physics.Until // what ends it
	start   *model.State  // in which it began; nil: nothing ends it, so that nobody asks

	model  *model.Model // with the values written in
	params model.Params
	engine origin.Core
	scaler model.RestScaler
	reader model.StateReader // nil: a snapshot has all digits
	watch  *until.Watch      // nil: nothing ends it but a divergence
	step   int64             // after the steps that were asked for
	loose  bool              // whether it is not known that the state is a good one
	status ensemble.Status

	meter *meter // nil: nothing is measured
}

// New makes a member of a settled kind with values of its own, at a state.
func New(k ensemble.Kind, values []float64, start *model.State, ends physics.Until, o Options) (*Member, error) {
	m := &Member{kind: k, options: o, values: slices.Clone(values), until: ends, ahead: make([]float64, len(k.Params.Actuators))}
	m.model, m.params = k.Written(values)
	if err := m.open(origin.At(start)); err != nil {
		return nil, err
	}
	if err := m.begin(start); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// open makes the engine, which counts positions from a point. An engine that there was is not closed.
func (m *Member) open(at model.Vec3) error {
	inside, err := cpu.New(m.model.From(at), m.params.From(at), cpu.Options{Threads: 1, Kernel: m.options.Kernel, Precision: m.options.Precision})
	if err != nil {
		return err
	}
	m.engine = origin.Around(inside, m.model, m.params, at)
	m.scaler, _ = model.As[model.RestScaler](m.engine)
	if m.reader = nil; m.options.Precision != model.Single {
		m.reader, _ = model.As[model.StateReader](m.engine)
	}
	return nil
}

// Begin puts the member at a state, as New does.
func (m *Member) Begin(start *model.State) error {
	at, turned := origin.At(start), false
	for _, ahead := range m.ahead {
		turned = turned || ahead != 0
	}
	if placed, _ := model.As[model.Placed](m.engine); turned || placed.Origin() != at {
		clear(m.ahead)
		m.model, m.params = m.kind.Written(m.values)
		old := m.engine
		if err := m.open(at); err != nil {
			return err
		}
		old.Close()
	}
	return m.begin(start)
}

func (m *Member) begin(start *model.State) error {
	if err := m.engine.Reset(start); err != nil {
		return err
	}
	m.status, m.step, m.loose = ensemble.Status{}, start.Step, false
	if len(m.until.Words) > 0 {
		m.start = start
	}
	if err := m.look(physics.Calm{}); err != nil {
		return err
	}
	if o := m.options.Metrics; o != nil {
		var err error
		if m.meter, err = newMeter(m, *o); err != nil {
			return err
		}
	}
	return nil
}

// look watches the engine from its state on.
func (m *Member) look(calm physics.Calm) error {
	var err error
	m.watch, err = until.New(m.engine, m.model, m.start, m.until, calm)
	return err
}

// Fits says what is wrong with a state that Begin would refuse; nil: nothing.
func (m *Member) Fits(start *model.State) error {
	at := origin.At(start)
	for i := range start.Position {
		for axis := range 3 {
			x, v := math.Abs(start.Position[i][axis]-at[axis]), math.Abs(start.Velocity[i][axis])
			if max(x, v) > math.MaxFloat32 {
				return fmt.Errorf("mass %d is at %v m with %v m/s, which is beyond float32", i, start.Position[i], start.Velocity[i])
			}
		}
	}
	return nil
}

// Set gives the member other values. A muscle with another frequency goes on from where it is in its cycle. After an
// error the member goes on with the values that it had.
func (m *Member) Set(values []float64) error {
	if slices.Equal(values, m.values) {
		return nil
	}
	if err := m.settle(); err != nil {
		return err
	}
	var now model.Snapshot
	if err := m.engine.Read(&now); err != nil {
		return err
	}
	before, ahead := *m, slices.Clone(m.ahead)
	m.model, m.params = m.kind.Written(values)
	for i, f := range m.kind.Free {
		if f.Path == "actuator.frequency" {
			ahead[f.Index] += 2 * math.Pi * math.Mod((m.values[i]-values[i])*now.Time, 1)
		}
	}
	for k, more := range ahead {
		m.params.Actuators[k].Phase += more
	}
	m.values, m.ahead = slices.Clone(values), ahead
	if err := m.goOn(&before, &now); err != nil {
		*m = before
		return err
	}
	return nil
}

// goOn goes on from the state of a member before its values have changed.
func (m *Member) goOn(before *Member, now *model.Snapshot) error {
	if slices.Equal(m.model.Materials, before.model.Materials) && slices.Equal(m.model.Mass, before.model.Mass) && slices.Equal(m.model.RestLength, before.model.RestLength) {
		m.model = before.model
		return m.engine.SetParams(m.params)
	}
	var at, own model.Checkpoint
	if err := before.engine.Save(&at); err != nil {
		return err
	}
	if err := m.open(at.Origin); err != nil {
		return err
	}
	err := m.engine.Reset(now.State())
	if err == nil {
		err = m.engine.Save(&own)
	}
	if err == nil {
		at.Variant = own.Variant // other values may lay the masses out otherwise; words are in the order of the model
		err = m.engine.Restore(&at)
	}
	if err == nil {
		err = m.look(before.watch.Calm())
	}
	if err != nil {
		m.engine.Close()
		return err
	}
	before.engine.Close()
	return nil
}

// Close releases the engine.
func (m *Member) Close() { m.engine.Close() }
