package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/cli/report"
	"hooke/cli/shown"
	"hooke/cli/sweeping"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
	"hooke/run"
	"hooke/run/export/film"
	"hooke/run/flags"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/session"
)

// viewOptions are the flags of view, apart from those of the model.
type viewOptions struct {
	model         flags.Structure
	engine        string
	offscreen     string
	screenshot    string
	frames        int // zero: until the window is closed, or one picture without a window
	stepsPerFrame int // zero: the program chooses
	size          [3]int
	gpu           gpu.Options
	retune        bool
	threads       int
	small         bool
	film          shown.Film
	of            string
	noReload      bool
	reactions     bool
	shown         flags.Look
	lookFlag      string // the first flag of shown that is given; empty: none
	colored       bool   // --color is given
	gait          bool
	chosen        runners.Chosen
}

// newViewOptions returns the defaults of the flags.
func newViewOptions() *viewOptions {
	return &viewOptions{engine: engine.Auto, size: [3]int{flags.DefaultWidth, flags.DefaultHeight}, gpu: gpu.Options{Drawing: true, Timers: true}}
}

func (a App) view() *cobra.Command {
	o := newViewOptions()
	cmd := &cobra.Command{
		Use:     "view [preset|file]...",
		GroupID: jobSimulate,
		Short:   "Watch a structure move, in a window or as pictures",
		Long: "view simulates a preset (default lattice), a scene file or a mesh in a window; several stand side by\n" +
			"side. Drag the structure to pull it, drag beside it to turn; space pauses, ? lists all keys. The\n" +
			"window reloads a file when you save it, and opens files that you drop on it. With --offscreen, view\n" +
			"needs no display.",
		Example: "  hooke view walker\n  hooke view lattice --springs 1M\n  hooke view bunny.obj --up y\n" +
			"  hooke view walker worm robot.toml\n  hooke view walker --offscreen out/walker.png --frames 60",
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(oneOf(cmd, "offscreen", "screenshot"), o.picturesArePNG(), ofEngines(cmd, o.engine), completeFilm(&o.film, cmd, o.offscreen)); err != nil {
				return err
			}
			a.retune, a.threads, o.lookFlag = o.retune, o.threads, o.shown.Given(cmd)
			o.colored = cmd.Flags().Changed("color")
			return a.viewScene(cmd.Context(), o, args)
		}),
	}
	o.model.Add(cmd)
	set := cmd.Flags()
	set.StringVar(&o.offscreen, "offscreen", "", "draw without a display, and write the last frame to this PNG `file`")
	set.Var(flags.Whole(&o.frames, 1), "frames", "end after this number of frames (default: off-screen 1)")
	set.Var(flags.Size(&o.size, 2, 2, "WxH", "width x height in pixels, such as 1280x720 (masses along each axis are --masses)"), "size", "size of the window or picture [pixels]")
	o.film.Add(cmd)
	set.BoolVar(&o.gait, "gait", false, "show footfalls, the path of the center of mass and metrics (key j)")
	set.Var(flags.Choice(&o.engine, []string{engine.Auto, engine.GPU, engine.CPU}), "engine", "auto takes a graphics card, else the CPU")
	sweeping.AddChosen(cmd, &o.chosen)
	flags.WindowSection.Add(cmd, o.addRare)
	flags.AddReactions(cmd, &o.reactions)
	o.shown.AddShown(cmd)
	flags.AddPrecision(cmd, &o.gpu.Precision)
	flags.AddPipeline(cmd, &o.gpu.Pipeline)
	flags.AddWorkGroup(cmd, &o.gpu.WorkGroup)
	addRetune(cmd, &o.retune)
	flags.AddThreads(cmd, &o.threads)
	return cmd
}

