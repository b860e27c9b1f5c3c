package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"hooke/export"
)

// recording writes outputs of a run, or nothing.
type recording struct {
	app      App
	outputs  []output
	last     int64 // step of the last frame
	recorder *export.Recorder
	series   []export.Series
	running  *running
	film     *film // nil: no pictures are drawn
	told     bool  // that something cannot be written
	wrote    []string
}

// newRecording opens what a run is to write, in a folder, from a step on.
func (a App) newRecording(outputs []output, folder string, r *running, from int64) (*recording, error) {
	if len(outputs) == 0 {
		return nil, nil
	}
	rec := &recording{app: a, outputs: outputs, last: -1, running: r}
	if from > 0 {
		rec.last = from
	}
	for _, out := range outputs {
		out.sweep(folder) // before any of them is opened
	}
	for _, out := range outputs {
		one, err := out.open(folder, r.scene, from)
		if err == nil && out.drawn() && rec.film == nil {
			rec.film, err = a.newFilm(r)
		}
		if err != nil {
			for _, opened := range rec.series {
				opened.Discard()
			}
			rec.film.close()
			return nil, fmt.Errorf("output %s: %w", out.What, err)
		}
		rec.series = append(rec.series, one)
	}
	rec.recorder = export.NewRecorder(r.scene.Model.MassCount(), rec.series...)
	return rec, nil
}

// next is how many steps from a step to the next frame.
func (r *recording) next(step int64) int64 {
	steps := int64(1 << 62)
	if r == nil {
		return steps
	}
	for _, out := range r.outputs {
		steps = min(steps, out.Every-step%out.Every)
	}
	return steps
}

// frame records the engine's state when it is time to. What cannot be written is
// told once, and does not stop the run.
func (r *recording) frame(step int64) error {
	if r == nil || step <= r.last {
		return nil
	}
	if err := r.recorder.Failure(); err != nil && !r.told {
		r.told = true
		r.app.note("warning: %v\n(the run goes on without it)", err)
	}
	var due []int
	drawn := false
	for i, out := range r.outputs {
		if step%out.Every == 0 {
			due, drawn = append(due, i), drawn || out.drawn()
		}
	}
	if len(due) == 0 {
		return nil
	}
	r.last = step
	return r.recorder.Record(due, func(f *export.Frame) (err error) {
		f.RestScale, f.Picture = nil, nil
		if actuated, ok := r.running.engine.(interface{ RestScale() []float64 }); ok {
			f.RestScale = append(f.RestScale, actuated.RestScale()...)
		}
		if err := r.running.engine.Read(&f.Snapshot); err != nil || !drawn {
			return err
		}
		f.Picture, err = r.film.picture(&f.Snapshot)
		return err
	})
}

// settled is closed when the frames so far are written.
func (r *recording) settled() <-chan struct{} {
	if r == nil || r.recorder == nil {
		none := make(chan struct{})
		close(none)
		return none
	}
	return r.recorder.Settled()
}

// close completes the files; calling it twice is harmless. After a run that is
// to go on later, videos keep their pictures.
func (r *recording) close(goesOn bool) error {
	if r == nil || r.recorder == nil {
		return nil
	}
	for _, s := range r.series {
		if v, ok := s.(*export.Video); ok && goesOn {
			v.Keep()
		}
	}
	var err error
	r.wrote, err = r.recorder.Close()
	if waited := r.recorder.Waited(); waited > time.Second {
		r.app.note("note: the run waited %.1f s for the disk in all; save less often, or fewer formats", waited.Seconds())
	}
	r.recorder = nil
	r.film.close()
	return err
}

// files are those that close has completed.
func (r *recording) files() []string {
	if r == nil {
		return nil
	}
	return r.wrote
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
	return choicesFlag{f.values, f.allowed}.Set(text)
}
