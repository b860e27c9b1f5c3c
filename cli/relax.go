package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/run"
	"hooke/run/flags"
)

// relaxOptions are the flags of relax, apart from those of the model.
type relaxOptions struct {
	model     flags.Structure
	engine    string
	residual  float64 // [N]
	steps     int
	out, from string
	png, json bool
	look      flags.Look
	shown     run.Pictures // of look
	gpu       gpu.Options
	threads   int
}

func (a App) relax() *cobra.Command {
	o := relaxOptions{engine: engine.Auto}
	cmd := &cobra.Command{
		Use:     "relax [preset|file]",
		GroupID: jobSimulate,
		Short:   "Find where a structure comes to rest",
		Long: "relax moves a structure to a stable rest, where the forces on each mass cancel up to --residual. It\n" +
			"writes final.npz to the folder --out; hooke run --start continues from there. Muscles keep their\n" +
			"initial length, and drag is off. When the structure does not rest within --steps, relax reports the\n" +
			"residual, writes nothing and ends with exit code 1.\n\n" +
			"Method: the structure swings, and stops at each peak of its kinetic energy. For structures with rods,\n" +
			"Newton's method; --steps counts its iterations.",
		Example: "  hooke relax lattice --springs 56k\n  hooke relax cloth --residual 1e-5 --engine cpuref --out hung --png\n" +
			"  hooke relax bunny.obj --out settled && hooke run bunny.obj --start settled/final.npz",
		Args: atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) error {
			if err := ofEngines(cmd, o.engine); err != nil {
				return err
			}
			if flag := o.look.Given(cmd); flag != "" && !o.png {
				return usagef("--%s: no picture is drawn that it could be of; add --png", flag)
			} else if flag != "" {
				o.shown = run.Pictures{Look: o.look.Shown(), View: o.look.From()}
			}
			a.threads = o.threads
			return a.relaxScene(cmd.Context(), &o, args)
		}),
	}
	o.model.Add(cmd)
	set := cmd.Flags()
	set.Var(flags.Positive(&o.residual), "residual", "largest force on a mass at rest [N] (default: 1/1000 of that at the start)")
	set.Var(flags.Whole(&o.steps, 1), "steps", "maximum number of steps (default 1000000)")
	set.StringVar(&o.out, "out", "out", "`folder` to write to; created when missing")
	set.BoolVar(&o.png, "png", false, "draw the structure at rest to final.png")
	set.StringVar(&o.from, "start", "", "start from the positions of this final.npz `file`")
	set.Var(flags.Choice(&o.engine, []string{engine.Auto, engine.GPU, engine.CPU, engine.CPURef}), "engine", "auto takes the faster of a graphics card and the CPU")
	flags.AddJSON(cmd, &o.json)
	o.look.AddShown(cmd)
	flags.AddPrecision(cmd, &o.gpu.Precision)
	flags.AddWorkGroup(cmd, &o.gpu.WorkGroup)
	flags.AddThreads(cmd, &o.threads)
	return cmd
}

func (a App) relaxScene(ctx context.Context, o *relaxOptions, args []string) error {
	o.model.Options.StateGiven = o.from != ""
	g := terminal.NewGuard(ctx, a.note)
	defer g.Release()
	s, err := a.open(g, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	last := time.Now()
	r, err := run.Relax(g, s, run.Relaxing{Residual: o.residual, Start: o.from,
		Options: run.Options{Folder: o.out, Engine: o.engine, How: a.engineOptions(s, o.gpu), Steps: int64(o.steps), Picture: o.png, Pictures: o.shown,
			Choices: o.model.Resolve(), Program: versionText(), Entered: g.Enter},
		Told: func(steps int64, residual float64) {
			if time.Since(last) >= terminal.LineEvery {
				last = time.Now()
				a.note("%s: step %d, residual %.3g N", s.Name, steps, residual)
			}
		}})
	switch {
	case r == nil:
		return err
	case o.json:
		return errors.Join(json.NewEncoder(a.Stdout).Encode(r), err)
	}
	return errors.Join(a.printf("%s", restText(r)), err)
}

// restText has the figures that relax prints at its end.
func restText(r *run.Rest) string {
	var out strings.Builder
	line := func(key, format string, args ...any) {
		fmt.Fprintf(&out, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", r.Scene.Name)
	line("masses", "%d", r.Scene.Model.MassCount())
	line("springs", "%d", r.Scene.Model.SpringCount())
	line("engine", "%s, pipeline %s, %s precision", r.Engine.Engine, r.Engine.Pipeline, r.Engine.Precision)
	line("renderer", "%s", r.Engine.Renderer)
	if r.Newton {
		line("iterations", "%d of Newton's method; %d unstable rests were left before", r.Steps, r.Left)
	} else {
		line("steps", "%d of %.4g s, %d stops", r.Steps, r.DT, r.Peaks)
	}
	if r.Checked > 0 {
		line("checked", "it stays at rest after small pushes, in %d steps; %d unstable rests were left before", r.Checked, r.Left)
	}
	line("seconds", "%.3f", r.Seconds)
	switch {
	case r.Rounded:
		line("residual", "%.3g N on mass %d: the least in single precision; --precision double or --engine cpuref reach less", r.Residual, r.Mass)
	case r.Mass >= 0:
		line("residual", "%.3g N on mass %d, allowed %.3g N", r.Residual, r.Mass, r.Allowed)
	default:
		line("residual", "0 N: no force on any free mass")
	}
	line("stretch", "%+.4g %% to %+.4g %% of the rest lengths", 100*r.Low, 100*r.High)
	line("wrote", "%s", strings.Join(r.Wrote, ", "))
	return out.String()
}
