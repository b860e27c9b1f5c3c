package ensemble

import (
	"fmt"
	"math"
	"slices"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/engine/origin"
	"hooke/model"
	"hooke/physics"
)

// LoneMaker makes the engines of members.
type LoneMaker struct {
	Precision model.Precision // of the engines
	// New makes an engine of a model and parameters, both counted from a point near the member. watched says that conditions may end
	// the member, so that its state will be marked.
	New func(m *model.Model, p model.Params, watched bool) (origin.Core, error)
}

// LoneOptions say how lone members are made.
type LoneOptions struct {
	LoneMaker
	Metrics *metrics.Options // nil: nothing is measured
}

// LoneMember is a member with an engine of its own. One goroutine may use it at a time.
type LoneMember struct {
	Member  // with values
	number  int
	kind    Kind // settled
	loops   *Loops
	options LoneOptions
	ahead   []float64    // the part of the phase of each actuator by changes of frequency [rad]
	began   *model.State // the state in which it began; nil: nothing ends it

	model  *model.Model // with the values written in
	params model.Params
	engine origin.Core
	around model.Engine  // the engine, or the control loop around it
	loop   *control.Loop // nil: the member is not controlled
	scaler model.RestScaler
	reader model.StateReader // nil: a snapshot has all digits
	watch  *physics.Watch    // nil: nothing ends it but a divergence
	step   int64             // after the steps that were asked for
	loose  bool              // whether it is not known that the state is a good one
	status Status

	meter *meter // nil: nothing is measured
}

// NewLone makes the lone member of a settled kind with that number of an ensemble, at its start. The member has values. loops are those of
// the ensemble.
func NewLone(k Kind, number int, of Member, loops *Loops, o LoneOptions) (*LoneMember, error) {
	m := &LoneMember{Member: of, number: number, kind: k, loops: loops, options: o, ahead: make([]float64, len(k.Params.Actuators))}
	m.Values = slices.Clone(m.Values) // Set holds new ones against them
	m.model, m.params = k.Written(m.Values)
	start := StartOf(k.Model, m.Start)
	if err := m.open(origin.At(start)); err != nil {
		return nil, err
	}
	if err := m.begin(start); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// open makes the engine, which counts positions from a point, and the loop around it. An engine that there was is not closed, and
// after an error it is still that of the member.
func (m *LoneMember) open(at model.Vec3) error {
	inside, err := m.options.New(m.model.From(at), m.params.From(at), len(m.Until.Words) > 0)
	if err != nil {
		return err
	}
	engine := origin.Around(inside, m.model, m.params, at)
	around, closed := model.Engine(engine), (*control.Loop)(nil)
	if m.loops != nil && m.kind.Control != nil {
		spec := m.loops.Spec(m.number, m.Values)
		for k := range spec.Sensors {
			spec.Sensors[k].Seed ^= m.Seed
		}
		if around, closed, err = control.Around(engine, m.model, m.params, spec); err != nil {
			inside.Close()
			return err
		}
		m.loops.Put(m.number, closed.Runner)
	}
	m.engine, m.around, m.loop = engine, around, closed
	m.scaler, _ = model.As[model.RestScaler](m.around)
	if m.reader = nil; m.options.Precision != model.Single {
		m.reader, _ = model.As[model.StateReader](m.around)
	}
	return nil
}

// Begin puts the member at a state, as New does.
func (m *LoneMember) Begin(start *model.State) error {
	at, turned := origin.At(start), m.loop != nil // inputs have set parameters
	for _, ahead := range m.ahead {
		turned = turned || ahead != 0
	}
	if placed, ok := model.As[model.Placed](m.engine); ok && placed.Origin() != at || turned {
		before := *m
		m.ahead = make([]float64, len(m.ahead))
		m.model, m.params = m.kind.Written(m.Values)
		if err := m.open(at); err != nil {
			*m = before
			return err
		}
		before.engine.Close()
	}
	return m.begin(start)
}

func (m *LoneMember) begin(start *model.State) error {
	if err := m.around.Reset(start); err != nil {
		return err
	}
	m.status, m.step, m.loose = Status{}, start.Step, false
	if len(m.Until.Words) > 0 {
		m.began = start
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
func (m *LoneMember) look(calm physics.Calm) error {
	var err error
	m.watch, err = physics.NewWatch(m.around, m.model, m.began, m.Until, calm)
	return err
}

// Fits returns an error for a state that Begin would refuse, else nil.
func (m *LoneMember) Fits(start *model.State) error {
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

// now are the parameters in use, which inputs may set.
func (m *LoneMember) now() model.Params {
	if m.loop != nil {
		return m.loop.Params()
	}
	return m.params
}

// Set gives the member new values, in which one free field may have changed. A muscle whose frequency changes continues from its
// phase. After an error the member continues with its previous values.
func (m *LoneMember) Set(values []float64, field int) error {
	if slices.Equal(values, m.Values) {
		return nil
	}
	if m.kind.Steers(field) {
		if err := m.loops.Steer(m.number, field, values[field]); err != nil {
			return err
		}
		m.Values = slices.Clone(values)
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
	if f := m.kind.Free[field]; f.Path == "actuator.frequency" && before.now().Actuators[f.Index].Frequency == m.Values[field] {
		ahead[f.Index] += 2 * math.Pi * math.Mod((m.Values[field]-values[field])*now.Time, 1)
	}
	for k, more := range ahead {
		m.params.Actuators[k].Phase += more
	}
	m.Values, m.ahead = slices.Clone(values), ahead
	if err := m.goOn(&before, &now); err != nil {
		*m = before
		if m.loop != nil {
			m.loops.Put(m.number, m.loop.Runner)
		}
		return err
	}
	return nil
}

// goOn continues from the state of a member before its values have changed.
func (m *LoneMember) goOn(before *LoneMember, now *model.Snapshot) error {
	if m.loop == nil && slices.Equal(m.model.Materials, before.model.Materials) && slices.Equal(m.model.Mass, before.model.Mass) && slices.Equal(m.model.RestLength, before.model.RestLength) {
		m.model = before.model
		if err := m.engine.SetParams(m.params); err == nil {
			return m.meter.adopt(m)
		}
		// Parameters may need other passes than those that the engine has: it is made anew, which says what is wrong with them.
	}
	var at, own model.Checkpoint
	from, _ := model.As[model.Checkpointer](before.around)
	if err := from.Save(&at); err != nil {
		return err
	}
	arrange(before.around, &at, false)
	if err := m.open(at.Origin); err != nil {
		return err
	}
	to, _ := model.As[model.Checkpointer](m.around)
	err := m.around.Reset(now.State())
	if err == nil {
		err = to.Save(&own)
	}
	if err == nil {
		arrange(m.around, &at, true)
		at.Variant = own.Variant // other values may lay the masses out otherwise
		at.Primed = false        // the acceleration of Verlet is that of other values
		err = to.Restore(&at)
	}
	if err == nil {
		err = m.look(before.watch.Calm())
	}
	if err == nil {
		err = m.meter.adopt(m)
	}
	if err != nil {
		m.engine.Close()
		return err
	}
	before.engine.Close()
	return nil
}

// arrange puts the masses of a checkpoint from the order of an engine into that of the model, or back.
func arrange(e model.Engine, c *model.Checkpoint, back bool) {
	if a, ok := model.As[model.Arranger](e); ok {
		a.Arrange(c, back)
	}
}

// Close releases the engine.
func (m *LoneMember) Close() { m.engine.Close() }
