package gpu

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// meetRun returns the state after steps that are taken in some calls, in turn, and how often lists were made and steps
// taken again.
func meetRun(t *testing.T, o Options, m *model.Model, p model.Params, start *model.State, calls ...int) (model.State, model.Touching) {
	t.Helper()
	e := must.Open(New(gltest.New(t), m, p, o))(t)
	must.Do(t, e.Reset(start))
	for _, n := range calls {
		must.Do(t, e.Step(n))
		must.Do(t, e.Finish())
	}
	var s model.State
	must.Do(t, e.ReadState(&s))
	return s, must.Get(e.Touching())(t)
}

func sameState(a, b model.State) bool {
	return slices.Equal(a.Position, b.Position) && slices.Equal(a.Velocity, b.Velocity)
}

// Two runs have the same bits, also in other calls and with other skins: no result depends on when lists are made. The short form
// has one pipeline.
func TestListsOfPartsChangeNoBit(t *testing.T) {
	for _, pipeline := range meetPipelines[:must.Sized(1, 2)] {
		m, p, start := modeltest.Strewn()
		want, _ := meetRun(t, Options{Pipeline: pipeline}, m, p, start, 100)
		for _, c := range []struct {
			name  string
			skin  float64
			calls []int
			made  int64 // least number of lists
		}{{"again", p.Collision.Skin, []int{100}, 1}, {"in other calls", p.Collision.Skin, []int{1, 3, 36, 60}, 1}, {"a thin skin", 0.0006, []int{100}, 6}} {
			p.Collision.Skin = c.skin
			got, counts := meetRun(t, Options{Pipeline: pipeline}, m, p, start, c.calls...)
			must.Hold(t, sameState(got, want), "%s, %s: other bits", pipeline, c.name)
			must.Hold(t, counts.Rebuilds >= c.made && counts.Rebuilds < 100, "%s, %s: %d lists were made", pipeline, c.name, counts.Rebuilds)
		}
	}
}

// Steps in which masses move farther than a list holds for are taken again, and no touch is missed, also where a mass moves farther than the
// skin within a step. A watch that sees nothing misses it.
func TestNoTouchIsMissed(t *testing.T) {
	m, p, start := modeltest.CrossedSprings(model.Surface{})
	start.Velocity[2][2], start.Velocity[3][2] = -20, -20
	p.Collision.Skin = 1e-4
	const steps = 500
	want, counts := meetRun(t, Options{}, m, p, start, steps)
	must.Hold(t, want.Velocity[0][2] < -1, "the spring that was hit has %g m/s", want.Velocity[0][2])
	must.Hold(t, counts.Repeats > 0, "no step was taken again")
	p.Collision.Skin = 0.02
	wide, _ := meetRun(t, Options{}, m, p, start, steps)
	must.Hold(t, sameState(wide, want), "another skin, other bits")
	p.Collision.Skin = 1e-4
	blind := Options{Shaders: gltest.Mutated(t, "meet_watch.comp", "if (whole > meetStatus[0].moved)", "if (false)")}
	missed, _ := meetRun(t, blind, m, p, start, steps)
	must.Hold(t, missed.Velocity[0][2] == 0, "a watch that sees nothing: %g m/s", missed.Velocity[0][2])
}

// A mass that moves farther within a step than lists may reach ends the run, at the state before that step.
func TestPartsTooFastForLists(t *testing.T) {
	m, p, start := modeltest.CrossedSprings(model.Surface{})
	start.Velocity[2][2], start.Velocity[3][2] = -1e5, -1e5
	e := must.Open(New(gltest.New(t), m, p, Options{}))(t)
	must.Do(t, e.Reset(start))
	err := errors.Join(e.Step(10), e.Finish())
	var found *physics.CollisionError
	must.Hold(t, errors.As(err, &found) && found.Step == 1 && strings.Contains(err.Error(), "give a smaller dt"), "%v", err)
	var s model.State
	must.Do(t, e.ReadState(&s))
	must.Be(t, s.Step, int64(0), "steps done")
}

