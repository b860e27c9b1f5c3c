package report

import (
	"fmt"
	"io"
	"strings"

	"hooke/cpu"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/run"
)

// CPU holds the cpu engine's plan for a structure.
type CPU struct {
	Order          string  `json:"order"`            // order of the masses
	Regular        float64 `json:"regular"`          // share of the ends of springs whose neighbors lie side by side
	Once           float64 `json:"evaluated_once"`   // share of these ends whose spring is evaluated once for both ends
	Classes        int     `json:"classes"`          // classes of springs
	Hubs           int     `json:"hubs"`             // masses with very many springs
	BytesPerSpring float64 `json:"bytes_per_spring"` // bytes of tables that a step reads, for each spring
	Levels         int     `json:"steps_at_once"`    // steps that the engine takes at once for as much of the structure as fits into a near cache
	Threads        int     `json:"threads"`          // threads that step on this machine unless others are asked for
	SweepTime      float64 `json:"sweep_seconds"`    // estimate for one thread, by which they are chosen: forces once, and moving the masses [s]
	Memory         int64   `json:"memory"`           // bytes beside the model
	Reason         string  `json:"reason,omitempty"` // why the engine lacks support; empty when it steps the structure
}

func cpuOf(m *model.Model, p model.Params, precision model.Precision) *CPU {
	f, err := cpu.Plan(m, p, precision)
	if err != nil {
		return &CPU{Reason: err.Error()}
	}
	return &CPU{Order: f.Order, Regular: f.Regular, Once: f.Once, Classes: f.Classes, Hubs: f.Hubs, Levels: f.Levels, Threads: f.Threads, SweepTime: f.SweepTime.Seconds(),
		BytesPerSpring: float64(f.StepBytes) / float64(max(1, m.SpringCount())), Memory: f.TableBytes + f.StateBytes}
}

// Fused holds the plan of the gpu engine's pipeline fused for a structure.
type Fused struct {
	Order          string  `json:"order"`            // order of the masses on the device
	Regular        float64 `json:"regular"`          // share of the springs that lead to a neighbor at an offset that most masses have
	Pairs          int     `json:"pairs"`            // number of pairs of such an offset and a class of springs at it
	Groups         int     `json:"groups"`           // groups of springs to the same offset in a slice of 32 masses, where rows have unequal lengths
	Classes        int     `json:"classes"`          // classes of springs
	EntryBytes     int     `json:"entry_bytes"`      // bytes for each end of the springs that are not regular
	BytesPerSpring float64 `json:"bytes_per_spring"` // bytes of tables that a step reads, for each spring
	Memory         int64   `json:"memory"`           // bytes of all buffers, without those for drawing
	Reason         string  `json:"reason,omitempty"` // why the pipeline lacks support; empty when it steps the structure

	Resident    *bool  `json:"resident,omitempty"`        // whether the pipeline resident can step it on this device; absent without OpenGL
	NotResident string `json:"resident_reason,omitempty"` // why fused steps it instead of resident
	whyNot      func(glx.Limits) string
}

func fusedOf(m *model.Model, p model.Params, precision model.Precision) *Fused {
	if m.Pattern != nil {
		return &Fused{Reason: "the engine gpu needs springs in arrays, which do not fit the memory of this machine"}
	}
	l, err := gpu.PlanLayout(m, p, gpu.Options{Pipeline: gpu.Fused, Precision: precision})
	if err != nil {
		return &Fused{Reason: err.Error()}
	}
	return &Fused{Order: l.Order, Regular: l.Regular, Pairs: l.Pairs, Groups: l.Groups, Classes: l.Classes, EntryBytes: l.EntryBytes,
		BytesPerSpring: l.BytesPerSpring, Memory: l.Memory,
		whyNot: func(limits glx.Limits) string { return gpu.WhyNotResident(limits, m, p, precision) }}
}

