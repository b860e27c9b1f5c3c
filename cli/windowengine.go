//go:build !headless

package cli

import (
	"strings"

	"hooke/engine"
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
	names := []string{engine.GPU + " " + gpu.TwoPass, engine.GPU + " " + gpu.Fused}
	if w.options.gpu.Precision == gpu.Single {
		names = append([]string{engine.CPU}, names...)
	}
	return names
}

// asked is the engine to make, with its options.
func (w *windowEngines) asked() (name string, o gpu.Options) {
	name, o = w.options.engine, w.options.gpu
	if w.chosen == "" {
		return name, o
	}
	name, pipeline, _ := strings.Cut(w.chosen, " ")
	if o.Pipeline = pipeline; name == engine.CPU {
		o.Pipeline, o.WorkGroup = gpu.Auto, 0
	}
	return name, o
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
		if was.Engine == engine.GPU && o.Pipeline == gpu.Auto && name == engine.GPU {
			o.WorkGroup = was.WorkGroup
		}
	}
	drawn, why, err := engine.NewDrawn(name, gl, m, p, app.engineOptions(&now, o))
	if err != nil {
		return nil, err
	}
	switch is := drawn.Describe().Engine; {
	case w.current == nil:
		w.tuning = why
	case is != was.Engine:
		w.app.note("%s", strings.TrimSpace(said.String()))
	}
	w.current = &measured{Engine: drawn, scene: w.scene, changed: w.current != nil}
	return w.current, nil
}
