package gait

import (
	"hooke/control"
	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
)

// Observer shows a meter the states of an engine that the caller steps: Look at the start,
// then Touch before and Look after each single step. Observe makes it. It is for one
// goroutine.
type Observer struct {
	Keep float64 // how much of the past its record keeps at least [s]; 0: all

	engine  model.Engine
	params  model.Params // of a run that nothing controls
	plan    *metrics.Plan
	meter   *metrics.Meter
	muscles *measure.Muscles
	record  Record
	state   model.State
}

// Observe observes an engine of a model and parameters from its present state on; start is the simulated time of the start of
// its run [s], from which muscles are followed. Without o.Groups the feet are the lowest masses, see Feet, and of a run without
// contacts the list is empty. The error is that of metrics.New.
func Observe(e model.Engine, m *model.Model, p model.Params, start float64, o metrics.Options) (*Observer, error) {
	if o.Groups == nil && len(p.Contacts) > 0 {
		m, o.Groups = withFeet(m, p.Gravity)
	}
	plan, err := metrics.New(m, p, o)
	if err != nil {
		return nil, err
	}
	w := &Observer{engine: e, params: p, plan: plan, meter: plan.Meter(), muscles: measure.NewMuscles(p, start), record: Record{Columns: plan.Columns(), up: model.Vec3{0, 0, 1}}}
	if g := p.Gravity; g.Len() > 0 {
		w.record.up = g.Mul(-1 / g.Len())
	}
	for _, name := range o.Groups {
		w.record.Feet = append(w.record.Feet, Foot{Name: name})
	}
	return w, nil
}

// Every returns the number of steps between samples.
func (w *Observer) Every() int64 { return w.plan.Every() }

// Step returns the step of the state that was looked at last.
func (w *Observer) Step() int64 { return w.state.Step }

// Touch evaluates the contacts of the step that starts at the state of the last Look. At a
// boundary of a controlled run it first lets controllers act, and adds the work of muscles up
// to then and that of the change.
func (w *Observer) Touch() error {
	if loop := control.Of(w.engine); loop != nil && loop.Due() {
		w.meter.Muscles(&w.state, w.restScale())
		if err := loop.Pass(); err != nil {
			return err
		}
		w.meter.Muscles(&w.state, w.restScale())
	}
	judged := w.meter.Steps
	w.meter.Touch(&w.state, w.now().ContactsAt(w.state.Time))
	if w.meter.Steps == judged {
		return nil // it does not count yet
	}
	for i := range w.record.Feet {
		w.record.Feet[i].touch(w.meter.InContact(i+1), w.state.Time)
	}
	return nil
}

// Look reads the state, and samples it where sample is set.
func (w *Observer) Look(sample bool) error {
	if reader, ok := model.As[model.StateReader](w.engine); ok {
		if err := reader.ReadState(&w.state); err != nil {
			return err
		}
	} else {
		var now model.Snapshot
		if err := w.engine.Read(&now); err != nil {
			return err
		}
		w.state = *now.State()
	}
	if !sample {
		return nil
	}
	before := w.meter.Samples
	if w.meter.Sample(&w.state, w.restScale()); w.meter.Samples > before {
		w.record.sample(&w.meter.Sums, physics.Clearance(w.meter.Center, w.now().Contacts, w.state.Time))
		if w.Keep > 0 {
			w.record.forget(w.state.Time - w.Keep)
		}
	}
	return nil
}

// End returns the record at the end of a run.
func (w *Observer) End(status metrics.Status) *Record {
	r := w.Now()
	r.Row = w.plan.Row(&w.meter.Sums, status)
	return r
}

// Now returns the record so far, with touches that continue up to the state that was looked at last. It is valid until the next Touch
// or Look.
func (w *Observer) Now() *Record {
	r := &w.record
	r.Begin, r.End = w.meter.Since, w.state.Time
	for i := range r.Feet {
		r.Feet[i].end(w.state.Time, w.meter.Steps)
	}
	r.Row = w.plan.Row(&w.meter.Sums, metrics.Running)
	return r
}

// now returns the parameters in use.
func (w *Observer) now() model.Params {
	if loop := control.Of(w.engine); loop != nil {
		return loop.Params()
	}
	return w.params
}

// restScale returns L0(t)/L0 of each muscle: of a controlled run, whose inputs set muscles, that of the engine.
func (w *Observer) restScale() []float64 {
	if control.Of(w.engine) != nil {
		if scaler, ok := model.As[model.RestScaler](w.engine); ok {
			return scaler.RestScale()
		}
	}
	return w.muscles.At(w.state.Time)
}
