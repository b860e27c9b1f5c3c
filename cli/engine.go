package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/cli/progress"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/run"
	"hooke/scene"
)

// reporter prints what libraries have to say.
func (a App) reporter() engine.Report {
	return engine.Report{Note: func(line string) { a.note("%s", line) }, Busy: func(what string) func() { return progress.Waiting(a.Stderr, what) }}
}

// engineOptions are those of an engine of a scene.
func (a App) engineOptions(s *scene.Scene, o gpu.Options) engine.Options {
	o.Shaders = a.Shaders
	return engine.Options{GPU: o, Start: s.Start, Name: s.Name, Report: a.reporter(),
		Tuning: engine.Tuning{Folder: a.Cache, Again: a.retune, Off: a.untuned}}
}

// newGPU puts a model on a device as the options say, with the shaders of the program.
func (a App) newGPU(d *engine.Device, m *model.Model, p model.Params, o gpu.Options) (*gpu.Engine, error) {
	o.Shaders = a.Shaders
	defer progress.Waiting(a.Stderr, "laying out "+m.Name)()
	return gpu.New(d.GL, m, p, o)
}

// addRetune gives a verb the flag.
func addRetune(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "retune", false, "measure pipelines and work groups anew, whatever is remembered of this device")
}

// ofGPU refuses flags of the gpu engine beside engines that all lack what they
// set, and a measurement of pipelines beside a pipeline.
func ofGPU(cmd *cobra.Command, engines ...string) error {
	given := func(name string) bool {
		flag := cmd.Flags().Lookup(name)
		return flag != nil && flag.Value.String() != flag.DefValue
	}
	if given("retune") && given("pipeline") {
		return usagef("--retune measures which pipeline is the fastest, and --pipeline says which to take: leave one out")
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
		return usagef("--precision %s is of the engine gpu, and --engine cpuref computes in double; leave one out", precision.Value)
	}
	return nil
}

// open makes the scene that the arguments and flags ask for, of several names side by
// side; without a name it is the given preset. It tells the user what was left out or looks wrong. A
// cancelled context ends the wait for it.
func (a App) open(ctx context.Context, f *flags.Structure, args []string, preset string) (*scene.Scene, error) {
	names := []string{preset}
	if len(args) > 0 {
		names = args
	}
	return run.Open(ctx, names, f.Resolve(), a.reporter())
}
