package play

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/run/export"
	"hooke/viewer/draw"
)

// RecordEngine is an engine without steps: it shows the states of a record, which it reads one
// by one.
type RecordEngine struct {
	mirror.Shown
	record *Record
	frame  export.Frame
	shown  int // state that is on the device; -1: another one
}

var _ draw.DrawnEngine = (*RecordEngine)(nil)

// NewRecordEngine makes the engine that shows a record in a context, which must be current.
// shaders replace the built-in shader files; nil means the built-in ones. The caller
// closes the engine.
func NewRecordEngine(gl *glx.Context, x *Record, shaders fs.FS) (*RecordEngine, error) {
	device, err := mirror.New(gl, x.Scene.Model, x.Scene.Params, shaders)
	if err != nil {
		return nil, err
	}
	r := &RecordEngine{record: x, shown: -1}
	r.Shown = mirror.Shown{Mirror: device, State: &r.frame.Snapshot, About: mirror.Recorded(gl.Renderer), Fault: errRecorded}
	return r, nil
}

// Frames is the number of states.
func (r *RecordEngine) Frames() int { return r.record.Frames() }

// FrameTime is the time of state k [s].
func (r *RecordEngine) FrameTime(k int) float64 { return r.record.Time(k) }

// FrameShown returns the number of the state that is on the device; −1 when the device holds
// none of them.
func (r *RecordEngine) FrameShown() int { return r.shown }

// ShowFrame reads a state and brings it to the device.
func (r *RecordEngine) ShowFrame(k int) error {
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

// Source names the file, and the state that is shown.
func (r *RecordEngine) Source() string {
	return fmt.Sprintf("%s, frame %d of %d", filepath.Base(r.record.From), max(r.shown, 0)+1, r.Frames())
}

// errRecorded says that a recorded run cannot be stepped or changed.
var errRecorded = errors.New("a recorded run is shown: it can be looked at, and neither stepped nor changed")

// Read copies the shown state to dst.
func (r *RecordEngine) Read(dst *model.Snapshot) error {
	if r.shown < 0 {
		if err := r.ShowFrame(0); err != nil {
			return err
		}
	}
	err := r.Shown.Read(dst)
	dst.Changes = append(dst.Changes, r.frame.Changes...)
	return err
}

// Reset shows the first state, whatever state it is given: a record has only the states
// of its run.
func (r *RecordEngine) Reset(*model.State) error { return r.ShowFrame(0) }
