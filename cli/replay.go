package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"hooke/export"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// replay is an engine that steps nothing: it shows the states of an exhibit, which it
// reads one by one.
type replay struct {
	*gpu.Mirror
	exhibit  *exhibit
	renderer string
	frame    export.Frame
	shown    int // state that is on the device; -1: another one
}

var _ draw.Engine = (*replay)(nil)

// newReplay makes the engine of an exhibit.
func (a App) newReplay(gl *glx.Context, x *exhibit) (*replay, error) {
	mirror, err := gpu.NewMirror(gl, x.scene.Model, x.scene.Params, gpu.Options{Shaders: a.Shaders})
	if err != nil {
		return nil, err
	}
	return &replay{Mirror: mirror, exhibit: x, renderer: gl.Renderer, shown: -1}, nil
}

// Frames is how many states there are.
func (r *replay) Frames() int { return r.exhibit.frames() }

// FrameTime is that of a state [s].
func (r *replay) FrameTime(k int) float64 { return r.exhibit.time(k) }

// FrameShown is the state that is on the device; -1: another one.
func (r *replay) FrameShown() int { return r.shown }

// ShowFrame reads a state and brings it to the device.
func (r *replay) ShowFrame(k int) error {
	r.shown = -1
	if err := r.exhibit.read(k, &r.frame); err != nil {
		return err
	}
	if err := r.Mirror.Show(&r.frame.Snapshot, r.frame.RestScale); err != nil {
		return err
	}
	r.shown = k
	return nil
}

// Source is the file, and which of its states is shown.
func (r *replay) Source() string {
	return fmt.Sprintf("%s, frame %d of %d", filepath.Base(r.exhibit.from), max(r.shown, 0)+1, r.Frames())
}

// Describe says that nothing is stepped.
func (r *replay) Describe() model.Description {
	return model.Description{Engine: "recorded", Pipeline: "none", Renderer: r.renderer, Precision: "single"}
}

// errRecorded says that nothing is stepped.
var errRecorded = errors.New("a recorded run is shown: it can be looked at, and neither stepped nor changed")

// Step refuses: there is nothing to step.
func (r *replay) Step(n int) error {
	if n == 0 {
		return nil
	}
	return errRecorded
}

// Finish has nothing to wait for.
func (r *replay) Finish() error { return nil }

// Energy refuses: a recorded run has none of its own.
func (r *replay) Energy() (model.Energy, error) { return model.Energy{}, errRecorded }

// Read copies the state that is shown.
func (r *replay) Read(dst *model.Snapshot) error {
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
func (r *replay) Reset(*model.State) error { return r.ShowFrame(0) }
