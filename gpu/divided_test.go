package gpu

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// repeats says where a case ends with other bits.
func repeats(t *testing.T, ctx *glx.Context, c sweepCase, pipeline string) {
	t.Helper()
	const steps = 9
	after := func(o Options, run func(e *Engine)) (s model.State) {
		o.Pipeline = pipeline
		e := started(t, ctx, c.model, c.params, c.start, o)
		defer e.Close()
		run(e)
		must.Do(t, e.Finish())
		must.Do(t, e.ReadState(&s))
		return s
	}
	want := after(Options{}, func(e *Engine) { must.Do(t, e.Step(steps)) })
	others := map[string]model.State{
		"one by one": after(Options{}, func(e *Engine) {
			for range steps {
				must.Do(t, e.Step(1))
			}
		}),
		"at once": after(Options{}, func(e *Engine) {
			e.ctx.CallAtOnce(true)
			defer e.ctx.CallAtOnce(false)
			must.Do(t, e.Step(steps))
		}),
		"a checkpoint": after(Options{}, func(e *Engine) {
			must.Do(t, e.Step(4))
			var saved model.Checkpoint
			must.Do(t, e.Save(&saved))
			other := started(t, ctx, c.model, c.params, c.start, Options{Pipeline: pipeline})
			must.Do(t, other.Step(2))
			must.Do(t, other.Restore(&saved))
			must.Do(t, other.Step(steps-4))
			must.Do(t, other.Finish())
			must.Do(t, other.Save(&saved))
			must.Do(t, e.Restore(&saved))
		}),
	}
	if must.Long() { // other programs
		others["work groups of 32"] = after(Options{WorkGroup: 32}, func(e *Engine) { must.Do(t, e.Step(steps)) })
	}
	for name, got := range others {
		alike := agreement(ctx)
		alike.Exact = alike.Exact || !strings.HasPrefix(name, "work groups") // the others are the same programs
		must.Be(t, alike.Fault(c.start, &want, &got), "", "%s, %s", c.name, name)
	}
}

// takesParams says where the engine and the reference part after one of some changes of
// parameters, by more than a part of the motion.
func takesParams(t *testing.T, c sweepCase, pipeline string, tolerance float64, changes ...func(p *model.Params)) {
	t.Helper()
	ref := stepped(t, c.model, c.params, c.start, 2)
	e := started(t, gltest.New(t), c.model, c.params, c.start, Options{Pipeline: pipeline})
	must.Do(t, e.Step(2))
	for k, change := range changes {
		change(&c.params)
		must.Do(t, ref.SetParams(c.params))
		must.Do(t, e.SetParams(c.params))
		must.Do(t, ref.Step(2))
		must.Do(t, e.Step(2))
		must.Do(t, e.Finish())
		got := modeltest.State(t, e)
		if off := farthest(ref.State().Position, got.Position) / farthest(ref.State().Position, c.start.Position); !(off <= tolerance) {
			t.Errorf("change %d: %.2g of the motion off the reference", k, off)
		}
	}
	if ran, err := e.StepsRun(); err != nil || ran != int64(2+2*len(changes)) {
		t.Error(fmt.Sprint(ran, err))
	}
}

// spread is a crowd of which a fifth collides, in all ranges, with as many weak springs as divide
// its arrays.
func spread(seed uint64, side int) (*model.Model, *model.State, model.Params) {
	m, s, p := crowd(seed, side)
	m.Materials = append(m.Materials, model.Material{Name: "weak", Stiffness: 0.5})
	for n := range m.MassCount() {
		if x := n % side; x < 5 || x > 7 {
			m.Radius[n] = 0
		}
		for back := 2; back < 9 && back <= n; back++ {
			m.Ends = append(m.Ends, model.Ends{uint32(n - back), uint32(n)})
			m.RestLength = append(m.RestLength, m.RestPosition[n].Sub(m.RestPosition[n-back]).Len())
			m.MaterialOf = append(m.MaterialOf, 2)
		}
	}
	return m, s, p
}

