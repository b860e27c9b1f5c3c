package report

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// maxPalette is how many materials the text lists; JSON has them all.
const maxPalette = 16

// printLine prints a line: a key, then a value.
type printLine func(key, format string, args ...any)

// lineTo returns the function that prints lines to w.
func lineTo(w io.Writer) printLine {
	return func(key, format string, args ...any) {
		fmt.Fprintf(w, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
}

// Write writes the description as lines of text, each with a key and values with units.
func (i *Structure) Write(w io.Writer) {
	line := lineTo(w)
	fmt.Fprintln(w)
	i.writeSource(line)
	i.writeStructure(line)
	writeGroups(line, i.Groups, maxPalette)
	i.writeRun(line)
	i.Control.write(line)
	i.writeMemory(line)
	i.CPU.write(line)
	i.Fused.write(line)
	if i.Tuning != "" {
		line("tuned", "%s", i.Tuning)
	}
}

// writeSource writes where the structure comes from.
func (i *Structure) writeSource(line printLine) {
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

func (i *Structure) writeStructure(line printLine) {
	line("masses", "%d, %d of them pinned, %.6g kg in all", i.Masses, i.Pinned, i.TotalMass)
	line("springs", "%d of %d materials%s", i.Springs, i.Materials, i.attachmentWords())
	i.writePalette(line, maxPalette)
	if i.Shortest != nil {
		line("rest lengths", "%.4g to %.4g m", *i.Shortest, *i.Longest)
	}
	line("springs at a mass", "%d to %d, mean %.3g", i.Degree.Min, i.Degree.Max, i.Degree.Mean)
	if i.Parts > 1 {
		line("", "in %d parts that no springs join", i.Parts)
	}
}

// writePalette writes the first materials, and the number of the others.
func (i *Structure) writePalette(line printLine, most int) {
	for shown, material := range i.Palette {
		if shown == most {
			line("", "and %d more materials", len(i.Palette)-most)
			return
		}
		line("", "%s (%s): %s; %d springs", material.Name, material.Vocabulary, material.Values, material.Springs)
	}
}

// writeGroups writes the first groups, and the number of the others.
func writeGroups(line printLine, groups []Group, most int) {
	var words []string
	for at, g := range groups {
		if at == most {
			words = append(words, fmt.Sprintf("and %d more", len(groups)-at))
			break
		}
		words = append(words, fmt.Sprintf("%s (%d)", g.Name, g.Masses))
	}
	if words != nil {
		line("groups", "%s", strings.Join(words, ", "))
	}
}

// attachmentWords say how many of the springs are attachments.
func (i *Structure) attachmentWords() string {
	if i.Attachments == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them attachments to pinned masses", i.Attachments)
}

// writeBounds writes where the structure lies.
func (i *Structure) writeBounds(line printLine) {
	line("bounds", "(%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m", i.BoundsLow[0], i.BoundsLow[1], i.BoundsLow[2],
		i.BoundsHigh[0], i.BoundsHigh[1], i.BoundsHigh[2])
}

// writeRun writes where the structure lies, and how engines step it.
func (i *Structure) writeRun(line printLine) {
	i.writeBounds(line)
	if at := i.Rounding.Origin; at != nil {
		line("origin", "(%.9g, %.9g, %.9g) m, which positions of a run are counted from", at[0], at[1], at[2])
	}
	line("rounding", "%s", i.Rounding.text)
	if i.Rounding.Expected > 0 {
		line("", "its own energy makes a strain of %.1g, %.2g times that", i.Rounding.Expected, i.Rounding.Expected/i.Rounding.Strain)
	}
	i.writeStep(line)
	line("engines", "%s", strings.Join(i.Engines, ", "))
	for _, why := range i.Lacks {
		line("", "%s", why)
	}
	for k, of := range i.Ensembles {
		line([]string{"members", ""}[min(k, 1)], "%v", of)
	}
	i.Advice.write(line)
	for _, contact := range i.PerMass {
		contact.write(line, i.DT)
	}
	for at, contact := range i.Holding {
		if at == maxPalette {
			line("", "and %d more contacts", len(i.Holding)-maxPalette)
			break
		}
		contact.write(line)
	}
	i.Collision.write(line, i.Masses, i.SafeStep)
	line("duration", "%.4g s, %.0f steps", i.Duration, math.Ceil(i.Duration/i.DT))
}

// writeStep writes the step, and whether it is safe.
func (i *Structure) writeStep(line printLine) {
	class := ""
	if i.Classed {
		class = ", half of the safe step rounded down to a power of √2 s"
	}
	switch {
	case i.Refused != "":
		line("dt", "%.4g s of %s is UNSUPPORTED: %s", i.DT, i.Integrator, i.Refused)
	case i.Substeps > 0:
		line("dt", "%.4g s of %s, in substeps of %.4g s (%d), each of at most %d iterations; any step is stable", i.DT, i.Integrator, i.DT/float64(i.Substeps), i.Substeps, i.Iterations)
	case i.SafeStep == nil:
		line("dt", "%.4g s of %s%s; nothing limits it", i.DT, i.Integrator, class)
	case *i.SafeStep == 0:
		line("dt", "%.4g s of %s; no step is safe: each gains energy", i.DT, i.Integrator)
	default:
		line("dt", "%.4g s of %s%s; safe up to %.4g s while springs keep L > L0/2", i.DT, i.Integrator, class, *i.SafeStep)
	}
	if i.Caveat != "" {
		line("", "%s", i.Caveat)
	}
}

// writeMemory writes the memory of each engine, and whether the structure fits the device.
func (i *Structure) writeMemory(line printLine) {
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
		line("memory, cpu", "%s in %s precision", byteText(*i.Memory.CPU), i.Memory.Precision)
	} else {
		line("memory, cpu", "%s", i.Memory.CPUReason)
	}
	line("memory, cpuref", "%s", byteText(i.Memory.CPURef))
	if i.Memory.Picture != nil {
		line("memory, picture", "at most %s, of the surface", byteText(*i.Memory.Picture))
	}
	if of := i.Memory.Outputs; of != nil {
		line("memory, outputs", "a frame on its way to the disk %s, and %s of them at the least", byteText(of.Frame), byteText(of.Queue))
		for _, f := range of.Formats {
			line("", "%s: %s in addition", f.Format, byteText(f.Bytes))
		}
	}
}

func (c *CPU) write(line printLine) {
	switch {
	case c == nil: // the caller did not ask for it
	case c.Reason != "":
		line("engine cpu", "unsupported: %s", c.Reason)
	default:
		line("engine cpu", "%.3g %% of the ends of springs regular: in slices of 16 masses whose neighbors lie side by side", 100*c.Regular)
		line("", "%.3g %% in springs that are evaluated once for both ends", 100*c.Once)
		line("", "%.3g bytes of tables per spring, masses in order: %s", c.BytesPerSpring, c.Order)
		line("", "%d classes of springs, %d hubs, %d steps at once in a near cache, %s in all", c.Classes, c.Hubs, c.Levels, byteText(c.Memory))
		line("", "threads on this machine: %d; one takes about %.2g µs for the forces on all masses", c.Threads, 1e6*c.SweepTime)
	}
}

func (f *Fused) write(line printLine) {
	switch {
	case f == nil: // the caller did not ask for it
	case f.Reason != "":
		line("pipeline fused", "unsupported: %s", f.Reason)
	default:
		line("pipeline fused", "%.3g %% of the springs regular: to a neighbor at an offset that most masses have (%d pairs of offset and class, %d groups)",
			100*f.Regular, f.Pairs, f.Groups)
		line("", "%.3g bytes of tables per spring, masses in order: %s", f.BytesPerSpring, f.Order)
		line("", "%d classes of springs, entries of %d bytes, %s in all", f.Classes, f.EntryBytes, byteText(f.Memory))
		switch {
		case f.Resident == nil: // there is no device to ask
		case *f.Resident:
			line("pipeline resident", "one work group has room for all masses")
		default:
			line("pipeline resident", "fused in its place: %s", f.NotResident)
		}
	}
}
