package cli

import (
	"fmt"
	"io"
	"math"

	"hooke/bench"
	"hooke/cpu"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/mesh"
	"hooke/model"
	"hooke/scene"
)

// structureInfo is what info says of a preset or a file. Lengths are in
// meters, of the springs as they are at rest.
type structureInfo struct {
	Name          string         `json:"name"`
	Source        string         `json:"source"`
	As            string         `json:"as,omitempty"` // what was made of a mesh: fill, cloth, lines
	Vertices      int            `json:"vertices"`     // of the mesh, as in the file; 0 when generated
	Elements      int            `json:"elements"`     // polygons and lines of the mesh
	Triangles     int            `json:"triangles"`
	Lines         int            `json:"lines"`
	Tetrahedra    int            `json:"tetrahedra"`
	BoundaryEdges int            `json:"boundary_edges"`
	Masses        int            `json:"masses"`
	Pinned        int            `json:"pinned"` // on all axes
	Springs       int            `json:"springs"`
	Materials     int            `json:"materials"` // without the entry that means removed
	Palette       []materialInfo `json:"palette,omitempty"`
	BoundsLow     model.Vec3     `json:"bounds_low"`
	BoundsHigh    model.Vec3     `json:"bounds_high"`
	TotalMass     float64        `json:"total_mass"`
	Shortest      *float64       `json:"shortest_spring"` // null without springs
	Longest       *float64       `json:"longest_spring"`
	Degree        degrees        `json:"springs_per_mass"` // springs that end at a mass
	Integrator    string         `json:"integrator"`
	SafeStep      *float64       `json:"dt_safe"` // of the integrator; null: any step is safe, 0: none is
	DT            float64        `json:"dt"`
	Duration      float64        `json:"duration"` // a run that shows what happens [s]
	Memory        memoryInfo     `json:"memory"`
	Parts         int            `json:"parts"`            // that no springs join
	Mesh          *meshInfo      `json:"mesh,omitempty"`   // absent for what is generated, and for files with springs of their own
	Groups        []groupInfo    `json:"groups,omitempty"` // of masses
	CPU           *cpuInfo       `json:"cpu,omitempty"`    // what the cpu engine makes of it
	Fused         *fusedInfo     `json:"fused,omitempty"`  // what the pipeline fused makes of it; absent when it refuses
	Notes         []string       `json:"notes,omitempty"`

	counts gpu.Counts
}

// materialInfo is one material of a structure.
type materialInfo struct {
	Name       string `json:"name"`
	Vocabulary string `json:"vocabulary"` // SI, oscillator or normalized
	Values     string `json:"values"`     // with units, as given and not as resolved
	Springs    int    `json:"springs"`
}

// degrees are how many springs end at a mass.
type degrees struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	Max  int     `json:"max"`

	Histogram []int64 `json:"histogram"` // masses with 0, 1, 2, ... springs; the 65th entry counts those with 64 and more
}

// cpuInfo is what the cpu engine makes of a structure.
type cpuInfo struct {
	Order          string  `json:"order"`            // of the masses
	Regular        float64 `json:"regular"`          // share of the ends of springs whose neighbors lie side by side
	Classes        int     `json:"classes"`          // of springs
	Hubs           int     `json:"hubs"`             // masses with very many springs
	BytesPerSpring float64 `json:"bytes_per_spring"` // of tables, that a step reads
	Levels         int     `json:"steps_at_once"`    // for as much of the structure as is in a near cache
	Memory         int64   `json:"memory"`           // beside the model
	Reason         string  `json:"reason,omitempty"` // why it refuses
}

func cpuOf(m *model.Model, p model.Params) *cpuInfo {
	f, err := cpu.Plan(m, p)
	if err != nil {
		return &cpuInfo{Reason: err.Error()}
	}
	return &cpuInfo{Order: f.Order, Regular: f.Regular, Classes: f.Classes, Hubs: f.Hubs, Levels: f.Levels,
		BytesPerSpring: float64(f.StepBytes) / float64(max(1, m.SpringCount())), Memory: f.TableBytes + f.StateBytes}
}

// fusedInfo is what the pipeline fused of the gpu engine makes of a structure.
type fusedInfo struct {
	Order          string  `json:"order"`            // of the masses on the device
	Regular        float64 `json:"regular"`          // share of the springs that lead to a neighbor at an offset that most masses have
	Pairs          int     `json:"pairs"`            // such offsets, and classes of springs at them
	Groups         int     `json:"groups"`           // of springs to the same offset in a slice of 32 masses, where rows have unequal lengths
	Classes        int     `json:"classes"`          // of springs
	EntryBytes     int     `json:"entry_bytes"`      // of each end of the springs that are not regular
	BytesPerSpring float64 `json:"bytes_per_spring"` // of tables, that a step reads
	Memory         int64   `json:"memory"`           // of all buffers, without those for drawing
	Reason         string  `json:"reason,omitempty"` // why it refuses
}

