package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// column is an engine as the table names it.
type column struct {
	engine string
	gpu    gpu.Options
	device *Device // of gpu; nil: each engine opens one
}

func columns() []column {
	of := func(engine string, o gpu.Options) column { return column{engine: engine, gpu: o} }
	return []column{of(CPURef, gpu.Options{}), of(CPU, gpu.Options{}), of(CPU, gpu.Options{Precision: model.Compensated}), of(CPU, gpu.Options{Precision: model.Double}),
		of(GPU, gpu.Options{Pipeline: gpu.TwoPass}), of(GPU, gpu.Options{}), of(GPU, gpu.Options{Precision: model.Compensated}), of(GPU, gpu.Options{Precision: model.Double})}
}

// Each trial moves masses otherwise than one without its feature, by more than the tolerance of an engine.
func TestTrialsAct(t *testing.T) {
	plain := trial{put: func(*model.Model, *model.Params) {}}
	for f, of := range trials() {
		if slices.Contains([]model.Feature{model.FullLedger, model.Relaxation, model.Resuming, model.FarAway}, f) {
			continue // they change no motion
		}
		solver := model.SymplecticEuler
		if model.Support(f, solver, CPURef, model.Double) == model.None {
			solver = model.Impulses
		}
		var moved [2][]model.Vec3
		for k, one := range []trial{of, plain} {
			m, _ := one.model(solver)
			ref, err := one.open(column{engine: CPURef}, solver)
			if err != nil {
				t.Fatalf("%v: %v", f, err)
			}
			if moved[k], err = pulls(ref, m); err != nil {
				t.Errorf("%v: %v", f, err)
			}
			ref.Close()
		}
		off, size := 0.0, 0.0
		for k := range moved[1] {
			off, size = max(off, moved[0][k].Sub(moved[1][k]).Len()), max(size, moved[0][k].Len())
		}
		if !(off > 5*stepTolerance*size) {
			t.Errorf("%v changes velocities by %.2g of the largest change alone", f, off/size)
		}
	}
}

// Engines step the features that model.Support grants them, to finite positions, and refuse by name all
// others. The error names an engine that has the feature.
func TestSupport(t *testing.T) {
	runs, device := trials(), must.Open(OpenDevice(Listener{}))(t)
	for _, f := range model.Features() {
		of, ok := runs[f]
		if !ok {
			t.Errorf("%v: no run has it", f)
			continue
		}
		walk(t, device, f.String(), of, func(i model.Integrator, engine string, p model.Precision) bool {
			return model.Support(f, i, engine, p) > model.None
		})
	}
}

// Engines step features that meet, if they support each.
func TestSupportOfSeveral(t *testing.T) {
	device := must.Open(OpenDevice(Listener{}))(t)
	for k, of := range together() {
		m, p := of.model(0)
		var has []string
		all := func(i model.Integrator, engine string, precision model.Precision) bool {
			return !slices.ContainsFunc(model.Features(), func(f model.Feature) bool { return f.In(m, p) && model.Support(f, i, engine, precision) == model.None })
		}
		for _, f := range model.Features() {
			if f.In(m, p) {
				has = append(has, f.String())
			}
		}
		walk(t, device, fmt.Sprintf("%d: %s", k, strings.Join(has, ", ")), of, all)
	}
}

