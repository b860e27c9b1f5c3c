package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/cli/report"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/machine/memory"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene"
)

// infoOptions are the flags of info, apart from those of the model.
type infoOptions struct {
	model flags.Structure
	json  bool
	table bool // of support, and nothing else

	engines bool // the device's limits and the engines' plans too
	asked   report.Asked
	save    flags.Frames
}

func (a App) info() *cobra.Command {
	o := infoOptions{}
	cmd := &cobra.Command{
		Use:     "info [preset|file]",
		GroupID: jobFiles,
		Short:   "Describe a structure, and this machine",
		Long: "info prints what a preset, a scene file or a mesh becomes: masses, springs, safe step, solver and\n" +
			"memory. Without a name it describes the machine. It tests a graphics card, and ends with exit code 1\n" +
			"when the card fails.",
		Example: "  hooke info\n  hooke info walker\n  hooke info bunny.obj --up y --springs 1M\n  hooke info lattice --springs 10M --engines --precision double",
		Args:    atMost(1),
		RunE: work(func(cmd *cobra.Command, args []string) (err error) {
			if o.table {
				table, err := report.Support(o.json)
				if err != nil {
					return err
				}
				return a.printf("%s", table)
			}
			if o.asked.Outputs, err = o.save.Outputs(); err != nil {
				return usagef("%v", err)
			}
			return a.printInfo(cmd.Context(), &o, args)
		}),
	}
	o.model.Add(cmd)
	set := cmd.Flags()
	set.BoolVar(&o.engines, "engines", false, "add details of the device and of each engine")
	set.BoolVar(&o.json, "json", false, "print one JSON object (docs/info.md lists its keys)")
	set.BoolVar(&o.table, "support", false, "print how each engine supports each feature")
	_ = set.MarkHidden("support") // for scripts; docs/physics.md has the table
	o.save.AddFormats(cmd)
	o.save.AddHow(cmd)
	flags.AddPrecision(cmd, &o.asked.Precision)
	return cmd
}

// openAnyhow opens the scene in arrays, which the layouts of the gpu engine are found in, or by
// a pattern where arrays do not fit the memory and there is one.
func (a App) openAnyhow(ctx context.Context, o *infoOptions, args []string) (*scene.Scene, error) {
	o.model.Options.Lone = true // as run and view take it
	s, err := a.open(ctx, &o.model, args, "lattice")
	if errors.Is(err, memory.ErrTooLarge) {
		o.model.Options.ByPattern = true
		if by, none := a.open(ctx, &o.model, args, "lattice"); none == nil {
			return by, nil
		}
	}
	return s, err
}

func (a App) printInfo(ctx context.Context, o *infoOptions, args []string) error {
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	// The structure first: a broken file is an error whatever the device is.
	var structure *report.Structure
	var s *scene.Scene
	if len(args) > 0 || o.model.Given() {
		var err error
		if s, err = a.openAnyhow(ctx, o, args); err != nil {
			return err
		}
		if structure, err = report.Describe(s, o.asked); err != nil {
			return err
		}
	}
	gl := report.OpenGL{}
	devices := engine.Devices()
	d, err := engine.OpenDevice(a.reporter())
	switch {
	case errors.Is(err, egl.ErrNoDevice):
		return err
	case err != nil:
		gl.Error = err.Error()
	default:
		defer d.Close()
		gl = report.DescribeOpenGL(d)
		if structure != nil {
			structure.Judge(d.GL.Limits)
		}
		if structure != nil && s.Model.Pattern == nil {
			structure.Tuning = engine.Remembered(d.GL, s.Model, s.Params, a.engineOptions(s, gpu.Options{Pipeline: gpu.Auto}))
		}
	}
	gl.Devices = devices
	if d != nil && ctx.Err() == nil {
		gl.Selftest = a.testDevice(d)
	}

	if ctx.Err() != nil {
		return run.ErrInterrupted
	}
	machine := bench.ThisMachine(run.Commit())
	if o.json {
		return errors.Join(a.printInfoJSON(machine, gl, structure), unfit(gl))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-18s %s\n%-18s %s\n", "hooke", run.Commit(), "machine", machine)
	switch {
	case o.engines:
		gl.Write(&out)
		if structure != nil {
			structure.Write(&out)
		}
	default:
		gl.WriteBrief(&out, structure == nil)
		if structure != nil {
			structure.WriteBrief(&out)
		}
	}
	gl.WriteSelftest(&out, o.engines)
	if !o.engines {
		report.WriteMore(&out)
	}
	return errors.Join(a.printf("%s", out.String()), unfit(gl))
}

// testDevice tests a graphics card, whatever is remembered of it; nil: the device runs on
// the CPU.
func (a App) testDevice(d *engine.Device) *engine.SelfTestReport {
	o := engine.Options{GPU: gpu.Options{Shaders: a.Shaders}, Selftest: a.Selftest, Tuning: a.remembered(), Listener: a.reporter()}
	if !o.Tests(d.GL) {
		return nil
	}
	report := o.Test(d.GL)
	return &report
}

// unfit returns the error of a device that failed the self-test.
func unfit(gl report.OpenGL) error {
	if gl.Selftest == nil || gl.Selftest.Err() == nil {
		return nil
	}
	return fmt.Errorf("%s: %w; install another driver, or step without the device: --engine cpu", gl.Renderer, gl.Selftest.Err())
}

// printInfoJSON prints one object: the keys of the structure, and gl, machine and
// commit.
func (a App) printInfoJSON(machine bench.Machine, gl report.OpenGL, structure *report.Structure) error {
	object := struct {
		Commit  string        `json:"commit"`
		Machine string        `json:"machine"`
		GL      report.OpenGL `json:"gl"`
		*report.Structure
	}{run.Commit(), machine.String(), gl, structure}
	encoder := json.NewEncoder(a.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(object); err != nil {
		return errors.Join(errors.New("info: cannot print"), err)
	}
	return nil
}
