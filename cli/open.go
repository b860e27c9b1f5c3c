package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/run"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

// reporter prints the messages of engines and runs.
func (a App) reporter() engine.Listener {
	return engine.Listener{Note: func(line string) { a.note("%s", line) }, Busy: func(what string) func() { return terminal.Waiting(a.Stderr, what) }}
}

// engineOptions returns the options of an engine for a scene.
func (a App) engineOptions(s *scene.Scene, o gpu.Options) engine.Options {
	o.Shaders = a.Shaders
	return engine.Options{GPU: o, Start: s.Start, Name: s.Name, Control: s.Control, Threads: a.threads, Listener: a.reporter(),
		Selftest: a.Selftest, Tuning: a.remembered()}
}

// remembered returns the cache of earlier measurements of devices.
func (a App) remembered() engine.TuningCache {
	return engine.TuningCache{Folder: a.Cache, Again: a.retune, Off: a.untuned, Program: run.Commit()}
}

// newGPU puts a model on a device as the options say, with the shaders of the program.
func (a App) newGPU(d *engine.Device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	o.Shaders = a.Shaders
	defer terminal.Waiting(a.Stderr, "laying out "+m.Name)()
	return gpu.New(d.GL, m, p, o)
}

// addRetune adds the flag --retune to a verb.
func addRetune(cmd *cobra.Command, value *bool) {
	flags.EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(value, "retune", false, "test the device and measure its fastest settings again, whatever is remembered")
	})
}

// ofEngines returns an error for flags of the engines gpu and cpu if no engine uses
// them, for flags of both together, and for --retune together with a pipeline.
func ofEngines(cmd *cobra.Command, engines ...string) error {
	given := func(name string) bool {
		flag := cmd.Flags().Lookup(name)
		return flag != nil && flag.Value.String() != flag.DefValue
	}
	if given("retune") && given("pipeline") {
		return usagef("--retune measures which pipeline is the fastest, and --pipeline says which to take: leave one out")
	}
	if name := strings.Join(engines, ","); given("threads") && !slices.Contains(engines, engine.CPU) && name != engine.Auto {
		return usagef("--threads is of the engine cpu, and --engine %s has none; leave one out", name)
	} else if given("threads") && name == engine.Auto && (given("pipeline") || given("workgroup") || given("retune")) {
		return usagef("--threads is of the engine cpu, and --pipeline, --workgroup and --retune are of gpu: name the engine, or leave one out")
	}
	if slices.Contains(engines, engine.GPU) || slices.Contains(engines, engine.Auto) {
		return nil
	}
	for _, name := range []string{"pipeline", "workgroup", "retune"} {
		if given(name) {
			return usagef("--%s is of the engine gpu, and --engine %s has none; leave one out", name, strings.Join(engines, ","))
		}
	}
	if precision := cmd.Flags().Lookup("precision"); precision != nil && precision.Changed && slices.Contains(engines, engine.CPURef) && precision.Value.String() != gpu.Double.String() {
		return usagef("--precision %s is of the engines cpu and gpu, and --engine cpuref computes in double; leave one out", precision.Value)
	}
	return nil
}

// open makes the scene that the arguments and flags name; several names are put side by side,
// and without a name it is the given preset. It reports parts that were left out or look
// wrong. Cancelling ctx ends the wait.
func (a App) open(ctx context.Context, f *flags.Structure, args []string, preset string) (*scene.Scene, error) {
	names := []string{preset}
	if len(args) > 0 {
		names = args
	}
	return run.Open(ctx, names, f.Resolve(), a.reporter())
}

// openRecord opens what the arguments name, as play.OpenRecord does; without any it is the lattice.
func (a App) openRecord(ctx context.Context, f *flags.Structure, of string, args []string) (*play.Record, error) {
	name := "lattice"
	if len(args) > 0 {
		name = args[0]
	}
	return play.OpenRecord(ctx, name, a.opening(f, of))
}

// opening returns the way in which flags say that a record is opened.
func (a App) opening(f *flags.Structure, of string) play.Opening {
	return play.Opening{Of: of, Choices: f.Resolve(), Run: a.reopening()}
}

