package sim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"hooke/control"
	"hooke/engine"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/run"
	"hooke/scene"
)

// Sim is a scene in an engine. Open makes it and Close releases it.
type Sim struct {
	scene   *scene.Scene
	params  model.Params // as Field has set them
	engine  *engine.Engine
	options Options
	origin  string // by which files of states name their structure; empty: it comes from no file

	taken int64 // steps asked for, with those before the start
	pace  Pace

	seen    model.Snapshot // the state as it was read last
	isSeen  bool           // whether that is the state now
	springs *measure.Springs
	kept    kept  // frames for a page
	live    *live // nil: no view follows it

	rendered *RenderReport // of the last file of Render

	edges []control.Input // inputs that a host sets; nil without any
}

// ErrClosed is the error of calls of a closed Sim.
var ErrClosed = errors.New("it is closed")

// Open opens a preset, a scene file, a mesh file or a checkpoint and puts it into an engine; of a checkpoint, the engine and
// the options of its run. The caller closes it. Faults of options are *scene.OptionError.
func Open(name string, o Options) (*Sim, error) { return OpenIn(context.Background(), name, o) }

// OpenIn is Open, which ends early with run.ErrInterrupted when the context does.
func OpenIn(ctx context.Context, name string, o Options) (*Sim, error) {
	if o.Ground || o.Gravity != nil {
		return nil, fmt.Errorf("ground and gravity are of arrays; %s has its own, which the option set changes: run.gravity, contact[0].offset", name)
	}
	if strings.EqualFold(filepath.Ext(name), CheckpointEnd) {
		return reopen(ctx, name, o)
	}
	o.Scene.Lone = true // as hooke run takes it
	s, err := run.Open(ctx, []string{name}, o.Scene, o.Listener)
	if err != nil {
		return nil, err
	}
	origin, err := run.OriginOf(s, o.Scene, o.By())
	if err != nil {
		return nil, err
	}
	return in(s, o, origin)
}

// in puts a scene into an engine.
func in(s *scene.Scene, o Options, origin string) (*Sim, error) {
	if err := run.StartFrom(s, o.Start); err != nil {
		return nil, err
	}
	s.Params.Ledger = o.Ledger
	loop, err := hosted(s, o.Host)
	if err != nil {
		return nil, err
	}
	how := o.how()
	how.Start, how.Name, how.Control = s.Start, s.Name, loop
	e, err := engine.New(cmp.Or(o.Engine, engine.Auto), s.Model, s.Params, how)
	if err != nil {
		return nil, err
	}
	out := &Sim{scene: s, params: s.Params, engine: e, options: o, origin: origin, taken: s.Start.Step}
	if o.Host {
		out.edges = loop.Inputs
	}
	return out, nil
}

// hosted is the control of a scene, with the caller as a host where that is asked for.
func hosted(s *scene.Scene, host bool) (*control.Spec, error) {
	if !host {
		return s.Control, nil
	}
	if s.Control == nil || len(s.Control.Inputs) == 0 {
		return nil, fmt.Errorf("%s has no inputs that a host can set; give its scene file an [[input]] (docs/control.md)", s.Name)
	}
	spec := s.Control.Clone()
	spec.Host = true
	return spec, nil
}

// how is how engines are made.
func (o Options) how() engine.Options {
	return engine.Options{GPU: o.GPU, Threads: o.Threads, Listener: o.Listener, Tuning: engine.TuningCache{Off: o.TuningOff}}
}

// By names the program, in what it writes.
func (o Options) By() string { return cmp.Or(o.Program, "hooke") }

// Step takes n steps, or queues them on a device. A divergence is a *physics.DivergedError, here or of a later call.
func (s *Sim) Step(n int64) error {
	_, err := s.StepFor(n, 0)
	return err
}

// StepFor takes n steps, but stops early once some time has passed; 0: without a limit. done is how many were
// taken. A caller that must answer to others, such as to Ctrl-C, calls it until all are.
func (s *Sim) StepFor(n int64, most time.Duration) (done int64, err error) {
	if s.engine == nil {
		return 0, ErrClosed
	}
	s.isSeen = false
	loop, before := control.Of(s.engine), int64(0)
	if loop != nil {
		before = loop.Taken()
	}
	done, err = s.pace.Step(s.engine, n, most)
	if err != nil && loop != nil {
		done = loop.Taken() - before // those up to the boundary for which a host has not acted, too
	}
	s.taken += done
	return done, err
}

// Finish waits for all steps. It reports a divergence.
func (s *Sim) Finish() error {
	if s.engine == nil {
		return ErrClosed
	}
	return s.engine.Finish()
}

// Masses and Springs are how many there are.
func (s *Sim) Masses() int { return s.scene.Model.MassCount() }

// Springs is how many there are, those that were removed among them.
func (s *Sim) Springs() int { return s.scene.Model.SpringCount() }

// OnThread says whether the engine is on a device, so that the goroutine that opened it must make all calls.
func (s *Sim) OnThread() bool { return s.engine != nil && s.engine.Device != nil }

// Scene is the scene as it started. It belongs to the Sim.
func (s *Sim) Scene() *scene.Scene { return s.scene }

// Close releases the engine. A second call does nothing.
func (s *Sim) Close() {
	if s.engine != nil {
		s.engine.Close()
		s.engine = nil
	}
}