func fusedOf(m *model.Model, p model.Params) *fusedInfo {
	l, err := gpu.PlanLayout(m, p, gpu.Options{Pipeline: gpu.Fused})
	if err != nil {
		return &fusedInfo{Reason: err.Error()}
	}
	return &fusedInfo{Order: l.Order, Regular: l.Regular, Pairs: l.Pairs, Groups: l.Groups, Classes: l.Classes, EntryBytes: l.EntryBytes,
		BytesPerSpring: l.BytesPerSpring, Memory: l.Memory}
}

// memoryInfo is what the structure takes [bytes], per engine. The model is on
// the host in any case and counted in neither.
type memoryInfo struct {
	Model         int64  `json:"model"`
	GPU           int64  `json:"gpu"`    // on the device, pipeline two-pass
	CPURef        int64  `json:"cpuref"` // on the host
	CPU           *int64 `json:"cpu"`    // on the host; null with a reason
	CPUReason     string `json:"cpu_reason,omitempty"`
	LargestBuffer string `json:"gpu_largest_buffer"`
	LargestBytes  int64  `json:"gpu_largest_buffer_bytes"`
	AllowedBytes  int64  `json:"gpu_allowed_buffer_bytes,omitempty"` // absent without OpenGL
	Fits          *bool  `json:"gpu_fits,omitempty"`
	Reason        string `json:"gpu_reason,omitempty"` // why it does not fit
}

// Memory of the reference beside the model, as its documentation states [bytes].
const (
	cpurefPerMass     = 120
	cpurefPerRegister = 24 // of Verlet and RK4
	cpurefPerSpring   = 24
	cpurefPerOwn      = 16 // per spring with k and c of its own
)

// maxPalette is how many materials are printed; JSON has them all.
const maxPalette = 16

func describeStructure(s *scene.Scene) *structureInfo {
	m := s.Model
	i := &structureInfo{
		Name: s.Name, Source: s.Source, As: s.Report.As,
		Vertices: s.Report.Vertices, Elements: s.Report.Elements(), Triangles: s.Report.Triangles, Lines: s.Report.Lines, Tetrahedra: s.Report.Tetrahedra,
		BoundaryEdges: int(s.Report.Topology.Boundary),
		Masses:        m.MassCount(), Springs: m.SpringCount(), Materials: len(m.Materials) - 1,
		Integrator: s.Params.Integrator.String(), SafeStep: bench.Finite(model.SafeStep(m, s.Params)), DT: s.Params.DT, Duration: s.Duration, Notes: s.Report.Notes,
	}
	i.BoundsLow, i.BoundsHigh = m.Bounds()
	for mass, kilograms := range m.Mass {
		i.TotalMass += kilograms
		if m.PinOf(mass) == model.PinAll {
			i.Pinned++
		}
	}
	i.Palette = paletteOf(m)
	i.measureSprings(m)
	i.Parts, i.Mesh, i.Groups = mesh.Parts(m), describeMesh(s), describeGroups(m)
	i.CPU, i.Fused = cpuOf(m, s.Params), fusedOf(m, s.Params)
	i.counts, i.Memory = gpu.CountsOf(m, s.Params, gpu.Options{}), memoryOf(m, s.Params)
	if i.Memory.CPUReason = i.CPU.Reason; i.CPU.Reason == "" {
		i.Memory.CPU = &i.CPU.Memory
	}
	return i
}

// paletteOf describes the materials, without the entry that means removed.
func paletteOf(m *model.Model) []materialInfo {
	var palette []materialInfo
	for i := 1; i < len(m.Materials); i++ {
		material := &m.Materials[i]
		palette = append(palette, materialInfo{Name: material.Name, Vocabulary: material.Vocabulary().String(), Values: material.String()})
	}
	for _, i := range m.MaterialOf {
		if i != model.Removed {
			palette[i-1].Springs++
		}
	}
	return palette
}

