package gpu

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

func variantOf(m *model.Model, p model.Params) []shaders.Define {
	return settings.Variant(m, p, options.Single)
}

// colliding has every mass of a grid with a radius of half its pitch.
func colliding(m *model.Model) (*model.Model, model.Params) {
	for range m.MassCount() {
		m.Radius = append(m.Radius, 0.05)
	}
	return m, model.Params{DT: 1e-3, Collision: model.Collision{Self: true, Skin: 0.02, CheckEvery: 8,
		Bodies: []model.Surface{{Stiffness: 300, DampingRatio: 0.1, StaticFriction: 0.3, KineticFriction: 0.3}}}}
}

// A flat cloth has empty lists: neighbors are excluded by their rest distance, the next ones are
// too far away. So collisions change no number of it.
func TestFlatClothFeelsNoCollision(t *testing.T) {
	ctx := gltest.New(t)
	m, p := colliding(gputest.Grid(14, 14, 1))
	p.Gravity = model.Vec3{0, 0, -9.81}
	var ends []model.State
	for _, c := range []model.Collision{p.Collision, {}} {
		p.Collision = c
		e := must.Get(New(ctx, m, p, Options{Pipeline: options.Fused}))(t)
		must.Do(t, e.Step(100))
		var s model.State
		must.Do(t, e.Finish())
		must.Do(t, e.ReadState(&s))
		ends = append(ends, s)
		e.Close()
	}
	if fault := agreement(ctx).Fault(m.Start(), &ends[0], &ends[1]); fault != "" {
		t.Error("a flat cloth falls otherwise with collisions:", fault)
	}
}

// A common motion ages no list: a body that falls from 100 m makes lists as often as one at
// rest. Control: motion that is not judged against the body's own.
func TestFreeFallMakesNoLists(t *testing.T) {
	ctx := gltest.New(t)
	m, p := colliding(gputest.Grid(4, 4, 4))
	high := m.Start()
	for i := range high.Position {
		high.Position[i][2] += 100
	}
	rebuilds := func(gravity float64, o Options) int64 {
		p.Gravity = model.Vec3{0, 0, gravity}
		e := must.Get(New(ctx, m, p, o))(t)
		defer e.Close()
		modeltest.StepFrom(t, e, high, 300)
		must.Do(t, e.Finish())
		found := must.Get(e.Touching())(t)
		return found.Rebuilds
	}
	if rest, fall := rebuilds(0, Options{}), rebuilds(-9.81, Options{}); rest != fall || rest != 1 {
		t.Errorf("lists were made %d times at rest and %d times falling", rest, fall)
	}
	absolute := Options{Shaders: mutated(t, "list_old.comp", " - wayOf(collision.others != 0u ? 0u : ball[p].reference)", "")}
	if fall := rebuilds(-9.81, absolute); fall < 10 {
		t.Errorf("without a reference lists are made %d times", fall)
	}
}

// Unsupported collisions are refused with an error that says which setting to change.
func TestCollisionsRefuse(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	m, p := colliding(gputest.Grid(6, 6, 60))
	for _, l := range []struct {
		block, texels int64
		want          string
	}{{16_384, 1 << 27, "Ball needs 86400 bytes, allowed 16384"}, {60_000, 4000, "read 4320 vectors, allowed 4000"}} {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = l.block, l.texels
		_, err := New(ctx, m, p, Options{})
		if !errors.Is(err, limits.ErrTooLarge) || !strings.Contains(err.Error(), "collisions of 2160 masses") || !strings.Contains(err.Error(), l.want) {
			t.Errorf("blocks of %d bytes, %d texels: %v", l.block, l.texels, err)
		}
	}
	ctx.Limits = whole

	m, p = colliding(gputest.Grid(300, 1, 1))
	crowded, fast := m.Start(), m.Start()
	for i := range crowded.Position {
		crowded.Position[i] = model.Vec3{0.001 * float64(i%7), 0, 0}
		fast.Velocity[i][1] = 200 * float64(i%2)
	}
	e := must.Open(New(ctx, m, p, Options{}))(t)
	for want, s := range map[string]*model.State{"share a bucket": crowded, "give a smaller dt": fast} {
		modeltest.StepFrom(t, e, s, 1)
		var fault physics.StateError
		if err := e.Finish(); !errors.As(err, &fault) || fault.AtStep() != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error of step 1 with %q, got %v", want, err)
		}
		good := modeltest.State(t, e)
		if good.Step != 0 || good.Position[1].Sub(s.Position[1]).Len() > 1e-6 && want == "give a smaller dt" {
			t.Errorf("%s: the state afterwards is that of step %d", want, good.Step)
		}
		must.Hold(t, e.Step(1) != nil, "%s: steps go on", want)
	}
	modeltest.StepFrom(t, e, m.Start(), 10)
	must.Do(t, e.Finish())

	p.Collision.FrictionIterations = 3
	if err := e.SetParams(p); err == nil {
		t.Error("friction is evaluated otherwise from now on")
	}
}

// The cost model knows the passes of collisions, with every buffer that they bind.
func TestTrafficKnowsCollisions(t *testing.T) {
	ctx := gltest.New(t)
	m, _, p := crowd(1, 3)
	e := must.Open(New(ctx, m, p, Options{Timers: true}))(t)
	small := []string{"Status", "PairStatus"}
	for _, p := range append(e.collisions.pairs.InStep(), e.collisions.pairs.Passes()[0]) {
		moved := e.trafficRun().Moves(p.Name)
		for _, slot := range p.Storage {
			name := strings.TrimPrefix(slot.Buffer.Label(), "hooke.")
			if _, known := moved[name]; !known && !slices.Contains(small, name) {
				t.Errorf("the cost model does not know that %s binds %s", p.Name, name)
			}
		}
	}
	seen := 0
	for _, pass := range e.Traffic() {
		if strings.HasPrefix(pass.Pass, "pair-") && pass.Bytes > 0 {
			seen++
		}
	}
	must.Do(t, e.Step(20))
	must.Do(t, e.Finish())
	times := e.PassTimes()
	for _, name := range []string{"list-old", "grid-count", "list-fill", "pair-force", "pair-friction", "pair-finish"} {
		must.Hold(t, times[name] > 0, "pass %s was not timed: %v", name, times)
	}
	if plan, err := PlanLayout(m, p, Options{}); err != nil || seen != 3 || e.Memory() <= ranges.Memory(CountsOf(m, model.Params{}, Options{})) || plan.Memory == 0 {
		t.Errorf("%d passes of collisions in the traffic, memory %d, plan %v", seen, e.Memory(), err)
	}
}
