package gpu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// flying is four masses without a spring that lives, three of which leave the
// numbers of float32 in steps of 1 s: masses 1 and 2 in the third, 3 in the
// fourth.
func flying() (*model.Model, *model.State) {
	m := &model.Model{
		Name:         "flying",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
		Mass:         []float64{1, 1, 1, 1},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{model.Removed},
		Materials:    []model.Material{{}},
	}
	s := m.Start()
	s.Step = 7
	s.Velocity[1] = model.Vec3{0, math.MaxFloat32 / 2.5, 0}
	s.Velocity[2] = model.Vec3{math.MaxFloat32 / 2.5, 0, 0}
	s.Velocity[3] = model.Vec3{0, 0, math.MaxFloat32 / 3.5}
	return m, s
}

func TestDivergenceNamesStepAndMass(t *testing.T) {
	for _, integrator := range model.Integrators() {
		t.Run(integrator.String(), func(t *testing.T) {
			ctx := gltest.New(t)
			m, start := flying()
			e := must.Open(New(ctx, m, model.Params{DT: 1, Integrator: integrator}, Options{}))(t)
			modeltest.StepFrom(t, e, start, 2)
			must.Do(t, e.Finish())
			must.Do(t, e.Step(1))
			var diverged *physics.DivergedError
			if err := e.Finish(); !errors.As(err, &diverged) {
				t.Fatalf("Finish returned %v, want a *physics.DivergedError", err)
			}
			if diverged.Step != 10 || diverged.Mass != 1 || diverged.Count != 2 || diverged.Runaway != -1 || fmt.Sprint(diverged.Springs) != "[0]" {
				t.Errorf("got %+v, want step 10, mass 1 of two, spring 0", diverged)
			}
			must.Do(t, e.Step(5))
			if err := e.Finish(); !errors.As(err, &diverged) || diverged.Step != 10 || diverged.Mass != 1 {
				t.Errorf("stepping on gives %v, want step 10 and mass 1 still", err)
			}
			modeltest.StepFrom(t, e, m.Start(), 1)
			must.Do(t, e.Finish())
		})
	}
}

// exploding is a chain that is stepped above its safe step, from a small
// disturbance, so that it blows up after some hundred steps.
func exploding(integrator model.Integrator) (*model.Model, model.Params, *model.State) {
	m := &model.Model{Name: "chain", Materials: []model.Material{{}, {Stiffness: 100}}}
	for i := range 6 {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i), 0, 0})
		m.Mass = append(m.Mass, 1)
		if i > 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
			m.RestLength = append(m.RestLength, 1)
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	p := model.Params{Integrator: integrator}
	safe := physics.SafeStep(m, p)
	if safe == 0 { // explicit Euler has no safe step
		p.Integrator = model.SymplecticEuler
		safe = physics.SafeStep(m, p) / 16
		p.Integrator = integrator
	}
	above := 1.04 // the fastest vibration of six masses allows 1.035
	if integrator == model.RK4 {
		above = 1.15 // near its bound a spring that turns inside out ends the growth
	}
	p.DT = float64(float32(above * safe))
	start := m.Start()
	for i := range start.Position {
		start.Velocity[i][0] = math.Pow(-1, float64(i)) / 64
	}
	return m, p, start
}