// tape returns the path of the recorded run that view is to show; empty: the arguments name
// none.
func (o *viewOptions) tape(args []string) (string, error) {
	if len(args) == 1 {
		kind, _ := play.KindOf(args[0])
		switch preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == args[0] }); {
		case preset || kind != play.Many:
		case o.offscreen != "":
			return "", usagef("--offscreen: hooke render %s --out %s draws a recorded run", args[0], o.offscreen)
		case o.stepsPerFrame != 0:
			return "", usagef("--steps-per-frame: %s is a recorded run, which is not stepped", args[0])
		default:
			return args[0], nil
		}
	}
	if o.of != "" {
		return "", usagef("--of names the structure of a trajectory, and none is given")
	}
	return "", nil
}

// noteRounding says, before a run of the given number of steps, that rounding will be visible in
// it.
func (a App) noteRounding(judge run.Judge, steps int64) {
	if warning := judge.Warning(steps); warning != "" {
		a.note("warning: %s", warning)
	}
}

// softwareSteps reports whether OpenGL on the CPU took the steps, and not only drew.
func softwareSteps(f draw.Figures) bool { return f.SoftwareRenderer && f.Engine.Engine == engine.GPU }

// pictureFits returns an error for a picture that the device cannot hold.
func pictureFits(size [3]int, limits glx.Limits) error {
	if side := max(size[0], size[1]); side > int(limits.PictureSize) {
		return usagef("--size: %d x %d pixels; this device allows %d along a side (GL_MAX_RENDERBUFFER_SIZE, GL_MAX_VIEWPORT_DIMS)", size[0], size[1], limits.PictureSize)
	}
	return nil
}

// viewSweep shows the best runs of a sweep in a folder.
func (a App) viewSweep(ctx context.Context, o *viewOptions, folder string) error {
	if o.frames > 0 && o.offscreen != "" || o.stepsPerFrame > 0 || o.model.Given() || o.of != "" {
		return usagef("%s is a sweep of finished runs: leave out flags of structures, --of, --steps-per-frame and, with --offscreen, --frames", folder)
	}
	l, err := a.sweeping().Lineup(ctx, folder, o.chosen)
	if err != nil {
		return err
	}
	if o.offscreen != "" {
		return a.drawLineup(o, l)
	}
	return a.showLineup(ctx, o, l)
}

// openPicture makes the folder of the picture that view draws without a window, and opens a device that can draw one so large.
func (a App) openPicture(o *viewOptions) (*engine.Device, error) {
	if err := makeFolderOf(o.offscreen); err != nil {
		return nil, fmt.Errorf("--offscreen: %w", err)
	}
	d, err := engine.OpenDevice(a.reporter())
	if err != nil {
		return nil, err
	}
	if err := pictureFits(o.size, d.GL.Limits); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// drawLineup draws the last states of runs side by side.
func (a App) drawLineup(o *viewOptions, l *play.Lineup) error {
	d, err := a.openPicture(o)
	if err != nil {
		return err
	}
	defer d.Close()
	e, err := play.NewLineupEngine(d.GL, l, a.Shaders)
	if err != nil {
		return err
	}
	defer e.Close()
	if err := e.ShowFrame(e.Frames() - 1); err != nil {
		return err
	}
	look, view := o.lineupLook(), draw.LookAt(l.Bounds(), 1)
	view.From(l.View())
	if from := o.shown.From(); from != nil {
		view.From(*from)
	}
	view.Fit(l.Bounds(), draw.ClearAspect(o.size[0], o.size[1], look))
	picture, _, err := offscreen.Run(d.GL, e, l.Subject(), offscreen.Options{Width: o.size[0], Height: o.size[1], Look: look, Camera: &view, Over: func(f *draw.Frame) {
		f.Time = e.FrameTime(e.FrameShown())
		f.Overlay.Time, f.Overlay.Source = f.Time, l.From
		e.Put(f, -1, o.gait)
	}})
	if err != nil {
		return err
	}
	if err := writer(o.offscreen, o.small)(picture); err != nil {
		return err
	}
	return a.printf("%s%-18s %s\n", lineupText(l), "wrote", o.offscreen)
}

// lineupText names the runs that stand side by side.
func lineupText(l *play.Lineup) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%-18s %s\n", "showed", l.Title+" of "+l.From)
	for _, m := range l.Members {
		fmt.Fprintf(&out, "%-18s %s\n", "", strings.Join(m.Label, "  "))
	}
	return out.String()
}
