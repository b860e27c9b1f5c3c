package engine_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// makers make the engines of a cube that falls onto the ground and comes to rest.
func makers(t *testing.T) (m *model.Model, p model.Params, engines map[string]func() (model.Engine, func())) {
	t.Helper()
	m = modeltest.Cube(0.2)
	p = model.Params{DT: 1e-3, Gravity: model.EarthGravity(), DragHalfLife: 0.05, Contacts: []model.Contact{model.Ground(0, 2000, 5)}}
	ctx := gltest.New(t)
	of := func(e model.Engine, err error) model.Engine {
		must.Do(t, err)
		return e
	}
	return m, p, map[string]func() (model.Engine, func()){
		"cpuref": func() (model.Engine, func()) { e, err := cpuref.New(m, p); return of(e, err), func() {} },
		"cpu":    func() (model.Engine, func()) { e, err := cpu.New(m, p, cpu.Options{}); return of(e, err), e.Close },
		"gpu": func() (model.Engine, func()) {
			e, err := gpu.New(ctx, m, p, gpu.Options{Pipeline: gpu.Fused})
			return of(e, err), e.Close
		},
	}
}

// stepped steps until a condition holds, at most that many steps, in batches.
func stepped(t *testing.T, e model.Engine, m *model.Model, p model.Params, u physics.Until, most, batch int64) (physics.End, model.Snapshot) {
	t.Helper()
	w := must.Get(physics.NewWatch(e, m, nil, u, physics.Calm{}))(t)
	done := int64(0)
	for done < most && w.Ended == nil {
		n := must.Get(w.Step(e, min(batch, most-done), p.Contacts))(t)
		done += n
	}
	s := modeltest.Snapshot(t, e)
	must.Hold(t, s.Step == done, "%d steps were done, and the engine is at step %d", done, s.Step)
	if w.Ended == nil {
		return physics.End{}, s
	}
	return *w.Ended, s
}

// Each condition ends a run at the same step in every engine and for every batch, and the
// state is that of this step, bit for bit.
func TestEndsAtTheSameStepEverywhere(t *testing.T) {
	m, p, engines := makers(t)
	for word, u := range map[string]physics.Until{
		physics.Still: {Words: []string{physics.Fell, physics.Still}, StillSpeed: 0.02, StillTime: 0.1, FallHeight: -1},
		physics.Fell:  {Words: []string{physics.Fell}, FallHeight: 0.55},
		"":            {Words: []string{physics.Left}, LeaveRadius: 1},
	} {
		var first physics.End
		for name, open := range engines {
			plain, closePlain := open()
			var want model.Snapshot
			for _, batch := range []int64{1, 7, 640} {
				e, done := open()
				end, got := stepped(t, e, m, p, u, 1500, batch)
				done()
				if first == (physics.End{}) {
					first = end
				}
				if end != first || end.By != word || end.Step%physics.LookEvery != 0 {
					t.Errorf("%s, batches of %d: it ends by %+v, want %q as %+v", name, batch, end, word, first)
				}
				if batch == 1 {
					must.Do(t, errors.Join(plain.Step(int(got.Step)), plain.Finish(), plain.Read(&want)))
				}
				if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) || got.Time != want.Time {
					t.Errorf("%s, batches of %d: the state at the end is not that of step %d", name, batch, want.Step)
				}
			}
			closePlain()
		}
		if word != "" && math.Abs(first.Time-float64(first.Step)*p.DT) > 1e-9 {
			t.Errorf("step %d is at %g s", first.Step, first.Time)
		}
	}
}

// sinking is an engine that looks, and diverges at a step.
type sinking struct {
	model.Engine
	step, at int64
	mark     int64
	looks    []model.Look
}

func (s *sinking) Step(n int) error {
	for range n {
		if s.step++; s.step%physics.LookEvery == 0 {
			s.looks = append(s.looks, model.Look{Step: s.step, Center: model.Vec3{0, 0, -float64(s.step)}})
		}
	}
	return nil
}

func (s *sinking) Finish() error {
	if s.step >= s.at {
		return &physics.DivergedError{Step: s.at}
	}
	return nil
}
func (s *sinking) Read(dst *model.Snapshot) error { dst.Step = s.step; return nil }
func (s *sinking) Watch(int) error                { return nil }
func (s *sinking) Looks([]model.Look) (l []model.Look, err error) {
	l, s.looks = s.looks, nil
	return l, nil
}
func (s *sinking) Mark() error { s.mark = s.step; return nil }
func (s *sinking) Back() error { s.step = s.mark; return nil }

// A run that ends before it would have diverged has not diverged, and a look at a state that
// has diverged ends nothing.
func TestEndBeforeADivergence(t *testing.T) {
	m := modeltest.Single(1, model.Vec3{})
	for _, c := range []struct {
		height float64
		ends   int64
	}{{-25, 30}, {-35, 0}} {
		e := &sinking{at: 35}
		w := must.Get(physics.NewWatch(e, m, nil, physics.Until{Words: []string{physics.Fell}, FallHeight: c.height}, physics.Calm{}))(t)
		done, err := w.Step(e, 100, nil)
		var diverged *physics.DivergedError
		switch {
		case c.ends > 0 && (err != nil || done != c.ends || w.Ended == nil || w.Ended.Step != c.ends || e.step != c.ends):
			t.Errorf("below %g m: %d steps, at %d, %+v, %v; want the end at step %d", c.height, done, e.step, w.Ended, err, c.ends)
		case c.ends == 0 && (!errors.As(err, &diverged) || w.Ended != nil):
			t.Errorf("below %g m: %+v, %v; want a divergence", c.height, w.Ended, err)
		}
	}
}

// Without conditions a Watch only steps.
func TestNothingEndsIt(t *testing.T) {
	e := &sinking{at: 1 << 40}
	w, err := physics.NewWatch(e, modeltest.Single(1, model.Vec3{}), nil, physics.Until{}, physics.Calm{})
	if err != nil || w != nil {
		t.Fatalf("%v, %v", w, err)
	}
	if done, err := w.Step(e, 50, nil); done != 50 || err != nil || e.mark != 0 || w.Calm() != (physics.Calm{}) {
		t.Errorf("%d steps, %v", done, err)
	}
}
