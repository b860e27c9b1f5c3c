package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"hooke/bench"
	"hooke/bench/sink"
	"hooke/cpu"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
)

// benchMakers make the engines that are wanted. without says why the gpu engine
// is not among them; release frees what they share, after they are done.
func (a App) benchMakers(o *benchOptions) (makers []bench.Maker, release func(), without error) {
	release = func() {}
	if slices.Contains(o.engines, engine.CPURef) {
		makers = append(makers, bench.Reference())
	}
	if slices.Contains(o.engines, engine.CPU) {
		for _, threads := range o.threads {
			makers = append(makers, cpuMaker(threads))
		}
	}
	if !slices.Contains(o.engines, engine.GPU) {
		return makers, release, nil
	}
	d, err := engine.OpenDevice()
	if err != nil {
		return makers, release, fmt.Errorf("%w\n(the gpu engine was not measured; --engines cpu,cpuref needs no OpenGL)", err)
	}
	meter, releaseMeter := a.gpuMeter(d)
	release = func() {
		releaseMeter()
		d.Close()
	}
	return append(makers, a.gpuMakers(d, meter, o)...), release, nil
}

// cpuMaker makes the cpu engine; zero threads mean one for each core.
func cpuMaker(threads int) bench.Maker {
	var memory *cpu.Bandwidth // made when it is first wanted
	return bench.Maker{
		Engine: engine.CPU, Pipeline: "fused", Driver: cpu.Kernels()[0],
		New: func(m *model.Model, p model.Params) (model.Engine, error) {
			return cpu.New(m, p, cpu.Options{Threads: threads})
		},
		Meter: &bench.Meter{Name: "the processor's memory", Copy: func() (int64, time.Duration, error) {
			if memory == nil {
				made, err := cpu.NewBandwidth(threads, cpu.LargestCopy)
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
		Inspect: func(e model.Engine) bench.Inspection {
			c := e.(*cpu.Engine)
			return bench.Inspection{Threads: c.Threads(), Memory: c.Memory(), Passes: []bench.Pass{{Name: "step", Bytes: c.Traffic()}}}
		},
	}
}

// gpuMeter measures the device's memory; release frees its buffers.
func (a App) gpuMeter(d *engine.Device) (meter *bench.Meter, release func()) {
	var memory *gpu.Bandwidth
	meter = &bench.Meter{Name: "the device's memory", Copy: func() (int64, time.Duration, error) {
		if memory == nil {
			made, err := gpu.NewBandwidth(d.GL, a.Shaders, gpu.LargestCopy)
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

// gpuMakers make the gpu engine with each of the pipelines and precisions.
func (a App) gpuMakers(d *engine.Device, meter *bench.Meter, o *benchOptions) (makers []bench.Maker) {
	for _, pipeline := range o.pipelines {
		for _, name := range o.precisions {
			precision, _ := gpu.ParsePrecision(name) // the flag allows no other
			makers = append(makers, bench.Maker{
				Engine: engine.GPU, Pipeline: pipeline, Software: d.GL.Software(), Driver: driverOf(d.GL), Meter: meter,
				New: func(m *model.Model, p model.Params) (model.Engine, error) {
					return a.newGPU(d, m, p, gpu.Options{Pipeline: pipeline, Precision: precision, WorkGroup: o.workGroup, Timers: true})
				},
				Inspect: inspectGPU,
			})
		}
	}
	return makers
}

func driverOf(ctx *glx.Context) string { return "OpenGL " + ctx.Version }

// inspectGPU asks the gpu engine about itself.
func inspectGPU(e model.Engine) bench.Inspection {
	g := e.(*gpu.Engine)
	says := bench.Inspection{Memory: g.Memory()}
	for _, pass := range g.Traffic() {
		says.Passes = append(says.Passes, bench.Pass{Name: pass.Pass, Bytes: pass.Bytes})
	}
	return says
}

// rowSinks hands each row to all.
type rowSinks []sink.Sink

func (s rowSinks) Row(r bench.Row) error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Row(r))
	}
	return errors.Join(faults...)
}

func (s rowSinks) Close() error {
	var faults []error
	for _, sink := range s {
		faults = append(faults, sink.Close())
	}
	return errors.Join(faults...)
}

// benchSinks are where the rows go, files among them.
func (a App) benchSinks(o *benchOptions, m bench.Machine) (sinks rowSinks, err error) {
	switch o.format {
	case formatJSON:
		sinks = append(sinks, sink.Lines{W: a.Stdout})
	case formatBenchstat:
		lines, err := sink.NewGoLines(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, lines)
	case sink.FormatMarkdown, sink.FormatSummary, sink.FormatPasses:
		sink, err := sink.NewDocumentSink(o.format, a.Stdout)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, sink)
	default:
		table, err := sink.NewTable(a.Stdout, m)
		if err != nil {
			return nil, err
		}
		sinks = append(sinks, table)
	}
	if o.passes {
		sinks = append(sinks, &sink.PassTable{W: a.Stdout, Begin: "\n"})
	}
	if o.record != "" {
		file, err := os.Create(o.record)
		if err != nil {
			return nil, fmt.Errorf("bench: --record: %w", err)
		}
		sinks = append(sinks, &fileSink{sink.Lines{W: file}, file, nil})
	}
	if o.plot != "" {
		file, err := os.Create(o.plot)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("bench: --plot: %w", err), sinks.Close())
		}
		buffered := bufio.NewWriter(file)
		sinks = append(sinks, &fileSink{&sink.Plot{W: buffered}, file, buffered})
	}
	return sinks, nil
}

// fileSink closes the file that a sink writes to.
type fileSink struct {
	sink.Sink
	file     *os.File
	buffered *bufio.Writer // nil: it writes at once
}

func (f *fileSink) Close() error {
	err := f.Sink.Close()
	if f.buffered != nil && err == nil {
		err = f.buffered.Flush()
	}
	return errors.Join(err, f.file.Close())
}
