package recorded

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"hooke/export"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/viewer/draw"
)

// Engine is an engine that steps nothing: it shows the states of a record, which it
// reads one by one. NewEngine makes it.
type Engine struct {
	*mirror.Mirror
	record   *Record
	renderer string
	frame    export.Frame
	shown    int // state that is on the device; -1: another one
}

var _ draw.DrawnEngine = (*Engine)(nil)

// NewEngine makes the engine that shows a record in a context, which must be current. shaders
// replace the built-in ones; nil: those. The caller closes it.
func NewEngine(gl *glx.Context, x *Record, shaders fs.FS) (*Engine, error) {
	mirror, err := mirror.New(gl, x.Scene.Model, x.Scene.Params, shaders)
	if err != nil {
		return nil, err
	}
	return &Engine{Mirror: mirror, record: x, renderer: gl.Renderer, shown: -1}, nil
}

// Frames is how many states there are.
func (r *Engine) Frames() int { return r.record.Frames() }

// FrameTime is that of a state [s].
func (r *Engine) FrameTime(k int) float64 { return r.record.Time(k) }

// FrameShown is the state that is on the device; -1: another one.
func (r *Engine) FrameShown() int { return r.shown }

// ShowFrame reads a state and brings it to the device.
func (r *Engine) ShowFrame(k int) error {
	r.shown = -1
	if err := r.record.Read(k, &r.frame); err != nil {
		return err
	}
	if err := r.Mirror.Show(&r.frame.Snapshot, r.frame.RestScale); err != nil {
		return err
	}
	r.shown = k
	return nil
}

// Source is the file, and which of its states is shown.
func (r *Engine) Source() string {
	return fmt.Sprintf("%s, frame %d of %d", filepath.Base(r.record.From), max(r.shown, 0)+1, r.Frames())
}

// Describe says that nothing is stepped.
func (r *Engine) Describe() model.Description {
	return model.Description{Engine: "recorded", Pipeline: "none", Renderer: r.renderer, Precision: "single"}
}

// errRecorded says that nothing is stepped.
var errRecorded = errors.New("a recorded run is shown: it can be looked at, and neither stepped nor changed")

// Step refuses: there is nothing to step.
func (r *Engine) Step(n int) error {
	if n == 0 {
		return nil
	}
	return errRecorded
}

// Finish has nothing to wait for.
func (r *Engine) Finish() error { return nil }

// Energy refuses: a recorded run has none of its own.
func (r *Engine) Energy() (model.Energy, error) { return model.Energy{}, errRecorded }

// Read copies the state that is shown.
func (r *Engine) Read(dst *model.Snapshot) error {
	if r.shown < 0 {
		if err := r.ShowFrame(0); err != nil {
			return err
		}
	}
	dst.Resize(len(r.frame.Position))
	copy(dst.Position, r.frame.Position)
	copy(dst.Velocity, r.frame.Velocity)
	dst.Step, dst.Time = r.frame.Step, r.frame.Time
	return nil
}

// Reset shows the first state: there are no others than those of the run.
func (r *Engine) Reset(*model.State) error { return r.ShowFrame(0) }
