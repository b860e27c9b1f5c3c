package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/run/relax"
	"hooke/scene"
)

// Relaxing says how Relax brings a scene to rest, and where it writes. Of Options, Folder, Engine, How, Steps (the most; 0: a
// million), Picture, Pictures, Choices, Program and Entered are used.
type Relaxing struct {
	Options
	Residual float64                             // largest force on a mass at rest [N]; 0: 1/1000 of that at the start
	Start    string                              // final.npz whose positions are the start; empty: the scene's own
	Told     func(steps int64, residual float64) // called now and then; nil: not called
}

// Rest is a scene at rest.
type Rest struct {
	relax.Result
	Scene     *scene.Scene
	Engine    model.Description
	Seconds   float64  // wall time
	DT        float64  // step [s]
	Low, High float64  // smallest and largest (L − L0)/L0 of a spring
	Wrote     []string // files
}

// MarshalJSON writes the figures of a rest, in SI units; a number that is not finite is null.
func (r *Rest) MarshalJSON() ([]byte, error) {
	e := &r.Engine
	return json.Marshal(map[string]any{
		"engine": e.Engine, "pipeline": e.Pipeline, "renderer": e.Renderer, "precision": e.Precision,
		"scene": r.Scene.Name, "masses": r.Scene.Model.MassCount(), "springs": r.Scene.Model.SpringCount(),
		"newton": r.Newton, "steps": r.Steps, "stops": r.Peaks, "check_steps": r.Checked, "left": r.Left, "dt": r.DT, "seconds": r.Seconds,
		"residual": number(r.Residual), "allowed": number(r.Allowed), "mass": r.Mass,
		"least_stretch": number(r.Low), "largest_stretch": number(r.High), "wrote": r.Wrote,
	})
}

// number is a number of JSON; nil: it has none for x.
func number(x float64) *float64 {
	if !finite(x) {
		return nil
	}
	return &x
}

// Relax brings a scene to rest and writes final.npz, and a picture if one is wanted, into the folder. A structure that does not
// rest within the steps is a *relax.NotSettledError, and nothing is written then. With a rest beside an error, only the picture
// failed. Cancelling the context ends it with ErrInterrupted.
func Relax(ctx context.Context, s *scene.Scene, o Relaxing) (*Rest, error) {
	o.Options = o.complete()
	origin, err := OriginOf(s, o.Choices, o.Program) // before the parameters become those of a relaxation
	if err == nil {
		err = StartFrom(s, o.Start)
	}
	if err == nil {
		err = relax.Refuse(s.Model, s.Params)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case s.Model.HasRods():
		o.note("note: Newton's method finds the rest of rods, in float64, regardless of --engine and --precision")
	case s.Params.Integrator.Method().Divides:
		o.note("note: every solver has the same rest, so relax takes explicit steps in place of %v", s.Params.Integrator)
	}
	s.Params = relax.Params(s.Model, s.Params, s.Start.Time)
	if o.Choices.DT != 0 {
		s.Params.DT = o.Choices.DT
	}
	lock, err := o.restFolder()
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	o.How.Start, o.How.Name, o.How.Control = s.Start, s.Name, s.Control
	e, err := engine.New(engine.Asked(o.Engine, o.How), s.Model, s.Params, o.How)
	if engine.NoOpenGL(err) {
		return nil, fmt.Errorf("%w\n(--engine cpuref needs no OpenGL)", err)
	}
	if err != nil {
		return nil, err
	}
	defer e.Close()
	r, err := o.still(ctx, s, e)
	if err != nil {
		return nil, err
	}
	o.enter(Finishing)
	return r, o.writeRest(r, e, origin)
}

// restFiles are those that Relax writes.
func (o *Relaxing) restFiles() []string {
	files := []string{filepath.Join(o.Folder, FinalName)}
	if o.Picture {
		files = append(files, filepath.Join(o.Folder, PictureName))
	}
	return files
}

// restFolder makes and locks the folder, and removes earlier files.
func (o *Relaxing) restFolder() (*safefile.Lock, error) {
	if err := safefile.MakeFolder(o.Folder); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	lock, err := LockFolder(o.Folder, o.How.Listener)
	if err != nil {
		return nil, err
	}
	files := o.restFiles()
	if err = Replaceable(files...); err == nil {
		err = Remove(files...)
	}
	if err != nil {
		lock.Release()
		return nil, err
	}
	return lock, nil
}

// still relaxes a scene from its start in an engine.
func (o *Relaxing) still(ctx context.Context, s *scene.Scene, e *engine.Engine) (*Rest, error) {
	stilled, ok := model.As[relax.Relaxable](e)
	if !ok {
		return nil, fmt.Errorf("the engine %s cannot relax; choose another with --engine", e.Describe().Engine)
	}
	o.enter(Stepping)
	begin := time.Now()
	result, err := relax.Run(ctx, stilled, s.Model, relax.Options{Residual: o.Residual, Steps: o.Steps, Progress: o.Told})
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w; nothing was written", ErrInterrupted)
	}
	if err != nil {
		return nil, err
	}
	low, high := stretches(s.Model, stilled.Params(), result.State.State())
	return &Rest{Result: result, Scene: s, Engine: e.Describe(), Seconds: time.Since(begin).Seconds(), DT: stilled.Params().DT, Low: low, High: high}, nil
}

// writeRest writes the files of a rest; origin is the text that names the structure.
func (o *Relaxing) writeRest(r *Rest, e *engine.Engine, origin string) error {
	final := filepath.Join(o.Folder, FinalName)
	if err := export.WriteFinal(final, &r.State, npy.Text("run", origin)); err != nil {
		return err
	}
	r.Wrote = []string{final}
	if !o.Picture {
		return nil
	}
	picture := filepath.Join(o.Folder, PictureName)
	if err := WritePicture(picture, r.Scene, e, &r.State, o.Pictures, o.How.GPU.Shaders); err != nil {
		return Wrote(fmt.Errorf("only the picture failed, the numbers are complete: %w", err), r.Wrote...)
	}
	r.Wrote = append(r.Wrote, picture)
	return nil
}

// stretches returns the smallest and the largest strain of a spring, with the rest lengths
// of actuators. Removed springs and springs without a rest length do not count.
func stretches(m *model.Model, p model.Params, s *model.State) (low, high float64) {
	springs, scale, first := measure.Of(m, p), physics.SignalsOf(p, s.Time).RestScale, true
	for spring := range m.StructuralEnds() {
		strain := springs.In(s, spring, scale).Strain
		if m.MaterialOf[spring] == model.Removed || math.IsNaN(strain) {
			continue
		}
		if first {
			low, high, first = strain, strain, false
		}
		low, high = min(low, strain), max(high, strain)
	}
	return low, high
}