// A spring that runs away stops a run, in either engine, at the step where it is
// first longer than allowed. (A chain whose springs turn inside out is chaotic,
// so that the engines part before.) The last good state is the one that the run went through,
// bit for bit, though many steps were queued behind the divergence.
func TestRunawaySpringAndLastGood(t *testing.T) {
	for _, integrator := range model.Integrators() {
		t.Run(integrator.String(), func(t *testing.T) {
			ctx := gltest.New(t)
			m, p, start := exploding(integrator)
			e := must.Open(New(ctx, m, p, Options{KeepLastGood: true}))(t)
			ref := must.Get(cpuref.New(m, p))(t)
			start.Step, start.Time = 1000, 3
			must.Do(t, e.Reset(start))
			must.Do(t, ref.Reset(start))
			must.Do(t, e.Step(4000))
			must.Do(t, ref.Step(4000))
			var got, want *physics.DivergedError
			if err := e.Finish(); !errors.As(err, &got) {
				t.Fatalf("Finish returned %v, want a *physics.DivergedError", err)
			}
			if err := ref.Finish(); !errors.As(err, &want) {
				t.Fatalf("the reference returned %v, want a *physics.DivergedError", err)
			}
			t.Logf("%v\n%v", got, want)
			if got.Runaway < 0 || want.Runaway < 0 || got.Count != 0 {
				t.Errorf("got %+v, reference %+v; want a runaway spring", got, want)
			}
			for i, engine := range []model.Engine{e, ref} {
				got := []*physics.DivergedError{got, want}[i]
				keeper := engine.(interface{ LastGood(*model.Snapshot) error })
				var kept, again model.Snapshot
				must.Do(t, keeper.LastGood(&kept))
				if (kept.Step-1000)%keepEvery != 0 || kept.Step >= got.Step || kept.Step < got.Step-2*keepEvery {
					t.Errorf("%T: the last good state is of step %d, the divergence at step %d", engine, kept.Step, got.Step)
				}
				must.Be(t, kept.Time, 3+float64(kept.Step-1000)*p.DT, "%T: the last good state is at, in s", engine)
				modeltest.StepFrom(t, engine, start, int(kept.Step-1000))
				must.Do(t, engine.Finish())
				must.Do(t, engine.Read(&again))
				if !slices.Equal(kept.Position, again.Position) || !slices.Equal(kept.Velocity, again.Velocity) {
					t.Errorf("%T: the last good state is not that of step %d", engine, kept.Step)
				}
				// The Euler methods evaluate the forces of the states between steps.
				if !integrator.Method().Impulsive {
					modeltest.StepFrom(t, engine, start, int(got.Step-1001))
					must.Do(t, engine.Finish())
					for _, first := range []int{-1, got.Runaway} {
						must.Do(t, engine.Read(&again))
						if longer := firstLonger(m, again, got.Length); longer != first {
							t.Errorf("%T: spring %d is longer than %g m at step %d, want %d; %v", engine, longer, got.Length, again.Step, first, got)
						}
						must.Do(t, engine.Step(1))
					}
				}
				// It can be reloaded and stepped, at a step that is safe.
				safe := p
				safe.DT /= 16
				must.Do(t, engine.(interface{ SetParams(model.Params) error }).SetParams(safe))
				modeltest.StepFrom(t, engine, kept.State(), 20)
				must.Do(t, engine.Finish())
			}
		})
	}
}

// firstLonger is the lowest-numbered spring that is longer than length [m]; -1
// when none is.
func firstLonger(m *model.Model, s model.Snapshot, length float64) int {
	state := s.State()
	for i, ends := range m.Ends {
		if state.Position[ends[1]].Sub(state.Position[ends[0]]).Len() > length {
			return i
		}
	}
	return -1
}

// A run that is well has a last good state too; one that keeps none says so.
func TestLastGoodWithoutDivergence(t *testing.T) {
	ctx := gltest.New(t)
	m, p, start := exploding(model.SymplecticEuler)
	p.DT /= 4
	e := must.Open(New(ctx, m, p, Options{KeepLastGood: true}))(t)
	var kept model.Snapshot
	for _, c := range []struct{ steps, want int64 }{{0, 0}, {255, 0}, {1, 256}, {1000, 1024}} {
		if c.steps == 0 {
			must.Do(t, e.Reset(start))
		}
		must.Do(t, e.Step(int(c.steps)))
		must.Do(t, e.Finish())
		must.Do(t, e.LastGood(&kept))
		must.Be(t, kept.Step, c.want, "after %d steps more the last good state is of step", c.steps)
	}
	none := must.Open(New(ctx, m, p, Options{}))(t)
	must.Say(t, "LastGood without KeepLastGood", none.LastGood(&kept), "KeepLastGood")
}

// A device that names a mass or a spring that does not exist is an error, and its number indexes nothing.
func TestDeviceNamesWhatIsThere(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(37, 60, 200)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		for _, c := range []struct {
			what   string
			status shaders.Status
		}{
			{"mass", shaders.Status{NonFinite: 1, FirstPass: 1, FirstMass: 60, RunawayStep: math.MaxUint32}},
			{"spring", shaders.Status{FirstPass: math.MaxUint32, RunawayStep: 1, RunawaySpring: math.MaxUint32 - 1}},
		} {
			e := must.Get(New(ctx, m, gputest.PerturbedParams(), Options{Pipeline: pipeline}))(t)
			must.Do(t, e.Reset(state))
			ctx.Barrier(glx.ByTransfer)
			glx.Upload(e.buffers.Status, 0, []shaders.Status{c.status})
			if err := e.Finish(); !errors.Is(err, limits.ErrNumber) || !strings.Contains(err.Error(), c.what) {
				t.Errorf("%s: a %s that is not there: error %v", pipeline, c.what, err)
			}
			e.Close()
		}
	}
}