// dividing are limits under which it is divided: passes that look anywhere read texels with the
// first one, and whole storage blocks with the second.
var dividing = []struct{ block, texels int64 }{{49_152, 1 << 27}, {65_536, 512}}

// dividedRun steps a model in ranges, or undivided with a block of 0, and reads all words of the
// state.
func dividedRun(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, o Options, s *model.State, block, texels int64, steps int) *model.State {
	t.Helper()
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	if block > 0 {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = block, texels
	}
	e := must.Get(New(ctx, m, p, o))(t)
	defer e.Close()
	if d := e.plan.division; block > 0 && (d == nil || d.Masses.Number() < 2 || d.AllTexels != (texels > 1<<20)) {
		t.Fatalf("%s %v, blocks of %d bytes: the model is divided as %+v", o.Pipeline, o.Precision, block, d)
	}
	got := bitsOf(t, e, s, p, steps, 5)
	if len(got.Position) == 0 { // a fault may throw masses away
		return got
	}
	if ran, err := e.StepsRun(); err != nil || ran != int64(steps) {
		t.Errorf("%d steps ran, %v", ran, err)
	}
	return got
}

// Masses of different ranges collide: as in an undivided model, and as in the
// reference.
func TestDividedCollisionsStepToTheSameBits(t *testing.T) {
	ctx := gltest.New(t)
	m, state, full := spread(1, 12)
	for k, v := range collisionVariants {
		if !must.Long() && k != 0 && k != 2 { // each pipeline, and each of the limits
			continue
		}
		p := full
		if !v.hasFriction {
			p = without(full)
		}
		p.Integrator, p.Collision.FrictionIterations = v.integrator, 1+k/2%2
		o := Options{Pipeline: v.pipeline}
		want := dividedRun(t, ctx, m, p, o, state, 0, 0, 10)
		limits := dividing[k/2%2]
		got := dividedRun(t, ctx, m, p, o, state, limits.block, limits.texels, 10)
		must.Be(t, agreement(ctx).Fault(state, want, got), "", "%v: other than undivided", v)
		if k > 0 {
			continue
		}
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, ref, state, 10)
		is := modeltest.State(t, ref)
		if off := distance(&is, got); !(off < 1e-6) {
			t.Errorf("%v: %.3g m from the reference", v, off)
		}
	}
}

// distance is the largest distance of a mass in one state from that in another [m].
func distance(a, b *model.State) (far float64) {
	if len(a.Position) != len(b.Position) {
		return math.Inf(1)
	}
	for i, x := range a.Position {
		far = max(far, x.Sub(b.Position[i]).Len())
	}
	return far
}

// Masses that are looked for at the wrong place of another range are seen. The short form has the first.
func TestDividedCollisionFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	m, state, p := spread(1, 12)
	want := dividedRun(t, ctx, m, p, Options{}, state, 0, 0, 5)
	takes := must.Faults()
	for _, c := range []struct{ fault, file, old, new string }{
		{"velocities of the own range", "pair_velocity.glsl", "return rangeOf(i) + i + set * min(", "return i + set * min("},
		{"masses of the first range", "grid.glsl", "return range.force + ", "return "},
		{"all but the last of a range", "grid.glsl", "TAKING_END range.contacts", "TAKING_END (range.contacts - 1u)"},
	} {
		files := mutated(t, c.file, c.old, c.new)
		if !takes() {
			continue
		}
		got := dividedRun(t, ctx, m, p, Options{Shaders: files}, state, dividing[0].block, dividing[0].texels, 5)
		must.Hold(t, agreement(ctx).Fault(state, want, got) != "", "%s: nothing differs", c.fault)
	}
}

