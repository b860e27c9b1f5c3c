package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/cli/progress"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/play/recorded"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/preset"
)

// reporter prints what engines and runs say.
func (a App) reporter() engine.Listener {
	return engine.Listener{Note: func(line string) { a.note("%s", line) }, Busy: func(what string) func() { return progress.Waiting(a.Stderr, what) }}
}

// engineOptions are the options of an engine for a scene.
func (a App) engineOptions(s *scene.Scene, o gpu.Options) engine.Options {
	o.Shaders = a.Shaders
	return engine.Options{GPU: o, Start: s.Start, Name: s.Name, Control: s.Control, Threads: a.threads, Listener: a.reporter(),
		Tuning: engine.TuningCache{Folder: a.Cache, Again: a.retune, Off: a.untuned}}
}

// newGPU puts a model on a device as the options say, with the shaders of the program.
func (a App) newGPU(d *engine.Device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	o.Shaders = a.Shaders
	defer progress.Waiting(a.Stderr, "laying out "+m.Name)()
	return gpu.New(d.GL, m, p, o)
}

// addRetune adds the flag --retune to a verb.
func addRetune(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "retune", false, "measure pipelines and work groups anew, whatever is remembered of this device")
}

// ofEngines refuses flags of the engines gpu and cpu if none of the engines has what they set,
// those of both together, and --retune together with a pipeline.
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

// open makes the scene that the arguments and flags name; several names are put side by
// side, and without a name it is the given preset. It tells the user what was left out
// or looks wrong. Cancelling ctx ends the wait.
func (a App) open(ctx context.Context, f *flags.Structure, args []string, preset string) (*scene.Scene, error) {
	names := []string{preset}
	if len(args) > 0 {
		names = args
	}
	return run.Open(ctx, names, f.Resolve(), a.reporter())
}

// openRecord opens a trajectory, a checkpoint, a final.npz, or what else can be run, as
// it starts. The structure of the first and third is the one that the file names, or of.
func (a App) openRecord(ctx context.Context, flags *flags.Structure, of string, args []string) (*recorded.Record, error) {
	name := "lattice"
	if len(args) > 0 {
		name = args[0]
	}
	preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == name })
	extension := strings.ToLower(filepath.Ext(name))
	kind, text := recorded.KindOf(name)
	switch {
	case preset || kind == recorded.None && extension != ".hooke":
		if of != "" {
			return nil, usagef("--of: %s is a structure of its own; --of belongs to trajectories and final.npz", name)
		}
		s, err := a.open(ctx, flags, []string{name}, "")
		if err != nil {
			return nil, err
		}
		return recorded.AsItStarts(s), nil
	case extension == ".hooke":
		if of != "" || flags.Given() {
			return nil, usagef("%s: a checkpoint knows its structure: leave out --of and flags of structures", name)
		}
		r, err := a.reopen(ctx, name)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return recorded.Now(r, name)
	}
	s, err := a.structureOfStates(ctx, flags, of, name, text)
	if err != nil {
		return nil, err
	}
	if kind == recorded.One {
		if s == nil {
			return nil, fmt.Errorf("%s: it does not say of which structure it is: name it with --of, such as --of lattice --springs 1M", name)
		}
		return recorded.OpenState(s, name)
	}
	x, err := recorded.OpenTape(s, name)
	if err == nil && s == nil {
		a.note("note: %s does not say of which structure it is: it is shown as masses without springs (--of names one)", name)
	}
	return x, err
}

// structureOfStates is the structure that of names, or else the file; nil: neither
// names one.
func (a App) structureOfStates(ctx context.Context, flags *flags.Structure, of, path, text string) (*scene.Scene, error) {
	switch {
	case of != "":
		flags.Options.StateGiven = true
		return a.open(ctx, flags, []string{of}, "")
	case flags.Given():
		return nil, usagef("flags of a structure need --of, the preset or file that %s is of", path)
	case text != "":
		return run.OpenOrigin(ctx, path, text, run.Options{How: engine.Options{Listener: a.reporter()}, Program: versionText()})
	}
	return nil, nil
}

// tape is the path of the recorded run that view is to show; empty: the arguments name
// none.
func (o *viewOptions) tape(args []string) (string, error) {
	if len(args) == 1 {
		kind, _ := recorded.KindOf(args[0])
		switch preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == args[0] }); {
		case preset || kind != recorded.Many:
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

// noteRounding says, before a run of so many steps, that rounding will be visible in
// it.
func (a App) noteRounding(judge run.Judge, steps int64) {
	if warning := judge.Warning(steps); warning != "" {
		a.note("warning: %s", warning)
	}
}