// Memory describes how many bytes the structure takes in each engine. The model is on the host
// in any case, and no engine's number contains it.
type Memory struct {
	Precision     string `json:"precision"` // of the engines cpu and gpu, and of the facts about them
	Model         int64  `json:"model"`
	GPU           int64  `json:"gpu"`    // on the device, in the pipeline two-pass
	CPURef        int64  `json:"cpuref"` // on the host
	CPU           *int64 `json:"cpu"`    // on the host; null where CPUReason says why not
	CPUReason     string `json:"cpu_reason,omitempty"`
	LargestBuffer string `json:"gpu_largest_buffer"`
	LargestBytes  int64  `json:"gpu_largest_buffer_bytes"`
	AllowedBytes  int64  `json:"gpu_allowed_buffer_bytes,omitempty"` // absent without OpenGL
	Fits          *bool  `json:"gpu_fits,omitempty"`
	Reason        string `json:"gpu_reason,omitempty"` // why the structure does not fit

	Picture *int64            `json:"picture,omitempty"` // most that an off-screen picture of a structure by a pattern takes; absent for others
	Outputs *run.OutputMemory `json:"outputs,omitempty"` // of a run that writes frames; absent where it writes none
}

// These are the bytes that the reference takes beside the model, as its documentation
// states them.
const (
	cpurefPerMass     = 120
	cpurefPerRegister = 24 // for each register of Verlet and RK4
	cpurefPerSpring   = 24
	cpurefPerOwn      = 16 // for each spring with k and c of its own
)

// memoryOf returns the memory of engines: gpu by counts in the precision asked for, and the
// reference by those in single precision, in which springs have coefficients of their own only
// where the model says so.
func memoryOf(m *model.Model, counts, inSingle gpu.Counts) Memory {
	info := Memory{
		Model: m.HostBytes(), GPU: gpu.Memory(counts),
		CPURef: cpurefPerMass*counts.Masses + cpurefPerRegister*counts.Registers + cpurefPerSpring*counts.Springs + cpurefPerOwn*inSingle.PerSpring,
	}
	for _, size := range gpu.Sizes(counts) {
		if size.Bytes > info.LargestBytes && !size.Several {
			info.LargestBuffer, info.LargestBytes = size.Name, size.Bytes
		}
	}
	return info
}

// Judge finds out whether the structure fits a device with these limits, and stores that
// in Memory.
func (i *Structure) Judge(limits glx.Limits) {
	err := gpu.Fits(limits, i.counts)
	fits := err == nil
	i.Memory.AllowedBytes, i.Memory.Fits = limits.StorageBlockBytes, &fits
	if err != nil {
		i.Memory.Reason = err.Error()
	}
	if f := i.Fused; f != nil && f.whyNot != nil {
		f.NotResident = f.whyNot(limits)
		can := f.NotResident == ""
		f.Resident = &can
	}
}

// OpenGL holds the facts of the OpenGL device, or an error.
type OpenGL struct {
	Error    string  `json:"error,omitempty"` // why there is no context
	Version  string  `json:"version,omitempty"`
	Renderer string  `json:"renderer,omitempty"`
	Vendor   string  `json:"vendor,omitempty"`
	Platform string  `json:"platform,omitempty"` // how the windowless context is made
	Software bool    `json:"software"`           // the renderer runs on the CPU
	Limits   *Limits `json:"limits,omitempty"`

	Devices []egl.Device `json:"devices,omitempty"` // that --device chooses from

	Selftest *engine.SelfTestReport `json:"selftest,omitempty"` // absent where the renderer runs on the CPU
}

// Limits are the limits of OpenGL that bound the size of a structure.
type Limits struct {
	StorageBlockBytes    int64    `json:"storage_block_bytes"`
	ComputeStorageBlocks int32    `json:"compute_storage_blocks"`
	WorkGroups           [3]int32 `json:"work_groups"`
	WorkGroupSize        [3]int32 `json:"work_group_size"`
	Invocations          int32    `json:"work_group_invocations"`
	SharedBytes          int32    `json:"shared_bytes"`
	OffsetAlignment      int32    `json:"offset_alignment"`
	TextureSize          int32    `json:"texture_size"`
	PictureSize          int32    `json:"picture_size"`
	Elements             int64    `json:"element_index"`
}