// measureSprings finds the extremes of rest lengths and of springs at a mass.
func (i *structureInfo) measureSprings(m *model.Model) {
	if m.SpringCount() > 0 {
		shortest, longest := m.RestLength[0], m.RestLength[0]
		for _, length := range m.RestLength {
			shortest, longest = min(shortest, length), max(longest, length)
		}
		i.Shortest, i.Longest = &shortest, &longest
	}
	if m.MassCount() == 0 {
		return
	}
	ending := make([]int32, m.MassCount())
	for _, ends := range m.Ends {
		ending[ends[0]]++
		ending[ends[1]]++
	}
	i.Degree = degrees{Min: math.MaxInt32, Mean: 2 * float64(m.SpringCount()) / float64(m.MassCount())}
	for _, springs := range ending {
		i.Degree.Min, i.Degree.Max = min(i.Degree.Min, int(springs)), max(i.Degree.Max, int(springs))
	}
	i.Degree.Histogram = histogram(ending)
}

func memoryOf(m *model.Model, p model.Params) memoryInfo {
	counts := gpu.CountsOf(m, p, gpu.Options{})
	info := memoryInfo{
		Model: m.HostBytes(), GPU: gpu.Memory(counts),
		CPURef: cpurefPerMass*counts.Masses + cpurefPerRegister*counts.Registers + cpurefPerSpring*counts.Springs + cpurefPerOwn*counts.PerSpring,
	}
	for _, size := range gpu.Sizes(counts) {
		if size.Bytes > info.LargestBytes {
			info.LargestBuffer, info.LargestBytes = size.Name, size.Bytes
		}
	}
	return info
}

// judge says whether the structure fits a device.
func (i *structureInfo) judge(limits glx.Limits) {
	err := gpu.Fits(limits, i.counts)
	fits := err == nil
	i.Memory.AllowedBytes, i.Memory.Fits = limits.StorageBlockBytes, &fits
	if err != nil {
		i.Memory.Reason = err.Error()
	}
}

func (i *structureInfo) write(w io.Writer) {
	line := func(key, format string, args ...any) {
		fmt.Fprintf(w, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(w)
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
	writeGroups(w, i.Groups)
	line("bounds", "(%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m", i.BoundsLow[0], i.BoundsLow[1], i.BoundsLow[2],
		i.BoundsHigh[0], i.BoundsHigh[1], i.BoundsHigh[2])
	switch {
	case i.SafeStep == nil:
		line("dt", "%.4g s of %s; nothing acts that limits it", i.DT, i.Integrator)
	case *i.SafeStep == 0:
		line("dt", "%.4g s of %s; no step is safe: it gains energy at any", i.DT, i.Integrator)
	default:
		line("dt", "%.4g s of %s; safe up to %.4g s while springs keep L > L0/2", i.DT, i.Integrator, *i.SafeStep)
	}
	line("duration", "%.4g s shows what happens: %.0f steps", i.Duration, math.Ceil(i.Duration/i.DT))
	line("memory, model", "%s", byteText(i.Memory.Model))
	line("memory, gpu", "%s; largest buffer %s: %s", byteText(i.Memory.GPU), i.Memory.LargestBuffer, byteText(i.Memory.LargestBytes))
	switch {
	case i.Memory.Fits == nil:
	case *i.Memory.Fits && i.Memory.LargestBytes > i.Memory.AllowedBytes:
		line("", "fits, divided into ranges: a storage block may have %s", byteText(i.Memory.AllowedBytes))
	case *i.Memory.Fits:
		line("", "fits: a buffer may have %s", byteText(i.Memory.AllowedBytes))
	default:
		line("", "DOES NOT FIT: %s", i.Memory.Reason)
	}
	switch c := i.CPU; {
	case c == nil: // not asked
	case c.Reason != "":
		line("engine cpu", "refuses: %s", c.Reason)
	default:
		line("engine cpu", "%.3g %% of springs regular, %.3g bytes of tables per spring, masses in order: %s",
			100*c.Regular, c.BytesPerSpring, c.Order)
		line("", "%d classes of springs, %d hubs, %d steps at once in a near cache, %s in all", c.Classes, c.Hubs, c.Levels, byteText(c.Memory))
	}
	switch f := i.Fused; {
	case f == nil: // not asked
	case f.Reason != "":
		line("pipeline fused", "refuses: %s", f.Reason)
	default:
		line("pipeline fused", "%.3g %% of springs regular (%d pairs of offset and class, %d groups), %.3g bytes of tables per spring, masses in order: %s",
			100*f.Regular, f.Pairs, f.Groups, f.BytesPerSpring, f.Order)
		line("", "%d classes of springs, entries of %d bytes, %s in all", f.Classes, f.EntryBytes, byteText(f.Memory))
	}
	if i.Memory.CPU != nil {
		line("memory, cpu", "%s", byteText(*i.Memory.CPU))
	} else {
		line("memory, cpu", "%s", i.Memory.CPUReason)
	}
	line("memory, cpuref", "%s", byteText(i.Memory.CPURef))
}
