//go:build !headless

package cli

import (
	"strings"

	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
	"hooke/viewer/draw"
)

// windowEngines makes the engines of a window: the one of the scene, and another
// whenever the person changes what is compiled.
type windowEngines struct {
	app     App
	options *viewOptions
	scene   *scene.Scene // as it was opened
	current *measured
	tuning  string // of the first
	chosen  string // of names; empty: as the options say
}

// names are the engines to choose from while the window is open; those of the cpu
// compute in single precision only.
func (w *windowEngines) names() []string {
	names := []string{engineGPU + " " + gpu.TwoPass, engineGPU + " " + gpu.Fused}
	if w.options.gpu.Precision == gpu.Single {
		names = append([]string{engineCPU}, names...)
	}
	return names
}

// asked is the engine to make, with its options.
func (w *windowEngines) asked() (engine string, o gpu.Options) {
	engine, o = w.options.engine, w.options.gpu
	if w.chosen == "" {
		return engine, o
	}
	engine, pipeline, _ := strings.Cut(w.chosen, " ")
	if o.Pipeline = pipeline; engine == engineCPU {
		o.Pipeline, o.WorkGroup = gpu.Auto, 0
	}
	return engine, o
}

// make makes the engine of a model and parameters. Only the first is tuned, since
// the others come while a hand moves, and only a change of the engine is said.
func (w *windowEngines) make(gl *glx.Context, m *model.Model, p model.Params) (draw.Engine, error) {
	now := *w.scene
	now.Model, now.Params = m, p
	app := w.app
	name, o := w.asked()
	was := model.Description{}
	var said strings.Builder
	if w.current != nil {
		// No engine steps the scene as it was opened any more.
		w.current.changed = true
		was = w.current.Describe()
		app.untuned, app.Stderr = true, &said
		if was.Engine == engineGPU && o.Pipeline == gpu.Auto && name == engineGPU {
			o.WorkGroup = was.WorkGroup
		}
	}
	engine, why, err := app.newDrawn(name, &device{gl: gl}, &now, o, true)
	if err != nil {
		return nil, err
	}
	switch is := engine.Describe().Engine; {
	case w.current == nil:
		w.tuning = why
	case is != was.Engine:
		w.app.note("%s", strings.TrimSpace(said.String()))
	}
	w.current = &measured{Engine: engine, scene: w.scene, changed: w.current != nil}
	return w.current, nil
}

// Lost says that the context of the engine is gone: nothing can be measured in it.
func (m *measured) Lost() { m.changed = true }

// OnHost says that the state outlives the context: only its picture is there.
func (m *mirrored) OnHost() bool { return true }