// DescribeOpenGL describes an open device. Without a device, the caller makes an OpenGL with
// Error.
func DescribeOpenGL(d *engine.Device) OpenGL {
	l := d.GL.Limits
	return OpenGL{
		Version: d.GL.Version, Renderer: d.GL.Renderer, Vendor: d.GL.Vendor,
		Platform: d.Platform(), Software: d.GL.Software(),
		Limits: &Limits{
			StorageBlockBytes: l.StorageBlockBytes, ComputeStorageBlocks: l.ComputeStorageBlocks,
			WorkGroups: l.WorkGroups, WorkGroupSize: l.WorkGroupSize, Invocations: l.Invocations,
			SharedBytes: l.SharedBytes, OffsetAlignment: l.OffsetAlignment, TextureSize: l.TextureSize, PictureSize: l.PictureSize, Elements: l.Elements,
		},
	}
}

// Write writes the description as lines of text, each with a key and a value with its
// unit.
func (g OpenGL) Write(w io.Writer) {
	line := lineTo(w)
	if g.Error != "" {
		line("OpenGL", "none: %s", g.Error)
		g.writeDevices(line, len(g.Devices))
		return
	}
	line("OpenGL", "%s", g.Version)
	line("renderer", "%s", g.Renderer)
	g.writeSoftware(line)
	line("vendor", "%s", g.Vendor)
	line("platform", "EGL %s", g.Platform)
	g.writeDevices(line, len(g.Devices))
	l := g.Limits
	line("storage block", "%s (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)", byteText(l.StorageBlockBytes))
	line("storage blocks", "%d a program", l.ComputeStorageBlocks)
	line("work groups", "%d × %d × %d, of %d invocations at most", l.WorkGroups[0], l.WorkGroups[1], l.WorkGroups[2], l.Invocations)
	line("shared memory", "%s", byteText(int64(l.SharedBytes)))
	line("picture side", "%d pixels", l.PictureSize)
}

// WriteBrief writes the driver, and the devices when the caller describes the machine alone.
func (g OpenGL) WriteBrief(w io.Writer, alone bool) {
	line := lineTo(w)
	if g.Error != "" {
		line("OpenGL", "none: %s", g.Error)
	} else {
		line("OpenGL", "%s, %s", g.Renderer, g.Version)
		g.writeSoftware(line)
	}
	if alone {
		g.writeDevices(line, 4*maxBrief)
	}
}

// writeSoftware warns of a renderer that is no graphics card.
func (g OpenGL) writeSoftware(line printLine) {
	if g.Software {
		line("", "SOFTWARE RENDERER: it runs on the CPU, and is no GPU")
	}
}

// WriteSelftest writes the result of the self-test, if there is one, as lines of text: of all its
// parts, or of those that failed.
func (g OpenGL) WriteSelftest(w io.Writer, all bool) {
	if g.Selftest == nil {
		return
	}
	verdict := "passed"
	switch {
	case g.Selftest.Err() != nil:
		verdict = "FAILED"
	case g.Selftest.Unsure() != "":
		verdict = "not decided"
	}
	fmt.Fprintf(w, "%-18s %s, in %.2g s\n", "self-test", verdict, g.Selftest.Seconds)
	for _, p := range g.Selftest.Parts {
		if p.OK && !all {
			continue
		}
		state := ""
		if !p.OK {
			state = "FAILED: "
		}
		fmt.Fprintf(w, "%-18s %s: %s%s\n", "", p.Name, state, p.Numbers)
	}
}

// writeDevices writes the first devices that --device chooses from, and the number of the others.
func (g OpenGL) writeDevices(line printLine, most int) {
	for i, d := range g.Devices {
		if i == most {
			line("", "and %d more", len(g.Devices)-most)
			return
		}
		key := ""
		if i == 0 {
			key = "devices"
		}
		name := d.Renderer
		if name == "" {
			name = "no context: " + d.Error
		}
		line(key, "%d: %s", d.Number, name)
	}
}

// shortBytes writes a number of bytes with a binary unit: 64 MiB.
func shortBytes(n int64) string {
	_, short, found := strings.Cut(strings.TrimSuffix(byteText(n), ")"), "(")
	if !found {
		return byteText(n)
	}
	return short
}

// byteText writes a number of bytes with its binary factor: 67108864 bytes (64 MiB).
func byteText(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes {
			return fmt.Sprintf("%d bytes (%.4g %s)", n, float64(n)/float64(unit.bytes), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
