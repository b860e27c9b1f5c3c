package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/gpu"
	"hooke/model"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/flags"
	"hooke/run/relax"
	"hooke/scene"
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

// files returns those that relax writes.
func (o *relaxOptions) files() []string {
	files := []string{filepath.Join(o.out, run.FinalName)}
	if o.png {
		files = append(files, filepath.Join(o.out, run.PictureName))
	}
	return files
}

func (a App) relaxScene(ctx context.Context, o *relaxOptions, args []string) error {
	o.model.Options.StateGiven = o.from != ""
	g := terminal.NewGuard(ctx, a.note)
	defer g.Release()
	s, err := a.open(g, &o.model, args, "lattice")
	if err != nil {
		return err
	}
	origin, err := run.OriginOf(s, o.model.Options, versionText()) // before the parameters become those of relax
	if err != nil {
		return err
	}
	if err := run.StartFrom(s, o.from); err != nil {
		return err
	}
	if err := relax.Refuse(s.Model, s.Params); err != nil {
		return err
	}
	switch {
	case s.Model.HasRods():
		a.note("note: Newton's method finds the rest of rods, in float64, regardless of --engine and --precision")
	case s.Params.Integrator.Method().Divides:
		a.note("note: every solver has the same rest, so relax takes explicit steps in place of %v", s.Params.Integrator)
	}
	s.Params = relax.Params(s.Model, s.Params, s.Start.Time)
	if o.model.Options.DT != 0 {
		s.Params.DT = o.model.Options.DT
	}
	if err := safefile.MakeFolder(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	lock, err := run.LockFolder(o.out, a.reporter())
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := run.Replaceable(o.files()...); err != nil {
		return err
	}
	if err := run.Remove(o.files()...); err != nil {
		return err
	}
	how := a.engineOptions(s, o.gpu)
	e, err := engine.New(engine.Asked(o.engine, how), s.Model, s.Params, how)
	if engine.NoOpenGL(err) {
		return fmt.Errorf("%w\n(--engine cpuref needs no OpenGL)", err)
	}
	if err != nil {
		return err
	}
	defer e.Close()
	stilled, ok := model.As[relax.Relaxable](e)
	if !ok {
		return fmt.Errorf("the engine %s cannot relax; choose another with --engine", e.Describe().Engine)
	}
	g.Enter(run.Stepping)
	f, err := a.relaxIn(g, o, s, stilled)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w; nothing was written", run.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	g.Enter(run.Finishing)
	return a.writeRest(o, s, e, &f, origin)
}

// writeRest writes the structure at rest and says where; origin is the text that names
// the structure.
func (a App) writeRest(o *relaxOptions, s *scene.Scene, e *engine.Engine, f *relaxFigures, origin string) error {
	final := filepath.Join(o.out, run.FinalName)
	if err := export.WriteFinal(final, &f.State, npy.Text("run", origin)); err != nil {
		return err
	}
	f.wrote = []string{final}
	picture := filepath.Join(o.out, run.PictureName)
	var unseen error // why there is no picture
	if o.png {
		if unseen = run.WritePicture(picture, s, e, &f.State, o.shown, a.Shaders); unseen == nil {
			f.wrote = append(f.wrote, picture)
		} else {
			unseen = run.Wrote(fmt.Errorf("only the picture failed, the numbers are complete: %w", unseen), f.wrote...)
		}
	}
	if o.json {
		return errors.Join(json.NewEncoder(a.Stdout).Encode(f), unseen)
	}
	return errors.Join(a.printf("%s", f.text()), unseen)
}

// relaxIn relaxes a scene from its start in the engine.
func (a App) relaxIn(ctx context.Context, o *relaxOptions, s *scene.Scene, e relax.Relaxable) (relaxFigures, error) {
	begin, last := time.Now(), time.Now()
	result, err := relax.Run(ctx, e, s.Model, relax.Options{Residual: o.residual, Steps: int64(o.steps),
		Progress: func(steps int64, residual float64) {
			if time.Since(last) >= terminal.LineEvery {
				last = time.Now()
				a.note("%s: step %d, residual %.3g N", s.Name, steps, residual)
			}
		}})
	if err != nil {
		return relaxFigures{}, err
	}
	low, high := stretches(s.Model, e.Params(), result.State.State())
	return relaxFigures{Result: result, scene: s, engine: e.Describe(),
		seconds: time.Since(begin).Seconds(), dt: e.Params().DT, low: low, high: high}, nil
}

// relaxFigures are the figures that relax prints at its end.
type relaxFigures struct {
	relax.Result
	scene     *scene.Scene
	engine    model.Description
	seconds   float64
	dt        float64
	low, high float64 // smallest and largest (L − L0)/L0 of a spring
	wrote     []string
}

func (f relaxFigures) text() string {
	var out strings.Builder
	line := func(key, format string, args ...any) {
		fmt.Fprintf(&out, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", f.scene.Name)
	line("masses", "%d", f.scene.Model.MassCount())
	line("springs", "%d", f.scene.Model.SpringCount())
	line("engine", "%s, pipeline %s, %s precision", f.engine.Engine, f.engine.Pipeline, f.engine.Precision)
	line("renderer", "%s", f.engine.Renderer)
	if f.Newton {
		line("iterations", "%d of Newton's method; %d unstable rests were left before", f.Steps, f.Left)
	} else {
		line("steps", "%d of %.4g s, %d stops", f.Steps, f.dt, f.Peaks)
	}
	if f.Checked > 0 {
		line("checked", "it stays at rest after small pushes, in %d steps; %d unstable rests were left before", f.Checked, f.Left)
	}
	line("seconds", "%.3f", f.seconds)
	switch {
	case f.Rounded:
		line("residual", "%.3g N on mass %d: the least in single precision; --precision double or --engine cpuref reach less", f.Residual, f.Mass)
	case f.Mass >= 0:
		line("residual", "%.3g N on mass %d, allowed %.3g N", f.Residual, f.Mass, f.Allowed)
	default:
		line("residual", "0 N: no force on any free mass")
	}
	line("stretch", "%+.4g %% to %+.4g %% of the rest lengths", 100*f.low, 100*f.high)
	line("wrote", "%s", strings.Join(f.wrote, ", "))
	return out.String()
}

func (f relaxFigures) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"engine": f.engine.Engine, "pipeline": f.engine.Pipeline, "renderer": f.engine.Renderer, "precision": f.engine.Precision,
		"scene": f.scene.Name, "masses": f.scene.Model.MassCount(), "springs": f.scene.Model.SpringCount(),
		"newton": f.Newton, "steps": f.Steps, "stops": f.Peaks, "check_steps": f.Checked, "left": f.Left, "dt": f.dt, "seconds": f.seconds,
		"residual": bench.Finite(f.Residual), "allowed": bench.Finite(f.Allowed), "mass": f.Mass,
		"least_stretch": bench.Finite(f.low), "largest_stretch": bench.Finite(f.high), "wrote": f.wrote,
	})
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
