package cpu

import (
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// after is the state after some steps, in all digits, by the given number of threads.
func after(t *testing.T, r accounted, precision model.Precision, threads, steps int) model.State {
	t.Helper()
	e := must.Get(New(r.model, r.params, Options{Precision: precision, Threads: threads}))(t)
	defer e.Close()
	return stateAfter(t, e, r.state, steps)
}

// stateAfter steps an engine from a state; nil: from where it is.
func stateAfter(t *testing.T, e Engine, start *model.State, steps int) (s model.State) {
	t.Helper()
	if start != nil {
		must.Do(t, e.Reset(start))
	}
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	must.Do(t, e.ReadState(&s))
	return s
}

// apartFrom is the largest difference of places and velocities of two states, each as a share of the
// largest change of one of them since the start.
func apartFrom(a, b, start *model.State) float64 {
	part := func(a, b, start []model.Vec3) float64 {
		worst, change := 0.0, 0.0
		for i := range a {
			worst, change = max(worst, a[i].Sub(b[i]).Len()), max(change, a[i].Sub(start[i]).Len())
		}
		return worst / change
	}
	return max(part(a.Position, b.Position, start.Position), part(a.Velocity, b.Velocity, start.Velocity))
}

// In double precision everything that acts is double, in every integrator: four steps are those of
// the reference. Single precision is seen.
func TestDoubleIsDoubleForEverything(t *testing.T) {
	const tolerance = 2e-10 // places of about 1 m keep 1e-16 of it, and move by some 1e-4 m; sums and roots round some times
	runs := accountedRuns()
	for turn, name := range slices.Sorted(maps.Keys(runs)) {
		r, allowed := runs[name], tolerance
		if name == "thrown" {
			allowed = 1e-6 // where a path grazes a shape, its end is known to the root of a rounding
		}
		for _, integrator := range inTurn(turn) {
			r.params.Integrator, r.params.Ledger = integrator, false
			ref := must.Get(cpuref.New(r.model, r.params))(t)
			modeltest.StepFrom(t, ref, r.state, 4)
			of := ref.State()
			want := &model.State{Position: of.Position, Velocity: of.Velocity}
			double, single := after(t, r, model.Double, 2, 4), after(t, r, model.Single, 2, 4)
			if far := apartFrom(&double, want, r.state); !(far <= allowed) {
				t.Errorf("%s, %v: %.3g of the largest change from the reference, tolerance %g", name, integrator, far, allowed)
			}
			if far := apartFrom(&single, want, r.state); !(far > tolerance) {
				t.Errorf("%s, %v: single is %.3g of the largest change from the reference: the test cannot tell", name, integrator, far)
			}
		}
	}
}

// Runs of each precision continue from a checkpoint with the same bits, on any threads. The second
// half of the digits is in the checkpoint: without it bits are others.
func TestPrecisionsResume(t *testing.T) {
	m, p, start := cputest.Cloud(300, 3, 1)
	for _, r := range []accounted{{m, p, start}, accountedRuns()["together"]} {
		for k, integrator := range model.Integrators() {
			precision := model.Precisions()[1+k%2]
			r.params.Integrator = integrator
			want := after(t, r, precision, 3, 20)
			for _, blind := range []bool{false, true} {
				first := must.Get(New(r.model, r.params, Options{Precision: precision, Threads: 2}))(t)
				stateAfter(t, first, r.state, 7)
				var c model.Checkpoint
				must.Do(t, first.Save(&c))
				first.Close()
				if blind {
					for i := range c.Words[0].Data[:len(c.Words[0].Data)/2] {
						c.Words[0].Data[2*i] = 0 // the low half of a coordinate
					}
				}
				second := must.Get(New(r.model, r.params, Options{Precision: precision, Threads: 1}))(t)
				must.Do(t, second.Restore(&c))
				got := stateAfter(t, second, nil, 13)
				second.Close()
				if same := slices.Equal(got.Position, want.Position) && slices.Equal(got.Velocity, want.Velocity); same == blind {
					t.Errorf("%v, %v: without low halves %v: the same bits: %v", precision, integrator, blind, same)
				}
			}
		}
	}
	single := must.Open(New(m, p, Options{}))(t)
	var c model.Checkpoint
	must.Do(t, single.Save(&c))
	double := must.Open(New(m, p, Options{Precision: model.Double}))(t)
	if err := double.Restore(&c); err == nil {
		t.Error("the engine of precision double took a checkpoint of single")
	}
}

// Single precision loses small strains of a large structure and the others keep them. The test compares the
// velocities after a step from rest, which are F/m.
func TestPrecisionsKeepSmallStrains(t *testing.T) {
	m, start := check.LongTruss()
	p := model.Params{DT: 1e-5}
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, start, 1)
	wrong := map[model.Precision]float64{}
	for _, precision := range model.Precisions() {
		got := after(t, accounted{m, p, start}, precision, 2, 1)
		most := 0.0
		for i, v := range ref.State().Velocity {
			wrong[precision], most = max(wrong[precision], got.Velocity[i].Sub(v).Len()), max(most, v.Len())
		}
		wrong[precision] /= most
		t.Logf("%v: forces are wrong by %.2g of the largest", precision, wrong[precision])
	}
	if single := wrong[model.Single]; !(single > 0.01 && wrong[model.Double] < 1e-8) {
		t.Errorf("forces are wrong by %v of the largest", wrong)
	}
}

