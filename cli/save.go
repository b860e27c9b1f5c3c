package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"hooke/export"
	"hooke/model"
	"hooke/scene"
)

// savedFormats are what a run can write while it goes.
func savedFormats() []string { return []string{"vtu", "npz", "dump", "ply", "obj", "probes"} }

// savedFrames is about how many frames a run has unless told otherwise.
const savedFrames = 100

// recording writes frames of a run, or nothing.
type recording struct {
	every    int64
	last     int64 // step of the last frame
	recorder *export.Recorder
	engine   model.Engine
	files    []string
}

// newRecording opens what a run is to write, in its folder, from a step on.
// Files of one piece that go on from a checkpoint have its step in their name.
func newRecording(o *runOptions, record *runRecord, s *scene.Scene, engine model.Engine, from int64) (*recording, error) {
	if len(o.save) == 0 {
		return nil, nil
	}
	r := &recording{every: int64(o.saveEvery), last: -1, engine: engine}
	if from > 0 {
		r.last = from
	}
	if r.every == 0 {
		r.every = (record.Steps + savedFrames - 1) / savedFrames
	}
	record.Save, record.Every = o.save, r.every
	part := ""
	if from > 0 {
		part = fmt.Sprintf("-from-%d", from)
	}
	path := func(format string) string { return filepath.Join(o.out, format) }
	var series []export.Series
	for _, format := range o.save {
		var one export.Series
		var err error
		switch format {
		case "vtu":
			one, err = export.CreateVTUSeries(path("vtu"), s.Model, s.Params.DT, from)
		case "npz":
			one, err = export.CreateTrajectoryNPZ(path("trajectory"+part+".npz"), s.Model.MassCount())
		case "dump":
			one, err = export.CreateDump(path("trajectory"+part+".dump"), s.Model)
		case "probes":
			one, err = export.CreateProbes(path("probes"+part+".csv"), s.Model)
		default:
			one, err = export.CreateSurfaceSeries(path(format), format, s.Model)
		}
		if err != nil {
			for _, opened := range series {
				opened.Discard()
			}
			return nil, fmt.Errorf("--save %s: %w", format, err)
		}
		series = append(series, one)
		r.files = append(r.files, one.Files()...)
	}
	r.recorder = export.NewRecorder(series...)
	return r, nil
}

// next is how many steps from a step to the next frame.
func (r *recording) next(step int64) int64 {
	if r == nil {
		return 1 << 62
	}
	return r.every - step%r.every
}

// frame records the engine's state when it is time to.
func (r *recording) frame(step int64) error {
	if r == nil || step%r.every != 0 || step <= r.last {
		return nil
	}
	r.last = step
	return r.recorder.Record(func(f *export.Frame) error {
		f.RestScale = nil
		if actuated, ok := r.engine.(interface{ RestScale() []float64 }); ok {
			f.RestScale = append(f.RestScale, actuated.RestScale()...)
		}
		return r.engine.Read(&f.Snapshot)
	})
}

// close completes the files; calling it twice is harmless.
func (r *recording) close() error {
	if r == nil || r.recorder == nil {
		return nil
	}
	err := r.recorder.Close()
	r.recorder = nil
	return err
}

// savedFiles are those that an earlier run may have left.
func (o *runOptions) savedFiles() (files []string) {
	for _, format := range o.save {
		switch format {
		case "vtu":
			files = append(files, filepath.Join(o.out, "vtu.pvd"))
			fallthrough
		case "ply", "obj":
			old, err := filepath.Glob(filepath.Join(o.out, format, "frame-*."+format))
			if err == nil {
				files = append(files, old...)
			}
		case "npz", "dump":
			files = append(files, filepath.Join(o.out, "trajectory."+format))
		case "probes":
			files = append(files, filepath.Join(o.out, "probes.csv"))
		}
	}
	return files
}

// listFlag is a list of words of a few; empty means none of them.
type listFlag struct {
	values  *[]string
	allowed []string
}

func (f listFlag) Type() string { return strings.Join(f.allowed, ",") }
func (f listFlag) String() string {
	if f.values == nil {
		return ""
	}
	return strings.Join(*f.values, ",")
}

func (f listFlag) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("name at least one of " + strings.Join(f.allowed, ", "))
	}
	err := choicesFlag{f.values, f.allowed}.Set(text)
	return err
}