// addRare adds flags of the window that few users need.
func (o *viewOptions) addRare(set *pflag.FlagSet) {
	set.StringVar(&o.screenshot, "screenshot", "", "write the window's last frame to this PNG `file`")
	set.Var(flags.Whole(&o.stepsPerFrame, 1), "steps-per-frame", "off-screen: steps before each frame (default: enough to show the motion)")
	set.BoolVar(&o.noReload, "no-reload", false, "do not reload files that change on disk")
	set.BoolVar(&o.small, "small", false, "write PNG files with 256 colors, a third of the size, for documents")
	set.StringVar(&o.of, "of", "", "`preset` or file whose structure a trajectory shows, if the trajectory does not name it")
}

// picturesArePNG returns an error for a name of another format than PNG.
func (o *viewOptions) picturesArePNG() error {
	for _, f := range []struct{ flag, path string }{{"offscreen", o.offscreen}, {"screenshot", o.screenshot}} {
		if f.path != "" && !strings.EqualFold(filepath.Ext(f.path), ".png") {
			return usagef("--%s: %s: pictures are PNG files: give a name that ends in .png", f.flag, f.path)
		}
	}
	return nil
}

// completeFilm returns an error, before anything is computed, for a film that cannot be
// recorded or written.
func completeFilm(f *shown.Film, cmd *cobra.Command, offscreen string) error {
	for _, name := range []string{"record", "fps", "clean"} {
		if offscreen != "" && cmd.Flags().Changed(name) {
			return usagef("--%s records a window, and --offscreen has none: hooke render makes films without a display", name)
		}
	}
	if offscreen == "" && cmd.Flags().Changed("device") {
		return usagef("--device has no effect on a window, which uses the device of its display: leave it out, or give --offscreen")
	}
	if offscreen == "" && cmd.Flags().Changed("debug") {
		return usagef("--debug is for devices without a window: leave it out, or give --offscreen")
	}
	switch extension := strings.ToLower(filepath.Ext(f.Record)); {
	case f.Record == "":
		return nil
	case extension == ".mp4":
		_, err := film.FindFFmpeg()
		return err
	case extension != "":
		return usagef("--record: %s: give film.mp4, or the name of a folder", f.Record)
	}
	return nil
}

func (a App) viewScene(ctx context.Context, o *viewOptions, args []string) error {
	ctx, stop := signal.NotifyContext(ctx, terminal.Endings()...)
	defer stop()
	if len(args) == 1 && sweep.IsFolder(args[0]) {
		return a.viewSweep(ctx, o, args[0])
	}
	if o.chosen != (runners.Chosen{}) {
		return usagef("--best and --top choose from the folder of a sweep; name one, alone, or leave them out")
	}
	tape, err := o.tape(args)
	if err != nil {
		return err
	}
	if tape != "" {
		return a.viewTape(ctx, o, tape)
	}
	o.model.Options.Lone = true
	if o.offscreen == "" {
		return a.viewWindow(ctx, o, args)
	}
	return a.viewOffscreen(ctx, o, args)
}

