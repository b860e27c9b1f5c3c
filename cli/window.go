//go:build !headless

package cli

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"hooke/cli/report"
	"hooke/cli/shown"
	"hooke/cli/terminal"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/export/film"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/words"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/session"
)

// windowKind names the display of this binary for the verb version.
const windowKind = "with a window"

// windowErrorSteps bounds the steps over which the error is measured when a window
// closes, since somebody waits for that.
const windowErrorSteps = 20

func (a App) viewWindow(ctx context.Context, o *viewOptions, args []string) error {
	if o.stepsPerFrame != 0 {
		return usagef("--steps-per-frame: a window chooses the steps that keep it fluent; it belongs to --offscreen")
	}
	s, err := a.open(ctx, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	a.noteRounding(run.JudgeOf(s.Model, s.Params, s.Start, o.gpu.Precision.String()), int64(math.Ceil(s.Duration/s.Params.DT)))
	if err := makeFolderOf(o.screenshot); err != nil {
		return fmt.Errorf("--screenshot: %w", err)
	}

	names := args
	if len(names) == 0 {
		names = []string{"lattice"}
	}
	shown := &windowModel{app: a, options: o}
	first := shown.of(s, names, o.model.Resolve(), nil)
	var last session.Status
	begin := time.Now()
	figure, err := viewer.Run(session.Options{
		Title: first.Title, Width: o.size[0], Height: o.size[1],
		Subject: first.Subject, Until: first.Until, Files: first.Files, Again: first.Again, Open: shown.read,
		Turn: first.Turn, Greeting: first.Greeting, Look: o.look(), View: o.shown.From(), Gait: o.gait,
		Frames: o.frames, Recording: recording(&o.film, s.Name), Last: writer(o.screenshot, o.small), Stop: ctx.Done(),
		EachFrame: func(now session.Status) {
			if last.Frame == 0 {
				begin = time.Now() // loading and the first picture do not count in the pace of the other pictures
			}
			last = now
		},
		New: first.New, Engines: (&windowEngines{options: o}).names(), Choose: shown.choose,
	})
	if err != nil {
		return err
	}
	engines := shown.now
	engine, s := engines.current, engines.scene
	if engine.err != nil {
		return engine.err
	}
	f := report.Figures{Result: run.Result{
		Engine: figure.Engine, Tuning: engines.tuning, Software: softwareSteps(figure), Scene: s.Name,
		Masses: figure.Masses, Springs: figure.Springs, Steps: figure.Steps, Seconds: figure.Seconds,
		DT: s.Params.DT, Time: last.Time,
		Touching: engine.touching,
	}, Accuracy: engine.accuracy}
	text := f.Text() + fmt.Sprintf("%-18s %d", "frames", last.Frame)
	if pace := time.Since(begin).Seconds() - engine.seconds; last.Frame > 1 && pace > 0 {
		text += fmt.Sprintf(": %.3g frames/s", float64(last.Frame-1)/pace)
	}
	if o.screenshot != "" {
		text += fmt.Sprintf("\n%-18s %s", "wrote", o.screenshot)
	}
	return a.printf("%s\n", text)
}

// measured is an engine whose error is measured when it is closed. Only then is the
// window's context still current after the last use of the state.
type measured struct {
	draw.DrawnEngine
	scene    *scene.Scene
	stepped  int64
	closed   bool
	changed  bool // the engine does not step the scene as it was opened
	accuracy report.Accuracy
	touching *model.Touching // at the end; nil: masses do not collide
	seconds  float64         // time that measuring took
	err      error
}

func (m *measured) Step(n int) error {
	m.stepped += int64(n)
	return m.DrawnEngine.Step(n)
}

// Unwrap returns the engine that is measured.
func (m *measured) Unwrap() model.Engine { return m.DrawnEngine }

// SetParams replaces the parameters of the engine. It returns an error when the engine
// takes no others.
func (m *measured) SetParams(p model.Params) error {
	setter, ok := model.As[model.ParamsSetter](m.DrawnEngine)
	if !ok {
		return errors.New("cli: this engine takes no other parameters while it runs")
	}
	if err := setter.SetParams(p); err != nil {
		return err
	}
	m.changed = true
	return nil
}

// Background returns the background of the engine, or nil without one. Its steps
// are counted, too.
func (m *measured) Background() model.Background {
	if aside, ok := model.As[model.BackgroundStepper](m.DrawnEngine); ok {
		if b := aside.Background(); b != nil {
			return counted{b, m}
		}
	}
	return nil
}

// counted counts the steps that the engine takes in the background.
type counted struct {
	model.Background
	of *measured
}

func (c counted) Begin(n int, wake func()) {
	c.of.stepped += int64(n)
	c.Background.Begin(n, wake)
}

func (m *measured) Close() {
	if m.closed {
		return
	}
	m.closed = true
	if m.changed {
		m.DrawnEngine.Close()
		return
	}
	begin := time.Now()
	if m.touching, m.err = run.TouchingOf(m.DrawnEngine, m.scene.Params); m.err != nil {
		m.DrawnEngine.Close()
		return
	}
	// The Ctrl-C that may have closed the window is handled. Another one ends the
	// measuring, and the figures go without it.
	ctx, stop := signal.NotifyContext(context.Background(), terminal.Endings()...)
	defer stop()
	m.accuracy, m.err = report.MeasureAccuracy(ctx, m.DrawnEngine, m.scene, min(m.stepped, windowErrorSteps))
	if errors.Is(m.err, context.Canceled) {
		m.err = nil
	}
	m.seconds = time.Since(begin).Seconds()
	m.DrawnEngine.Close()
}

// Lost notes that the context of the engine is gone, so that nothing can be measured in
// it.
func (m *measured) Lost() { m.changed = true }

// recording returns the recording options of a window. The first film follows the flags.
// Other films and pictures get free names in the folder in which hooke was started.
func recording(f *shown.Film, name string) session.Recording {
	first := f.Record
	return session.Recording{
		Rate: f.Rate, Now: first != "", Clean: f.Clean,
		Begin: func(width, height int, rate float64) (offscreen.Taker, error) {
			path := first
			if first = ""; path == "" {
				extension := ".mp4"
				if _, err := film.FindFFmpeg(); err != nil {
					extension = "" // a folder of pictures instead
				}
				var err error
				if path, err = freeName(name, extension); err != nil {
					return nil, err
				}
			}
			return newTaker(path, width, height, rate)
		},
		Still: func(picture *image.RGBA) (string, error) {
			path, err := freeName(name, ".png")
			if err != nil {
				return "", err
			}
			return path, export.WritePNG(path, picture)
		},
	}
}

// freeName returns a name that no file has: hooke-NAME-1.EXTENSION,
// hooke-NAME-2.EXTENSION, ... It returns an error when all names up to 99999 are taken or
// the folder cannot be read.
func freeName(name, extension string) (string, error) {
	clean := strings.Map(func(r rune) rune {
		if r == filepath.Separator || r == ':' || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	for k := 1; k < 100_000; k++ {
		path := fmt.Sprintf("hooke-%s-%d%s", clean, k, extension)
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			return path, nil
		} else if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("hooke-%s-1%s to hooke-%[1]s-99999%[2]s are all there: move some away", clean, extension)
}

var _ session.Player = (*play.RecordEngine)(nil)

// viewTape opens a window on a recorded run.
func (a App) viewTape(ctx context.Context, o *viewOptions, path string) error {
	x, err := a.openRecord(ctx, &o.model, o.of, []string{path})
	if err != nil {
		return err
	}
	defer x.Close()
	if err := makeFolderOf(o.screenshot); err != nil {
		return fmt.Errorf("--screenshot: %w", err)
	}
	box, err := x.Bounds()
	if err != nil {
		return err
	}
	frames := 0
	shown := &windowModel{app: a, options: o}
	_, err = viewer.Run(session.Options{
		Title: "hooke: " + x.From, Width: o.size[0], Height: o.size[1],
		Subject: x.Subject(),
		Box:     &box, Look: o.look(), View: o.shown.From(), Frames: o.frames, Recording: recording(&o.film, x.From), Last: writer(o.screenshot, o.small), Stop: ctx.Done(),
		Open:      shown.read,
		EachFrame: func(now session.Status) { frames = now.Frame },
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.DrawnEngine, error) {
			return play.NewRecordEngine(gl, x, a.Shaders)
		},
	})
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%-18s %s: %s of %s, %.6g s to %.6g s\n%-18s %d", "showed", x.From, words.Counted(x.Frames(), "state"), x.Scene.Name, x.Time(0), x.Time(x.Frames()-1), "frames", frames)
	if o.screenshot != "" {
		text += fmt.Sprintf("\n%-18s %s", "wrote", o.screenshot)
	}
	return a.printf("%s\n", text)
}
