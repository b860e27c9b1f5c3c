package session

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics/bigstep"
	"hooke/viewer/draw"
)

// newSolverBench is a session of a soft lattice whose engine takes explicit steps and impulses
// alone.
func newSolverBench(t *testing.T) *Session {
	t.Helper()
	return newBench(t, 3, func(o *Options) {
		o.Subject.Model.Materials[1].Stiffness, o.Subject.Params.Contacts = 20, []model.Contact{model.Ground(0, 20, 0.1)}
		make := o.New
		o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			if i := p.Integrator; i.Method().Divides && i != model.Impulses {
				return nil, fmt.Errorf("the solver %v is %w here", i, model.ErrUnsupported)
			}
			return make(ctx, m, p)
		}
	})
}

// Another solver continues from the present state, with the step and the substeps that a run would choose,
// and the panel shows the parameters; the first one comes back with its own step.
func TestSolverControl(t *testing.T) {
	s := newSolverBench(t)
	s.run(t, 50)
	first := s.Params
	before := must.Get(s.State())(t)
	for range 4 { // symplectic Euler, Verlet, RK4, explicit Euler, impulses
		must.Do(t, s.Key("z"))
	}
	if s.Params.Integrator != model.Impulses || s.value(t, "solver").Value != "impulses" {
		t.Fatalf("after four keys %v steps, and the panel says %q: %s", s.Params.Integrator, s.value(t, "solver").Value, s.notice)
	}
	want := must.Get(bigstep.With(s.Model, model.Params{Gravity: first.Gravity, Contacts: first.Contacts, Integrator: model.Impulses}))(t)
	if s.Params.DT != want.DT || s.Params.Substeps != want.Substeps || want.Substeps == 0 {
		t.Errorf("%d substeps of %g s, a run takes %d of %g", s.Params.Substeps, s.Params.DT, want.Substeps, want.DT)
	}
	after := must.Get(s.State())(t)
	if after.Time != before.Time || !slices.Equal(after.Position, before.Position) || !slices.Equal(after.Velocity, before.Velocity) {
		t.Errorf("the state after the change differs, at %g s and %g s", after.Time, before.Time)
	}
	must.Do(t, s.setSubsteps(12))
	must.Do(t, s.setIterations(3))
	s.run(t, 2)
	must.Near(t, s.Time(), before.Time+2./60, 1e-12, "time two steps later, in s")
	p := s.Status().Params
	for name, value := range map[string]string{"solver": p.Integrator.String(), "iterations": fmt.Sprint(p.Iterations), "dt": "16.7 ms", "substeps": "12 of 1.39 ms"} {
		if row := s.value(t, name); row.Value != value {
			t.Errorf("%s says %q, want %q", name, row.Value, value)
		}
	}
	must.Hold(t, p.Substeps == 12 && p.Iterations == 3, "%d substeps, %d iterations; 12 and 3 were set", p.Substeps, p.Iterations)
	if err := s.stepSolver(1); err == nil || !strings.Contains(err.Error(), "symplectic-euler steps; implicit-euler does not") || !errors.Is(err, model.ErrUnsupported) {
		t.Errorf("behind solvers that are refused: %v", err)
	}
	if is := s.Params; is.Integrator != model.SymplecticEuler || is.DT != first.DT || is.Substeps != 0 || is.Iterations != 0 {
		t.Errorf("the first solver is back as %v with %g s, %d substeps, want %g s", is.Integrator, is.DT, is.Substeps, first.DT)
	}
}

// Substeps of explicit steps end where a solver divides steps by itself, and the sliders have
// the numbers of the solver.
func TestSlidersOfSolvers(t *testing.T) {
	s := newSolverBench(t)
	must.Do(t, s.setSubsteps(4))
	must.Do(t, s.SolveBy(model.Impulses))
	must.Hold(t, s.Substeps == 1 && s.Params.DT == 1./60, "%d steps of %g s in one", s.Substeps, s.Params.DT)
	for _, name := range []string{"substeps", "iterations"} {
		of := s.sliderOf(name)
		was, at := of.get(), of.at(0.75)
		must.Do(t, of.set(at))
		if row := s.value(t, name); of.get() != at || at == was || math.Abs(row.Share-0.75) > 0.02 || !s.Touched {
			t.Errorf("%s at three quarters is %g, of %g; the bar is at %g", name, of.get(), at, row.Share)
		}
		must.Do(t, of.set(of.first()))
		if of.get() != was {
			t.Errorf("%s at first is %g, was %g", name, of.get(), was)
		}
	}
	must.Do(t, s.Key("r"))
	must.Hold(t, s.Params.Integrator == model.SymplecticEuler && s.Params.Substeps == 0, "after a reset %v steps", s.Params.Integrator)
}

// The panel shows the residual of sweeps, and warns in the words of a run.
func TestResidualIsShown(t *testing.T) {
	s := newSolverBench(t)
	must.Hold(t, !slices.ContainsFunc(s.controls(), func(c control) bool { return c.name == "residual" }), "explicit steps have a residual")
	must.Do(t, s.SolveBy(model.Impulses))
	must.Do(t, s.Divide(1))
	s.pickControl(t, "residual")
	s.run(t, 3)
	s.panel.left.asked = s.panel.left.asked.Add(-countPause)
	left, words, err := s.Residual()
	must.Do(t, err)
	row := s.value(t, "residual")
	if left.Strain == 0 || row.Value != fmt.Sprintf("strain %.2g", left.Strain) || row.Warn != (words != "") {
		t.Errorf("it says %q, warns %v; the residual is %+v: %q", row.Value, row.Warn, left, words)
	}
	must.Do(t, s.Poke([]uint32{0}, model.Vec3{50, 0, 0}))
	s.run(t, 1)
	s.panel.left.asked = s.panel.left.asked.Add(-countPause)
	if row := s.value(t, "residual"); !row.Warn || !strings.Contains(s.notice, "2 substeps") {
		t.Errorf("after a hard push it says %q and %q", row.Value, s.notice)
	}
}

// Forces that are off from the law of springs are told as after a run, with the substeps that help; with those, none are.
func TestDefectIsShown(t *testing.T) {
	s := newSolverBench(t)
	must.Do(t, s.SolveBy(model.Impulses))
	s.pickControl(t, "residual")
	for _, c := range []struct {
		substeps int
		told     string
	}{{4, "springs are stretched by"}, {16, ""}} {
		must.Do(t, s.Divide(c.substeps))
		s.run(t, 60)
		s.panel.left.asked = s.panel.left.asked.Add(-countPause)
		row := s.value(t, "residual")
		if words := s.panel.left.words; row.Warn != (c.told != "") || !strings.HasPrefix(words, c.told) || c.told == "" && words != "" || c.told != "" && !strings.Contains(words, "take 16 substeps") {
			t.Errorf("%d substeps: it says %q and warns %v", c.substeps, words, row.Warn)
		}
	}
}