// manySpikes are copies of a case of edges and triangles on shapes, each a little faster than the
// one before, with enough loads on all masses that their lists divide the masses, and with weak
// springs across the cloths.
func manySpikes(build func() (*model.Model, model.Params, *model.State), copies, loads int) (*model.Model, model.Params, *model.State) {
	one, p, start := build()
	m, s := *one, *start
	n := uint32(one.MassCount())
	m.RestPosition, m.Mass, m.Pin, m.Triangles = nil, nil, nil, nil
	m.Ends, m.RestLength, m.MaterialOf = nil, nil, nil
	s.Position, s.Velocity = nil, nil
	m.Materials = append(slices.Clone(one.Materials), model.Material{Name: "weak", Stiffness: 0.1})
	var all []uint32
	for k := range uint32(copies) {
		m.RestPosition, m.Mass = append(m.RestPosition, one.RestPosition...), append(m.Mass, one.Mass...)
		m.RestLength, m.MaterialOf = append(m.RestLength, one.RestLength...), append(m.MaterialOf, one.MaterialOf...)
		for _, e := range one.Ends {
			m.Ends = append(m.Ends, model.Ends{e[0] + k*n, e[1] + k*n})
		}
		for i := range uint32(81) {
			for back := uint32(2); back < 21 && back <= i; back++ {
				m.Ends = append(m.Ends, model.Ends{k*n + i - back, k*n + i})
				m.RestLength, m.MaterialOf = append(m.RestLength, one.RestPosition[i].Sub(one.RestPosition[i-back]).Len()), append(m.MaterialOf, uint16(len(one.Materials)))
			}
		}
		for _, t := range one.Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{t[0] + k*n, t[1] + k*n, t[2] + k*n})
		}
		s.Position = append(s.Position, start.Position...)
		for i, v := range start.Velocity {
			m.Pin = append(m.Pin, one.PinOf(i))
			s.Velocity = append(s.Velocity, v.Mul(1+0.03*float64(k)))
			all = append(all, k*n+uint32(i))
		}
	}
	s.RoundToFloat32()
	for range loads {
		p.Forces = append(p.Forces, model.Force{Masses: all, Force: model.Vec3{1e-4, 2e-4, 0}})
	}
	return &m, p, &s
}

// Contacts push edges and triangles of divided models as those of undivided ones, and as in the
// reference.
func TestDividedSpansStepToTheSameBits(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	for k, v := range []struct {
		integrator    model.Integrator
		pipeline      string
		loads         int
		block, texels int64
		build         func() (*model.Model, model.Params, *model.State)
	}{
		{model.SymplecticEuler, options.TwoPass, 12, 16_384, 1 << 27, modeltest.OnSpikes},
		{model.SymplecticEuler, options.TwoPass, 50, 66_560, 1000, modeltest.OnSpikes},
		{model.VelocityVerlet, options.Fused, 12, 16_384, 1 << 27, modeltest.OnSpikesPerMass},
		{model.RK4, options.TwoPass, 50, 66_560, 1000, modeltest.OnSpikes},
	} {
		if k > 0 && os.Getenv("HOOKE_LONG") == "" {
			continue
		}
		m, p, s := manySpikes(v.build, 4, v.loads)
		p.Integrator = v.integrator
		o := Options{Pipeline: v.pipeline}
		want := dividedRun(t, ctx, m, p, o, s, 0, 0, spanSteps)
		got := dividedRun(t, ctx, m, p, o, s, v.block, v.texels, spanSteps)
		must.Be(t, agreement(ctx).Fault(s, want, got), "", "%v: other than undivided", v)
		ref := must.Get(cpuref.New(m, p))(t)
		modeltest.StepFrom(t, ref, s, spanSteps)
		is := modeltest.State(t, ref)
		if off := distance(&is, got); !(off < 2e-6) {
			t.Errorf("%v: %.3g m from the reference", v, off)
		}
		if k > 0 {
			continue
		}
		for name, files := range map[string]fs.FS{
			"corners of the first span": mutated(t, "span_corners.glsl", "return at - 3u * FIRST;", "return at % 3u;"),
			"spans of the first range":  mutated(t, "span.glsl", "span[params.contactCount + s - FIRST]", "span[params.contactCount + s % 64u]"),
		} {
			if !takes() {
				continue
			}
			o.Shaders = files
			if got := dividedRun(t, ctx, m, p, o, s, v.block, v.texels, spanSteps); agreement(ctx).Fault(s, want, got) == "" {
				t.Errorf("%s: nothing differs", name)
			}
		}
	}
}
