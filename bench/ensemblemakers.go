package bench

import (
	"fmt"
	"runtime"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	gpu "hooke/gpu/ensemble"
	"hooke/lab/ensemble"
	"hooke/model"
)

// members are copies of a structure as an engine of one: that which is read is the last. All start where
// it starts.
type members struct {
	all      ensemble.Engine
	count    int
	pipeline string // of the engine, for rows
}

var _ model.Engine = (*members)(nil)

// newMembers makes an engine of count members, measured as sweeps measure them, each with tables of its own for
// all numbers that members may have for themselves, though they are equal.
func newMembers(m *model.Model, p model.Params, count int, pipeline string,
	make func(kinds []ensemble.Kind, all []ensemble.Member, o *metrics.Options) (ensemble.Engine, error)) (model.Engine, error) {
	own := *m
	own.InArrays()
	divided, err := ensemble.Divide(&own, p)
	if err != nil {
		return nil, err
	}
	var all []ensemble.Member
	for range count {
		all = append(all, ensemble.Member{Values: divided.Values})
	}
	e, err := make([]ensemble.Kind{divided.Kind}, all, &metrics.Options{})
	if err != nil {
		return nil, err
	}
	return &members{e, count, pipeline}, nil
}

// Describe names the pipeline.
func (e *members) Describe() model.Description {
	d := e.all.Describe()
	d.Pipeline = e.pipeline
	return d
}

// Step advances all members.
func (e *members) Step(n int) error { return e.all.Step(n) }

// Close releases the engine.
func (e *members) Close() { e.all.Close() }

// Finish waits. That the last member has diverged is an error, as it is of an engine of one.
func (e *members) Finish() error {
	if err := e.all.Finish(); err != nil {
		return err
	}
	status, err := e.all.Status()
	if err != nil {
		return err
	}
	if last := status[e.count-1]; last.Ended != "" {
		return fmt.Errorf("a member %s at step %d", last.Ended, last.Step)
	}
	return nil
}

// Read reads the last member.
func (e *members) Read(dst *model.Snapshot) error { return e.all.Read(e.count-1, dst) }

// Reset starts all members anew.
func (e *members) Reset(s *model.State) error {
	mask := make([]bool, e.count)
	for i := range mask {
		mask[i] = true
	}
	return e.all.Reset(mask, func(int) *model.State { return s })
}

// Energy returns an error: members do not have it.
func (e *members) Energy() (model.Energy, error) {
	return model.Energy{}, fmt.Errorf("the energy of ensembles: %w", model.ErrUnsupported)
}

// cpuMembers makes ensembles on cores; zero threads are all.
func cpuMembers(threads, count int) Maker {
	return Maker{Engine: engine.CPU, Pipeline: "ensemble", Driver: cpu.Kernels()[0], Members: count,
		New: func(m *model.Model, p model.Params) (model.Engine, error) {
			return newMembers(m, p, count, "ensemble", func(kinds []ensemble.Kind, all []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
				return cpu.New(kinds, all, cpu.Options{Threads: threads, Metrics: o})
			})
		},
		Inspect: func(model.Engine) Inspection {
			if threads < 1 {
				return Inspection{Threads: runtime.GOMAXPROCS(0)}
			}
			return Inspection{Threads: threads}
		},
	}
}

// gpuMembers makes ensembles on the device, a maker for each pipeline.
func (o *MakerOptions) gpuMembers(d *engine.Device, meter *Meter, count int) (makers []Maker) {
	for _, pipeline := range gpu.Pipelines() {
		makers = append(makers, Maker{Engine: engine.GPU, Pipeline: pipeline, Software: d.GL.Software(), Warms: !d.GL.Software(), Driver: driverOf(d.GL), Members: count, Meter: meter,
			New: func(m *model.Model, p model.Params) (model.Engine, error) {
				return newMembers(m, p, count, pipeline, func(kinds []ensemble.Kind, all []ensemble.Member, measured *metrics.Options) (ensemble.Engine, error) {
					return gpu.New(d.GL, kinds, all, gpu.Options{Pipeline: pipeline, Metrics: measured, Shaders: o.Shaders})
				})
			},
		})
	}
	return makers
}
