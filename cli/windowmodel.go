//go:build !headless

package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/run"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/open"
	"hooke/scene/words"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

// windowModel is the model of a window: the scene of the command line, the same scene again
// after its files have changed, or files that were dropped on the window.
type windowModel struct {
	app     App
	options *viewOptions
	now     *windowEngines // engines of the shown model
	chosen  string         // engine that the user chose, see windowEngines.names; empty where the options decide
}

// choose sets which engine comes next, and from then on.
func (w *windowModel) choose(name string) { w.chosen = name }

// read opens files that were dropped on the window, side by side. It ignores the options of
// the command line, which are for the first scene.
func (w *windowModel) read(names []string) (*session.Opened, error) {
	if len(names) == 1 {
		if kind, _ := play.KindOf(names[0]); kind == play.Many {
			return w.openTape(names[0])
		}
	}
	return w.open(names, scene.Options{}, nil)
}

// open opens names. was has the engines that showed the same names before, or is nil
// where the names are new.
func (w *windowModel) open(names []string, o scene.Options, was *windowEngines) (*session.Opened, error) {
	s, err := open.SideBySide(names, o)
	if err != nil {
		w.app.note("%v", err) // this writes the whole error; the window shows the first lines
		return &session.Opened{Files: filesOf(names, o)}, err
	}
	return w.of(s, names, o, was), nil
}

// of returns an open scene in the form that a window takes.
func (w *windowModel) of(s *scene.Scene, names []string, o scene.Options, was *windowEngines) *session.Opened {
	engines := &windowEngines{app: w.app, options: w.options, scene: s}
	out := &session.Opened{
		Title: "hooke: " + s.Name, Subject: draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start, Pins: s.Pins}, Until: s.Until,
		Notes: s.Report.Notes,
		New: func(gl *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			if w.now != nil && w.now.current != nil {
				w.now.current.changed = true // the error of this engine is not needed when it goes
			}
			if was != nil && engines.current == nil {
				engines.current, engines.tuning = was.current, was.tuning // the structure steps alike, and is not tuned again
			}
			engines.chosen = w.chosen
			e, err := engines.make(gl, m, p)
			if err == nil {
				w.now = engines
			}
			return e, err
		},
	}
	if warning := run.StepWarning(s.Model, s.Params); warning != "" {
		out.Notes = append([]string{warning}, out.Notes...)
	}
	if !w.options.noReload {
		out.Files = filesOf(names, o)
		out.Again = func() (*session.Opened, error) { return w.open(names, o, engines) }
	}
	if out.Turn = w.turned(names, o); out.Turn != nil && slices.Contains(s.Report.Notes, meshfile.UpNote) {
		out.Greeting = "z is taken as up: u turns it, where y is · drag to pull or turn · space pauses · ? all keys"
	}
	return out
}

// ups are the axes that may point up, in the order in which the key goes through them.
const ups = "zyx"

// turned returns a function that reads a mesh file with the next of its axes up; nil
// where names are no such file.
func (w *windowModel) turned(names []string, o scene.Options) func() (*session.Opened, error) {
	if len(names) != 1 || !open.IsMeshFile(names[0]) {
		return nil
	}
	up := o.Up
	if up == "" {
		up = meshfile.UpOf(names[0])
	}
	o.Up = string(ups[(strings.Index(ups, up)+1)%len(ups)])
	return func() (*session.Opened, error) {
		opened, err := w.open(names, o, nil)
		if opened != nil && err == nil {
			opened.Notes = append([]string{o.Up + " of the file is up now; u turns it on, --up " + o.Up + " does so from the start"}, opened.Notes...)
		}
		return opened, err
	}
}

// filesOf returns the files from which names are read.
func filesOf(names []string, o scene.Options) (files []string) {
	for _, name := range names {
		files = append(files, open.Files(name, o)...)
	}
	return files
}

// windowEngines makes the engines of a window: the engine of the scene, and another one
// whenever the user changes a compiled feature.
type windowEngines struct {
	app     App
	options *viewOptions
	scene   *scene.Scene // the scene as it was opened
	current *measured
	tuning  string // why the first engine has its pipeline
	chosen  string // one of names; empty where the options decide
}

// names returns the engines that the user may choose while the window is open.
func (w *windowEngines) names() []string {
	return []string{engine.CPU, engine.GPU + " " + gpu.TwoPass, engine.GPU + " " + gpu.Fused}
}

// asked returns the name and the options of the engine to make.
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

// make makes the engine of a model and parameters. It tunes only the first one, since the
// others come while a hand moves, and for those it only tells when the engine changes.
func (w *windowEngines) make(gl *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
	now := *w.scene
	now.Model, now.Params = m, p
	app := w.app
	name, o := w.asked()
	was := model.Description{}
	var said strings.Builder
	if w.current != nil {
		// From here on no engine steps the scene as it was opened.
		w.current.changed = true
		was = w.current.Describe()
		app.untuned, app.Selftest, app.Stderr = true, engine.TestNone, &said // the first one was tested
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
	w.current = &measured{DrawnEngine: drawn, scene: w.scene, changed: w.current != nil}
	return w.current, nil
}

// openTape opens a recorded run that was dropped on a window.
func (w *windowModel) openTape(path string) (*session.Opened, error) {
	x, err := w.app.openRecord(context.Background(), &flags.Structure{}, "", []string{path})
	if err != nil {
		return nil, err
	}
	return &session.Opened{
		Title: "hooke: " + x.From, Subject: x.Subject(),
		Notes: []string{"a recorded run of " + words.Counted(x.Frames(), "frame")},
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.DrawnEngine, error) {
			if w.now != nil && w.now.current != nil {
				w.now.current.changed = true // the error of this engine is not needed when it goes
			}
			return play.NewRecordEngine(gl, x, w.app.Shaders)
		},
	}, nil
}

// showLineup opens a window on runs side by side.
func (a App) showLineup(ctx context.Context, o *viewOptions, l *play.Lineup) error {
	if err := makeFolderOf(o.screenshot); err != nil {
		return fmt.Errorf("--screenshot: %w", err)
	}
	frames, box, view := 0, l.Bounds(), l.View()
	if from := o.shown.From(); from != nil {
		view = *from
	}
	shown := &windowModel{app: a, options: o}
	_, err := viewer.Run(session.Options{
		Title: "hooke: " + l.Title, Width: o.size[0], Height: o.size[1], Subject: l.Subject(), Box: &box, View: &view,
		Look: o.lineupLook(), Gait: o.gait, Frames: o.frames, Recording: recording(&o.film, "sweep"),
		Last: writer(o.screenshot, o.small), Stop: ctx.Done(), Open: shown.read,
		EachFrame: func(now session.Status) { frames = now.Frame },
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.DrawnEngine, error) {
			return play.NewLineupEngine(gl, l, a.Shaders)
		},
	})
	if err != nil {
		return err
	}
	text := lineupText(l) + fmt.Sprintf("%-18s %d", "frames", frames)
	if o.screenshot != "" {
		text += fmt.Sprintf("\n%-18s %s", "wrote", o.screenshot)
	}
	return a.printf("%s\n", text)
}