func (a App) viewOffscreen(ctx context.Context, o *viewOptions, args []string) error {
	// Arrows of reactions need the state of all masses.
	o.model.Options.ByPattern = (o.engine == engine.CPU || o.engine == engine.Auto) && !o.reactions && !o.gait && o.shown.Seen()
	s, err := a.open(ctx, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	a.noteRounding(run.JudgeOf(s.Model, s.Params, s.Start, o.gpu.Precision.String()), int64(math.Ceil(s.Duration/s.Params.DT)))
	d, err := a.openPicture(o)
	if err != nil {
		return err
	}
	defer d.Close()
	drawn, tuning, err := engine.NewDrawn(o.engine, d.GL, s.Model, s.Params, a.engineOptions(s, o.gpu))
	if err != nil {
		return err
	}
	defer drawn.Close()
	var moving session.Motion
	shown := moving.Watch(drawn, s.Model, s.Params, s.Start.Time)
	if err := moving.Show(shown, o.gait); err != nil {
		return err
	}
	frames, perFrame := max(o.frames, 1), o.stepsPerFrame
	if perFrame == 0 {
		perFrame = stepsPerFrame(s, frames)
	}
	watched := newInterruptible(ctx, shown, terminal.NewBar(a.Stderr, s.Name, int64(frames)*int64(perFrame), int64(s.Model.SpringCount())))
	if err := watched.stepper.Watch(s); err != nil {
		return err
	}
	begin := time.Now()
	subject := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start, Pins: s.Pins}
	picture, figure, err := offscreen.Run(d.GL, watched, engine.Shown(drawn, subject),
		offscreen.Options{Width: o.size[0], Height: o.size[1], Frames: frames, StepsPerFrame: perFrame, Look: o.look(), View: o.shown.From(),
			Over: func(f *draw.Frame) { moving.Put(shown, f) }, Taken: func() int64 { return watched.done }})
	elapsed := time.Since(begin).Seconds()
	watched.bar.Clear()
	if err != nil {
		return err
	}
	if err := watched.stepper.Confirm(figure.Steps); err != nil {
		return err
	}
	if err := writer(o.offscreen, o.small)(picture); err != nil {
		return err
	}
	if err := run.BlownUp(s, drawn, figure.Steps); err != nil {
		return run.Wrote(err, o.offscreen)
	}
	f := offscreenFigures(s, &figure, tuning, watched.stepper)
	if f.Touching, err = run.TouchingOf(drawn, s.Params); err != nil {
		return run.Wrote(err, o.offscreen)
	}
	if f.Accuracy, err = report.MeasureAccuracy(ctx, drawn, s, figure.Steps); err != nil {
		return run.Wrote(err, o.offscreen)
	}
	return a.printf("%s%-18s %s\n%-18s %s\n", f.Text(), "frames", framesText(frames, elapsed, figure.PictureSeconds), "wrote", o.offscreen)
}

// offscreenFigures returns the report of an off-screen view.
func offscreenFigures(s *scene.Scene, figure *draw.Figures, tuning string, stepper *run.Stepper) report.Figures {
	return report.Figures{Result: run.Result{
		Engine: figure.Engine, Tuning: tuning, Software: softwareSteps(*figure), Scene: s.Name,
		Masses: figure.Masses, Springs: figure.Springs, Steps: figure.Steps, Seconds: figure.Seconds,
		DT: s.Params.DT, Time: s.Start.Time + float64(figure.Steps)*s.Params.DT, Ended: stepper.Ended(),
	}}
}

// Without a window, a picture must not depend on the speed of the machine. The steps
// are those of offscreenTime, or fewer for a large structure, so that a million springs
// take well under a minute on a software renderer.
const (
	offscreenTime    = 0.5 // of the scene's own duration
	offscreenUpdates = 7e8 // spring-updates at most
)

// stepsPerFrame returns how many steps to take before each of the given number of frames.
func stepsPerFrame(s *scene.Scene, frames int) int {
	steps := offscreenTime * s.Duration / s.Params.DT
	steps = min(steps, offscreenUpdates/float64(max(1, s.Model.SpringCount())))
	return max(1, int(math.Round(steps/float64(frames))))
}

// interruptible is an engine that steps in batches, as a run does, and whose
// steps end in an error once its context is cancelled. It takes fewer steps, and then no more,
// where a condition ends the run.
type interruptible struct {
	draw.DrawnEngine
	ctx     context.Context
	bar     *terminal.Bar
	stepper *run.Stepper
	done    int64
}

// Unwrap returns the engine that steps.
func (e *interruptible) Unwrap() model.Engine { return e.DrawnEngine }

func newInterruptible(ctx context.Context, engine draw.DrawnEngine, bar *terminal.Bar) *interruptible {
	return &interruptible{DrawnEngine: engine, ctx: ctx, bar: bar, stepper: run.NewStepper(engine)}
}

// Step advances by n steps and, unlike other engines, waits for them.
func (e *interruptible) Step(n int) error {
	base := e.done
	done, err := e.stepper.Advance(e.ctx, int64(n), func(part int64) { e.bar.Set(base + part) })
	e.done += done
	if err == nil && done < int64(n) && e.stepper.Ended() == nil {
		err = fmt.Errorf("%w; nothing was written", run.ErrInterrupted)
	}
	return err
}
