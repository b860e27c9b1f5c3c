package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// maxBrief is the number of items of a list that the brief text shows.
const maxBrief = 3

// WriteBrief writes the facts that most users need, so that they fit a screen of 24 lines. Write
// has them all.
func (i *Structure) WriteBrief(w io.Writer) {
	line := lineTo(w)
	fmt.Fprintln(w)
	line("scene", "%s", i.Name)
	i.briefSource(line)
	parts := ""
	if i.Parts > 1 {
		parts = fmt.Sprintf(", in %d separate parts", i.Parts)
	}
	line("masses", "%d, %d of them pinned, %.6g kg in all%s", i.Masses, i.Pinned, i.TotalMass, parts)
	lengths := ""
	if i.Shortest != nil {
		lengths = fmt.Sprintf(", %.4g to %.4g m long, %d to %d at a mass", *i.Shortest, *i.Longest, i.Degree.Min, i.Degree.Max)
	}
	line("springs", "%d%s%s", i.Springs, lengths, i.attachmentWords())
	i.writePalette(line, maxBrief)
	writeGroups(line, i.Groups, 2*maxBrief)
	i.writeBounds(line)
	i.writeStep(line)
	if i.Advice != nil {
		line("solver", "%s is recommended: %s", i.Advice.Take, i.Advice.Why)
	}
	line("engines", "%s", strings.Join(i.Engines, ", "))
	if len(i.Lacks) > 0 {
		line("", "%s", i.Lacks[0])
	}
	i.briefContacts(line)
	i.Collision.writeBrief(line)
	if c := i.Control; c != nil {
		line("control", "%s every %.4g s; %d inputs, %d sensors", strings.Join(c.Controllers, ", "), c.Period, len(c.Inputs), len(c.Sensors))
	}
	line("duration", "%.4g s, %.0f steps", i.Duration, math.Ceil(i.Duration/i.DT))
	i.Memory.writeBrief(line)
	if i.Tuning != "" {
		line("tuned", "%s", i.Tuning)
	}
}

// WriteMore writes the line that says how to see the rest.
func WriteMore(w io.Writer) {
	lineTo(w)("more", "--engines adds details of the device and of each engine; --json has all numbers")
}

// briefSource writes the mesh or the file that the structure comes from.
func (i *Structure) briefSource(line printLine) {
	switch i.As {
	case "": // generated
		return
	case "structure":
		line("structure", "the file's own masses and springs")
		return
	}
	words := []string{fmt.Sprintf("%d vertices", i.Vertices)}
	for _, count := range []struct {
		number int
		name   string
	}{{i.Triangles, "triangles"}, {i.Lines, "lines"}, {i.Tetrahedra, "tetrahedra"}} {
		if count.number > 0 {
			words = append(words, fmt.Sprintf("%d %s", count.number, count.name))
		}
	}
	text := strings.Join(words, ", ")
	if i.Mesh != nil && i.Triangles > 0 {
		text += ", " + i.Mesh.state()
	}
	if i.Mesh != nil && i.Mesh.Pitch > 0 {
		how := map[string]string{"fill": "a lattice", "truss": "a truss"}[i.As]
		line("mesh", "%s; filled with %s of masses %.4g m apart", text, how, i.Mesh.Pitch)
		return
	}
	line("mesh", "%s; made into %s", text, i.As)
}

// briefContacts writes the contact of finite thickness that fast masses pass first.
func (i *Structure) briefContacts(line printLine) {
	held := slices.DeleteFunc(slices.Clone(i.Holding), func(h Holding) bool { return h.Speed == nil })
	if len(held) == 0 {
		return
	}
	least := slices.MinFunc(held, func(a, b Holding) int { return cmp.Compare(*a.Speed, *b.Speed) })
	line("contacts", "contact %d alone stops masses up to %.3g m/s; continuous collision stops faster ones", least.Contact, *least.Speed)
}

// writeBrief writes the lines of collisions that a user must know.
func (c *Collision) writeBrief(line printLine) {
	if c == nil {
		return
	}
	tunnels := ""
	if c.PassSpeed != nil {
		tunnels = fmt.Sprintf("; masses faster than %.3g m/s tunnel through each other", *c.PassSpeed)
	}
	line("collisions", "%d masses of %s, radius %s m%s", c.Masses, bodies(c.Bodies), span(c.Radius), tunnels)
	if c.PassSpeed != nil && c.Fastest > *c.PassSpeed {
		line("", "MASS %d STARTS FASTER, with %.3g m/s", c.FastestMass, c.Fastest)
	}
	if c.FirstOverlap != nil {
		line("", "%d pairs of different bodies overlap at rest", c.Overlaps)
	}
}

// writeBrief writes the memory of each engine, and whether the structure fits the device.
func (m *Memory) writeBrief(line printLine) {
	words := []string{"model " + shortBytes(m.Model), "gpu " + shortBytes(m.GPU)}
	if m.CPU != nil {
		words = append(words, "cpu "+shortBytes(*m.CPU))
	}
	line("memory", "%s, cpuref %s", strings.Join(words, ", "), shortBytes(m.CPURef))
	if m.Fits != nil && !*m.Fits {
		line("", "DOES NOT FIT the device: %s", m.Reason)
	}
	if m.Outputs != nil {
		total := m.Outputs.Queue
		for _, f := range m.Outputs.Formats {
			total += f.Bytes
		}
		line("", "outputs %s", shortBytes(total))
	}
}
