package bench

import (
	"fmt"
	"io/fs"
	"slices"
	"time"

	"hooke/cpu"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/gpu/traffic"
	"hooke/machine"
	"hooke/model"
)

// MakerOptions select the engines.
type MakerOptions struct {
	Engines    []string        // names from engine.Names
	Threads    []int           // threads of the cpu engine, one maker for each number; 0 means as many as the engine finds worth it
	Pipelines  []string        // pipelines of the gpu engine
	Precisions []string        // precisions of the engines cpu and gpu, such as single
	WorkGroups []int           // sizes of work groups of the gpu engine, a maker for each; nil leaves the choice to the engine
	Shaders    fs.FS           // files that replace the built-in shaders; nil for the built-in ones
	Members    []int64         // sizes of ensembles of copies that the engines cpu and gpu step, too; nil: none
	Listener   engine.Listener // called when an engine is laid out
}

// NewMakers returns the makers of the selected engines. without is the reason why the gpu
// engine is not among them. release frees shared objects; call it after the last use of the
// makers.
func NewMakers(o MakerOptions) (makers []Maker, release func(), without error) {
	release = func() {}
	if slices.Contains(o.Engines, engine.CPURef) {
		makers = append(makers, Reference())
	}
	if slices.Contains(o.Engines, engine.CPU) {
		for _, threads := range o.Threads {
			for _, name := range o.Precisions {
				precision, _ := model.ParsePrecision(name) // the flag allows only known names
				if taken := cpu.Taken(precision); taken == precision || !slices.Contains(o.Precisions, taken.String()) {
					makers = append(makers, cpuMaker(threads, taken))
				}
			}
			for _, members := range o.Members {
				makers = append(makers, cpuMembers(threads, int(members)))
			}
		}
	}
	if !slices.Contains(o.Engines, engine.GPU) {
		return makers, release, nil
	}
	d, err := engine.OpenDevice(o.Listener)
	if err != nil {
		return makers, release, err
	}
	meter, releaseMeter := o.gpuMeter(d)
	release = func() {
		releaseMeter()
		d.Close()
	}
	makers = append(makers, o.gpuMakers(d, meter)...)
	for _, members := range o.Members {
		makers = append(makers, o.gpuMembers(d, meter, int(members))...)
	}
	return makers, release, nil
}

// cpuMaker makes the cpu engine in a precision; zero threads mean as many as it finds worth it.
// The copy that its bandwidth is compared with takes as many.
func cpuMaker(threads int, precision model.Precision) Maker {
	var memory *machine.Copies // nil until it is first needed
	stepping := threads        // of the engine that was made last
	return Maker{
		Engine: engine.CPU, Pipeline: "fused", Driver: cpu.Kernels(precision)[0],
		New: func(m *model.Model, p model.Params) (model.Engine, error) {
			e, err := cpu.New(m, p, cpu.Options{Threads: threads, Precision: precision})
			if err != nil {
				return nil, err
			}
			if e.Threads() != stepping {
				stepping, memory = e.Threads(), nil
			}
			return e, nil
		},
		Meter: &Meter{Name: "the processor's memory", Copy: func() (int64, time.Duration, error) {
			if memory == nil {
				made, err := machine.NewCopies(stepping, machine.LargestCopy)
				if err == nil {
					err = made.Prove()
				}
				if err != nil {
					return 0, 0, err
				}
				memory = made
			}
			bytes, took := memory.Measure()
			return bytes, took, nil
		}},
		Inspect: func(e model.Engine) Inspection {
			c := e.(cpu.Engine)
			return Inspection{Threads: c.Threads(), Memory: c.Memory(), Passes: []Pass{{Name: "step", Bytes: c.Traffic()}}}
		},
	}
}

// gpuMeter makes the meter of the device's memory; release frees its buffers.
func (o *MakerOptions) gpuMeter(d *engine.Device) (meter *Meter, release func()) {
	var memory *traffic.Bandwidth
	meter = &Meter{Name: "the device's memory", Copy: func() (int64, time.Duration, error) {
		if memory == nil {
			made, err := traffic.NewBandwidth(d.GL, o.Shaders, traffic.LargestCopy)
			if err != nil {
				return 0, 0, err
			}
			if err := made.Prove(); err != nil {
				made.Release()
				return 0, 0, err
			}
			memory = made
		}
		return memory.Measure()
	}}
	return meter, func() { memory.Release() }
}

// gpuMakers makes a maker of the gpu engine for each pipeline with each precision and size of work groups.
func (o *MakerOptions) gpuMakers(d *engine.Device, meter *Meter) (makers []Maker) {
	groups := o.WorkGroups
	if groups == nil {
		groups = []int{0}
	}
	for _, pipeline := range o.Pipelines {
		for _, name := range o.Precisions {
			precision, _ := gpu.ParsePrecision(name) // the flag allows only known names
			for _, group := range groups {
				makers = append(makers, o.gpuMaker(d, meter, gpu.Options{Pipeline: pipeline, Precision: precision, WorkGroup: group, Timers: true, Shaders: o.Shaders}))
			}
		}
	}
	return makers
}

func (o *MakerOptions) gpuMaker(d *engine.Device, meter *Meter, choice gpu.Options) Maker {
	return Maker{
		Engine: engine.GPU, Pipeline: choice.Pipeline, Software: d.GL.Software(), Warms: !d.GL.Software(), Driver: driverOf(d.GL), Meter: meter,
		New: func(m *model.Model, p model.Params) (model.Engine, error) {
			if o.Listener.Busy != nil {
				defer o.Listener.Busy("laying out " + m.Name)()
			}
			e, err := gpu.New(d.GL, m, p, choice)
			if err != nil {
				return nil, err
			}
			if why := e.Fallback(); why != "" {
				e.Close()
				return nil, fmt.Errorf("%w: the pipeline fused steps this in its place: %s", model.ErrUnsupported, why)
			}
			return e, nil
		},
		Inspect: inspectGPU,
	}
}

func driverOf(ctx *glx.Context) string { return "OpenGL " + ctx.Version }

// inspectGPU reads figures of a gpu engine for a row.
func inspectGPU(e model.Engine) Inspection {
	g := e.(*gpu.Engine)
	says := Inspection{Memory: g.Memory()}
	for _, pass := range g.Traffic() {
		says.Passes = append(says.Passes, Pass{Name: pass.Pass, Bytes: pass.Bytes})
	}
	return says
}
