package export

import (
	"fmt"
	"image"
	"slices"

	"hooke/files/safefile"
	"hooke/model"
)

// Frame is a state of a run as series take it, with the rest lengths and the picture at
// that time.
type Frame struct {
	model.Snapshot
	Full      *model.State  // the same state in all of the engine's precision; nil: not requested for it, or it has no more
	RestScale []float64     // L0(t)/L0 of each actuator's springs; nil: 1
	InUse     *model.Params // with the inputs of a controlled run; nil: those of the run
	Picture   *image.RGBA   // of the structure; nil: no picture was drawn
}

// Fields are the names of quantities to write; nil: all that a format has.
type Fields []string

// Have reports whether a quantity is to be written.
func (f Fields) Have(name string) bool { return f == nil || slices.Contains(f, name) }

// Numbers say how the numbers of a series are written. The zero value is float32 without
// compression.
type Numbers struct {
	Float64  bool // in the engine's own precision, as float64, where frames have it (Frame.Full); else the exact values of their float32
	Compress bool // by zlib, level 1
}

// SeriesProgress is how far a series has come. A checkpoint keeps it, and a resumed run
// continues the series from there.
type SeriesProgress struct {
	Frames int64           `json:"frames"`          // written so far
	Parts  []safefile.Mark `json:"parts,omitempty"` // how far each growing file is
}

// Series takes frames in the order of time and writes files of them. Settle puts all frames
// so far on disk and returns the progress of the files. Close completes the files. Discard
// removes them, apart from frames that an earlier part of the run wrote. A Series is not safe
// for concurrent use; see Recorder.
type Series interface {
	Frame(f *Frame) error
	Settle() (SeriesProgress, error)
	Close() error
	Discard()
	Files() []string // the files that a user opens
}

// Check returns an error unless the frame has the masses of a model.
func (f *Frame) Check(m *model.Model) error {
	if len(f.Position) != m.MassCount() || len(f.Velocity) != m.MassCount() {
		return fmt.Errorf("export: a frame of %d positions and %d velocities for %d masses", len(f.Position), len(f.Velocity), m.MassCount())
	}
	return nil
}

func wide(v [3]float32) model.Vec3 {
	return model.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}