// The memory of each precision is known before there is an engine, and is not less than what New
// asks for. A number takes twice as much in double.
func TestMemoryOfPrecisions(t *testing.T) {
	canon, _, err := build.Canon(24)
	must.Do(t, err)
	p := model.Params{DT: build.CanonStep}
	memory := map[model.Precision]int64{}
	for _, precision := range model.Precisions() {
		plan := must.Get(Plan(canon, p, precision))(t)
		e := must.Get(New(canon, p, Options{Precision: precision}))(t)
		if memory[precision] = e.Memory(); memory[precision] != plan.TableBytes+plan.StateBytes {
			t.Errorf("%v: %d bytes, planned were %d", precision, e.Memory(), plan.TableBytes+plan.StateBytes)
		}
		e.Close()
	}
	least, twice := leastBytes[float64](canon, model.Params{}), float64(memory[model.Double])/float64(memory[model.Single])
	least -= 16 * int64(canon.SpringCount()) // of set-up
	if least > memory[model.Double] || math.Abs(twice-1.8) > 0.2 {
		t.Errorf("double takes %d bytes, %.2f times those of single; New asks for %d", memory[model.Double], twice, least)
	}
}

// Double takes the place of compensated.
func TestDoubleInPlaceOfCompensated(t *testing.T) {
	e := must.Open(New(cputest.Star(3), model.Params{}, Options{Precision: model.Compensated}))(t)
	must.Be(t, e.Describe().Precision, model.Double.String(), "it computes in precision")
}

// Kernels for float64 in assembly are those in plain Go within rounding, in each precision and integrator, on
// any threads. An error of a millionth in a record is seen.
func TestKernelsOfDoubles(t *testing.T) {
	const tolerance = 1e-10 // of the largest change: sums and roots round some times, places of 1 m move by 1e-4 m
	many := cputest.NearNetwork(400, 5)
	formats := map[table.Format]bool{}
	for _, sc := range append(cputest.Cases(t), check.Case{Name: "many materials", Model: many}) {
		if sc.Model.SpringCount() == 0 {
			continue
		}
		start := perturbedState(sc.Model, 3)
		for k, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			p := sc.Params.Clone()
			p.Integrator, p.Gravity, p.DragHalfLife = integrator, model.EarthGravity(), 0.1
			if k > 0 {
				p.Contacts = []model.Contact{model.Ground(0.2, 100, 0.1).WithFriction(0.5, 0.4)}
			}
			stepped := func(kernel string, precision model.Precision, threads int, tamper func(e *engine[float64])) model.State {
				e := must.Get(makeEngine[float64](sc.Model, p, Options{Kernel: kernel, Precision: precision, Threads: threads}))(t)
				defer e.Close()
				formats[e.table.Format] = true
				tamper(e)
				return stateAfter(t, e, start, 3)
			}
			as := func(*engine[float64]) {}
			for _, kernel := range Kernels(model.Double) {
				for _, precision := range []model.Precision{model.Double} {
					want, got := stepped("go", precision, 1, as), stepped(kernel, precision, 2, as)
					if far := apartFrom(&got, &want, start); !(far <= tolerance) {
						t.Errorf("%s, %v, %s, %v: %.3g of the largest change from plain Go, tolerance %g", sc.Name, integrator, kernel, precision, far, tolerance)
					}
					if one := stepped(kernel, precision, 1, as); !slices.Equal(one.Position, got.Position) || !slices.Equal(one.Velocity, got.Velocity) {
						t.Errorf("%s, %v, %s, %v: two threads end elsewhere than one", sc.Name, integrator, kernel, precision)
					}
				}
				want := stepped("go", model.Double, 1, as)
				wrong := stepped(kernel, model.Double, 1, func(e *engine[float64]) {
					for i := range e.table.Records {
						e.table.Records[i].Stiffness *= 1 + 1e-6
					}
					for i := range e.table.Lanes[0] { // k of columns
						e.table.Lanes[0][i] *= 1 + 1e-6
					}
				})
				if far := apartFrom(&wrong, &want, start); !(far > tolerance) && sc.Name != "own springs" {
					t.Errorf("%s, %v, %s: a stiffness that is wrong by a millionth makes %.3g of the largest change", sc.Name, integrator, kernel, far)
				}
			}
		}
	}
	must.Hold(t, len(formats) == 3, "entries of formats %v were tried, want all three", formats)
}
