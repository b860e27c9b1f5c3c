package run

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"hooke/control"
	"hooke/engine"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/physics"
	"hooke/run/export"
	"hooke/run/export/film"
	"hooke/scene"
)

// recording writes the outputs of a run. A nil recording writes nothing.
type recording struct {
	options  Options
	all      []output // all outputs of the run
	outputs  []output // those that are being written
	at       []int    // the index in all of each of these
	last     int64    // step of the last frame
	recorder *export.Recorder
	series   []export.Series
	scene    *scene.Scene
	engine   *engine.Engine
	painter  *painter           // nil: no output needs pictures
	passes   *physics.PassWatch // looks at every frame; nil: at none
	reported bool               // whether it was reported that something cannot be written
	wrote    []string
}

// newRecording opens the outputs of a run of the given number of steps, in a folder, from a step
// on; nil: there is nothing to write.
func newRecording(o Options, outputs []output, s *scene.Scene, e *engine.Engine, from, steps int64) (*recording, error) {
	rec := &recording{options: o, all: outputs, last: -1, scene: s, engine: e}
	if from > 0 {
		rec.last = from
	}
	if err := askMemory(s.Model, outputs); err != nil {
		return nil, err
	}
	for _, out := range outputs {
		out.sweep(o.Folder) // before any output is opened
	}
	for i := range outputs {
		if err := rec.open(i, o.Folder, from, steps); err != nil {
			for _, opened := range rec.series {
				opened.Discard()
			}
			rec.painter.close()
			return nil, outputs[i].place.Fault(fmt.Errorf("output %s: %w", outputs[i].What, err))
		}
	}
	if len(rec.series) == 0 {
		return nil, nil
	}
	rec.recorder = export.NewRecorder(s.Model.MassCount(), slices.ContainsFunc(rec.outputs, output.full), rec.series...)
	return rec, nil
}

// open opens output i if it has something to write. A file that is not as it was when
// the checkpoint was written cannot be continued; later frames go into another file
// then.
func (r *recording) open(i int, folder string, from, steps int64) error {
	out := &r.all[i]
	at, open := out.begins(folder, from, steps)
	if !open {
		return nil
	}
	one, err := out.open(folder, r.scene, from, at)
	if at != nil && errors.Is(err, safefile.ErrGone) {
		lost := err
		out.Progress, out.Began = nil, from
		if steps-steps%out.Every <= from {
			r.options.note("warning: %v; it cannot be written again", lost)
			return nil
		}
		r.options.note("warning: %v; frames after step %d go to %s", lost, from, out.path(folder))
		one, err = out.open(folder, r.scene, from, nil)
	}
	if err == nil && out.drawn() && r.painter == nil && from < steps {
		r.painter, err = newPainter(r.scene, r.engine, r.options.Pictures, r.options.How.GPU.Shaders)
	}
	if err == nil && r.painter != nil && out.drawn() && slices.Contains(out.Fields, "reaction") {
		err = r.painter.showReactions()
	}
	if err != nil {
		return err
	}
	r.outputs, r.series, r.at = append(r.outputs, *out), append(r.series, one), append(r.at, i)
	return nil
}

// recorded returns all outputs as a checkpoint at a step keeps them: how far those are that
// are being written, or that they have lost frames; the others are unchanged.
func (r *recording) recorded(outputs []output, progress []*export.SeriesProgress, step int64) []output {
	if r == nil {
		return outputs
	}
	outputs = slices.Clone(r.all)
	for k, i := range r.at {
		outputs[i].Progress = progress[k]
		if progress[k] == nil && outputs[i].LostBy == 0 {
			outputs[i].LostBy = max(step, 1)
		}
	}
	return outputs
}

// lostFrames returns an error that names the outputs of which an earlier part of the run
// could not write frames, as on a full disk: only the whole run can make those again.
// Nil: no frames are known to be lost.
func lostFrames(outputs []output) error {
	var faults []error
	for _, out := range outputs {
		if out.LostBy > 0 {
			faults = append(faults, fmt.Errorf("output %s (%s): some frames up to step %d could not be written by an earlier part of this run and are missing; "+
				"run it again from its start to have them", out.What, out.File, out.LostBy))
		}
	}
	return errors.Join(faults...)
}

// next returns the number of steps from a step to the next frame.
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

// frame records the engine's state if it is time to. It reports files that cannot be written
// once; that does not stop the run.
func (r *recording) frame(step int64) error {
	if r == nil || step <= r.last {
		return nil
	}
	if err := r.recorder.Failure(); err != nil && !r.reported {
		r.reported = true
		r.options.note("warning: %v\n(the run continues without it)", err)
	}
	var due []int
	drawn, full := false, false
	for i, out := range r.outputs {
		if step%out.Every == 0 {
			due, drawn, full = append(due, i), drawn || out.drawn(), full || out.full()
		}
	}
	if len(due) == 0 {
		return nil
	}
	r.last = step
	return r.recorder.Record(due, func(f *export.Frame) (err error) {
		f.RestScale, f.Picture = append([]float64(nil), engine.RestScale(r.engine)...), nil
		if f.InUse = nil; control.Of(r.engine) != nil {
			now := model.ParamsInUse(r.engine, model.Params{})
			f.InUse = &now
		}
		if err := r.readFull(f, full); err != nil {
			return err
		}
		if err := r.engine.Read(&f.Snapshot); err != nil {
			return err
		}
		if r.passes.Look(&f.Snapshot); !drawn {
			return nil
		}
		f.Picture, err = r.painter.picture(f)
		return err
	})
}

// readFull puts the state into a frame in all of the engine's precision, when that is wanted
// and the engine has more than the frame.
func (r *recording) readFull(f *export.Frame, wanted bool) error {
	reader, ok := model.As[model.StateReader](r.engine)
	if !wanted || !ok {
		f.Full = nil
		return nil
	}
	if f.Full == nil {
		f.Full = &model.State{}
	}
	return reader.ReadState(f.Full)
}

// settled sends how far each output is, once the frames so far are on the disk.
func (r *recording) settled() <-chan []*export.SeriesProgress {
	if r == nil || r.recorder == nil {
		none := make(chan []*export.SeriesProgress)
		close(none)
		return none
	}
	return r.recorder.Settled()
}

// close completes the files. A second call does nothing. If the run will be resumed,
// videos keep their pictures.
func (r *recording) close(goesOn bool) error {
	if r == nil || r.recorder == nil {
		return nil
	}
	for _, s := range r.series {
		if v, ok := s.(*film.Video); ok && goesOn {
			v.Keep()
		}
	}
	var err error
	r.wrote, err = r.recorder.Close()
	if waited := r.recorder.Waited(); waited > time.Second {
		r.options.note("note: the run waited %.1f s for the disk; save less often, or fewer formats", waited.Seconds())
	}
	r.recorder = nil
	r.painter.close()
	return err
}

// files returns the files that close has completed.
func (r *recording) files() []string {
	if r == nil {
		return nil
	}
	return r.wrote
}
