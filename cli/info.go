package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"hooke/bench"
	"hooke/cli/flags"
	"hooke/cli/signals"
	"hooke/engine"
	"hooke/run"
)

// infoOptions are the flags of info beside those of the model.
type infoOptions struct {
	model flags.Structure
	json  bool
}

func (a App) info() *cobra.Command {
	o := infoOptions{}
	cmd := &cobra.Command{
		Use:   "info [preset|file]",
		Short: "Say what the device can do, and what a structure is made of",
		Long: "info prints the OpenGL version, the renderer and the limits that matter; with a preset or a mesh file\n" +
			"also what it becomes: masses, springs, safe step, and the memory that each engine needs.\n" +
			"Without OpenGL it says why, and prints the rest. A broken file ends with exit code 1.",
		Example: "  hooke info\n  hooke info bunny.obj --fill lattice --springs 1M\n  hooke info lattice --springs 10M --json",
		Args:    atMost(1),
		RunE:    work(func(cmd *cobra.Command, args []string) error { return a.printInfo(cmd.Context(), &o, args) }),
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	o.model.Add(cmd)
	return cmd
}

func (a App) printInfo(ctx context.Context, o *infoOptions, args []string) error {
	ctx, stop := signals.UntilInterrupted(ctx)
	defer stop()
	// The structure first: a broken file is an error whatever the device is.
	var structure *structureInfo
	if len(args) > 0 || o.model.Given() {
		s, err := a.open(ctx, &o.model, args, "lattice")
		if err != nil {
			return err
		}
		structure = describeStructure(s)
	}
	gl := glInfo{}
	d, err := engine.OpenDevice()
	if err != nil {
		gl.Error = err.Error()
	} else {
		defer d.Close()
		gl = describeDevice(d)
		if structure != nil {
			structure.judge(d.GL.Limits)
		}
	}

	if ctx.Err() != nil {
		return run.ErrInterrupted
	}
	machine := bench.ThisMachine(builtFrom())
	if o.json {
		return a.printInfoJSON(machine, gl, structure)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-18s %s\n%-18s %s\n", "hooke", builtFrom(), "machine", machine)
	gl.write(&out)
	if structure != nil {
		structure.write(&out)
	}
	return a.printf("%s", out.String())
}

// printInfoJSON prints one object: the structure's keys on the top level beside
// gl, machine and commit.
func (a App) printInfoJSON(machine bench.Machine, gl glInfo, structure *structureInfo) error {
	object := struct {
		Commit  string `json:"commit"`
		Machine string `json:"machine"`
		GL      glInfo `json:"gl"`
		*structureInfo
	}{builtFrom(), machine.String(), gl, structure}
	encoder := json.NewEncoder(a.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(object); err != nil {
		return errors.Join(errors.New("info: cannot print"), err)
	}
	return nil
}

// maxPalette is how many materials are printed; JSON has them all.
const maxPalette = 16

// infoLine prints a line: what it is about, then what there is to say.
type infoLine func(key, format string, args ...any)

func (i *structureInfo) write(w io.Writer) {
	line := func(key, format string, args ...any) {
		fmt.Fprintf(w, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w)
	i.writeSource(line)
	i.writeStructure(line)
	writeGroups(w, i.Groups)
	i.writeRun(line)
	i.writeMemory(line)
	i.CPU.write(line)
	i.Fused.write(line)
}

// writeSource says where the structure comes from.
func (i *structureInfo) writeSource(line infoLine) {
	line("scene", "%s", i.Name)
	switch i.As {
	case "": // generated
	case "structure":
		line("structure", "the file's own masses and springs")
	default:
		line("mesh", "%d vertices, %d polygons (%d triangles after cutting), %d lines, %d tetrahedra, %d boundary edges; made into: %s",
			i.Vertices, i.Elements-i.Lines, i.Triangles, i.Lines, i.Tetrahedra, i.BoundaryEdges, i.As)
	}
	if i.Mesh != nil {
		i.Mesh.write(line)
	}
}

func (i *structureInfo) writeStructure(line infoLine) {
	line("masses", "%d, %d of them pinned, %.6g kg in all", i.Masses, i.Pinned, i.TotalMass)
	line("springs", "%d of %d materials", i.Springs, i.Materials)
	for shown, material := range i.Palette {
		if shown == maxPalette {
			line("", "and %d more materials", len(i.Palette)-maxPalette)
			break
		}
		line("", "%s (%s): %s; %d springs", material.Name, material.Vocabulary, material.Values, material.Springs)
	}
	if i.Shortest != nil {
		line("rest lengths", "%.4g to %.4g m", *i.Shortest, *i.Longest)
	}
	line("springs at a mass", "%d to %d, mean %.3g", i.Degree.Min, i.Degree.Max, i.Degree.Mean)
	if i.Parts > 1 {
		line("", "in %d parts that no springs join", i.Parts)
	}
}

// writeRun says how it steps, and where it is.
func (i *structureInfo) writeRun(line infoLine) {
	line("bounds", "(%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m", i.BoundsLow[0], i.BoundsLow[1], i.BoundsLow[2],
		i.BoundsHigh[0], i.BoundsHigh[1], i.BoundsHigh[2])
	line("rounding", "%s", i.Rounding.text)
	if i.Rounding.Expected > 0 {
		line("", "its own energy is good for a strain of %.1g, %.2g times that", i.Rounding.Expected, i.Rounding.Expected/i.Rounding.Strain)
	}
	switch {
	case i.SafeStep == nil:
		line("dt", "%.4g s of %s; nothing acts that limits it", i.DT, i.Integrator)
	case *i.SafeStep == 0:
		line("dt", "%.4g s of %s; no step is safe: it gains energy at any", i.DT, i.Integrator)
	default:
		line("dt", "%.4g s of %s; safe up to %.4g s while springs keep L > L0/2", i.DT, i.Integrator, *i.SafeStep)
	}
	line("duration", "%.4g s shows what happens: %.0f steps", i.Duration, math.Ceil(i.Duration/i.DT))
}

// writeMemory says what each engine takes, and whether it fits the device.
func (i *structureInfo) writeMemory(line infoLine) {
	line("memory, model", "%s", byteText(i.Memory.Model))
	fused := ""
	if i.Fused != nil && i.Fused.Reason == "" {
		fused = fmt.Sprintf(", %s in fused", byteText(i.Fused.Memory))
	}
	line("memory, gpu", "%s in the pipeline two-pass%s", byteText(i.Memory.GPU), fused)
	line("", "the largest buffer of two-pass is %s: %s", i.Memory.LargestBuffer, byteText(i.Memory.LargestBytes))
	switch {
	case i.Memory.Fits == nil:
	case *i.Memory.Fits && i.Memory.LargestBytes > i.Memory.AllowedBytes:
		line("", "fits, divided into ranges: a storage block may have %s", byteText(i.Memory.AllowedBytes))
	case *i.Memory.Fits:
		line("", "fits: a buffer may have %s", byteText(i.Memory.AllowedBytes))
	default:
		line("", "DOES NOT FIT: %s", i.Memory.Reason)
	}
	if i.Memory.CPU != nil {
		line("memory, cpu", "%s", byteText(*i.Memory.CPU))
	} else {
		line("memory, cpu", "%s", i.Memory.CPUReason)
	}
	line("memory, cpuref", "%s", byteText(i.Memory.CPURef))
}

func (c *cpuInfo) write(line infoLine) {
	switch {
	case c == nil: // not asked
	case c.Reason != "":
		line("engine cpu", "refuses: %s", c.Reason)
	default:
		line("engine cpu", "%.3g %% of the ends of springs regular: in slices of 16 masses whose neighbors lie side by side", 100*c.Regular)
		line("", "%.3g %% in springs that are evaluated once for both ends", 100*c.Once)
		line("", "%.3g bytes of tables per spring, masses in order: %s", c.BytesPerSpring, c.Order)
		line("", "%d classes of springs, %d hubs, %d steps at once in a near cache, %s in all", c.Classes, c.Hubs, c.Levels, byteText(c.Memory))
	}
}

func (f *fusedInfo) write(line infoLine) {
	switch {
	case f == nil: // not asked
	case f.Reason != "":
		line("pipeline fused", "refuses: %s", f.Reason)
	default:
		line("pipeline fused", "%.3g %% of the springs regular: to a neighbor at an offset that most masses have (%d pairs of offset and class, %d groups)",
			100*f.Regular, f.Pairs, f.Groups)
		line("", "%.3g bytes of tables per spring, masses in order: %s", f.BytesPerSpring, f.Order)
		line("", "%d classes of springs, entries of %d bytes, %s in all", f.Classes, f.EntryBytes, byteText(f.Memory))
	}
}