// walk tries a run with every solver in every engine, those of gpu on one device. Programs of software drivers become
// machine code when they first run, which takes minutes for all: in the short form gpu steps an eighth
// of them in single precision with symplectic Euler, of which half are made, one in twelve with the solvers that divide a step and
// one in 36 with the others. Half of them have one solver in turn in other precisions, of which it steps one in 48.
func walk(t *testing.T, device *Device, name string, of trial, supported func(model.Integrator, string, model.Precision) bool) {
	t.Helper()
	turn := len(name)
	for at, c := range columns() {
		c.device = device
		for k, solver := range model.Solvers() {
			turn++
			want := supported(solver, c.engine, c.gpu.Precision)
			rare := c.engine == GPU && c.gpu.Precision != model.Single
			if c.gpu.Pipeline == gpu.TwoPass && solver.Method().Divides || !longTests() && want && rare && (len(name)+at+k)%(2*len(model.Solvers())) != 0 {
				continue
			}
			among := 36
			if rare {
				among = 48
			} else if solver.Method().Divides {
				among = 12
			}
			often := solver == model.SymplecticEuler && c.gpu.Pipeline != gpu.TwoPass && !rare
			steps := c.engine != GPU || longTests() || often && len(name)%8 == 0 || turn%among == 0
			if want && !steps && !rare && !(often && len(name)%2 == 0) {
				continue
			}
			err := of.tries(c, solver, !want || steps)
			where := fmt.Sprintf("%s with %v in %s %s, %v", name, solver, c.engine, c.gpu.Pipeline, c.gpu.Precision)
			switch {
			case want && err != nil:
				t.Errorf("%s: %v", where, err)
			case !want && err == nil:
				t.Errorf("%s: it is not refused", where)
			case !want && !errors.Is(err, model.ErrUnsupported) && !strings.Contains(err.Error(), solver.String()):
				t.Errorf("%s: the refusal does not name the solver: %v", where, err)
			}
			if m, p := of.model(solver); errors.Is(err, model.ErrUnsupported) {
				if have := model.Supporting(m, p, c.gpu.Precision); len(have) == 0 || !strings.Contains(err.Error(), "--engine "+have[0]) {
					t.Errorf("%s: the refusal does not name one of the engines %v: %v", where, have, err)
				}
			}
		}
	}
}

// model returns the run with a solver.
func (of trial) model(i model.Integrator) (*model.Model, model.Params) {
	m := modeltest.Cloth(3)
	for i := range m.Materials {
		m.Materials[i].Damping = 0
	}
	p := model.Params{DT: 1e-5, Gravity: model.EarthGravity(), Integrator: i}
	of.put(m, &p)
	if i.Method().Divides {
		p.Substeps = 2
	}
	return m, p
}

// tries makes an engine, and steps it if that is asked for: as the reference does, from a state in
// which all acts, so that an engine that passes over something is seen.
func (of trial) tries(c column, i model.Integrator, step bool) error {
	m, _ := of.model(i)
	e, err := of.open(c, i)
	if err != nil {
		return err
	}
	defer e.Close()
	if !step {
		return nil
	}
	v, err := pulls(e, m)
	if err != nil {
		return err
	}
	ref, err := of.open(column{engine: CPURef}, i)
	if err != nil {
		return err
	}
	defer ref.Close()
	want, err := pulls(ref, m)
	if err != nil {
		return err
	}
	off, size := 0.0, 0.0
	for k := range want {
		off, size = max(off, v[k].Sub(want[k]).Len()), max(size, want[k].Len()) // max keeps NaN
	}
	if !(off <= stepTolerance*size) {
		return fmt.Errorf("velocities are %.2g m/s off those of the reference, the largest of which is %.2g m/s", off, size)
	}
	if of.use != nil {
		return of.use(e)
	}
	return nil
}

// stepTolerance is by how much velocities may be off after a few steps, as a share of the largest:
// float32 holds positions of a cloth whose springs are 5 % off to 1e-5 of that.
const stepTolerance = 1e-3

// open makes an engine for the run with a solver.
func (of trial) open(c column, i model.Integrator) (*Engine, error) {
	m, p := of.model(i)
	o := Options{GPU: c.gpu, Device: c.device}
	if of.o != nil {
		of.o(&o)
	}
	return New(c.engine, m, p, o)
}

// pulls are the changes of velocities in four steps from a state in which masses are off their
// places and move [m/s].
func pulls(e *Engine, m *model.Model) ([]model.Vec3, error) {
	s := stirred(m)
	start := slices.Clone(s.Velocity)
	reader, ok := model.As[model.StateReader](e)
	if !ok {
		return nil, errors.New("it gives no state")
	}
	var now model.State
	if err := errors.Join(e.Reset(s), e.Step(4), e.Finish(), reader.ReadState(&now)); err != nil {
		return nil, err
	}
	if now.Step != 4 {
		return nil, fmt.Errorf("at step %d, want 4", now.Step)
	}
	for k := range now.Velocity {
		now.Velocity[k] = now.Velocity[k].Sub(start[k])
	}
	return now.Velocity, nil
}