// Lists grow where more pairs are near than there was room for.
func TestListsOfPartsGrow(t *testing.T) {
	m, p, start := modeltest.Strewn()
	p.Collision.Skin = 0.3 // almost all parts are near
	wide, _ := meetRun(t, Options{}, m, p, start, 20)
	p.Collision.Skin = 0.02
	want, _ := meetRun(t, Options{}, m, p, start, 20)
	must.Hold(t, sameState(wide, want), "other bits with long lists")
}

// A divergence among parts that collide ends the run with its step.
func TestPartsThatDiverge(t *testing.T) {
	m, p, start := modeltest.Strewn()
	p.DT *= 60
	e := must.Open(New(gltest.New(t), m, p, Options{}))(t)
	must.Do(t, e.Reset(start))
	err := errors.Join(e.Step(400), e.Finish())
	var diverged *physics.DivergedError
	var collided *physics.CollisionError
	must.Hold(t, errors.As(err, &diverged) || errors.As(err, &collided), "%v; want a divergence", err)
}

// New parameters act from the next step on, and make no list where collisions stay. Other passes need another engine.
func TestPartsTakeParams(t *testing.T) {
	m, p, start := modeltest.Strewn()
	e := must.Open(New(gltest.New(t), m, p, Options{}))(t)
	must.Do(t, e.Reset(start))
	must.Do(t, e.Step(40))
	soft := p.Clone()
	for b := range soft.Collision.Bodies {
		soft.Collision.Bodies[b].Stiffness /= 2
	}
	lists := must.Get(e.Touching())(t).Rebuilds
	must.Do(t, e.SetParams(p))
	must.Do(t, e.Step(1))
	must.Be(t, must.Get(e.Touching())(t).Rebuilds, lists, "lists made after parameters that leave collisions as they are")
	half := must.Get(e.Energy())(t).Contact
	must.Do(t, e.SetParams(soft))
	must.Near(t, must.Get(e.Energy())(t).Contact, half/2, 1e-6*half, "half as stiff: energy in contacts [J]")
	for b := range soft.Collision.Bodies {
		soft.Collision.Bodies[b].StaticFriction, soft.Collision.Bodies[b].KineticFriction = 0, 0
	}
	must.Hold(t, e.SetParams(soft) != nil, "friction ended")
	masses := p.Clone()
	masses.Collision.Touches = model.CollidingSprings
	must.Hold(t, e.SetParams(masses) != nil, "other parts touch")
}

// A model whose arrays are longer than a storage block is refused with the numbers, and not divided.
func TestPartsAreNotDivided(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	ctx.Limits.StorageBlockBytes = 8192
	m, p, _ := modeltest.Strewn()
	_, err := New(ctx, m, p, Options{})
	must.Hold(t, errors.Is(err, limits.ErrTooLarge) && strings.Contains(err.Error(), "collisions of springs and triangles of 101 masses"), "%v", err)
}

// The engine reports the memory of lists as they have grown, array by array.
func TestMemoryFollowsLists(t *testing.T) {
	m, s, p := slower()
	p.Collision.Skin, p.Collision.CheckEvery = 4*m.LargestRadius(), 1
	parts, q, start := modeltest.Strewn()
	q.Collision.Skin = 0.3
	for name, c := range map[string]struct {
		m *model.Model
		p model.Params
		s *model.State
	}{"PairList": {m, p, s}, "MeetPair": {parts, q, start}} {
		ctx := gltest.New(t)
		e := must.Open(New(ctx, c.m, c.p, Options{}))(t)
		before := e.Memory()
		modeltest.StepFrom(t, e, c.s, 2)
		must.Do(t, e.Finish())
		for _, size := range ranges.Sizes(e.counts()) {
			if size.Name == name {
				must.Be(t, size.Bytes, ctx.Allocated()["hooke."+name], "bytes of %s", name)
			}
		}
		must.Hold(t, e.Memory() > before, "%s: %d bytes, and %d before its lists grew", name, e.Memory(), before)
	}
}
