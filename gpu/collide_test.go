package gpu

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/shaders"
)

// crowd is a block of masses that fly at each other, of two bodies, above a ground; the
// springs join some of them.
func crowd(seed uint64, side int) (*model.Model, *model.State, model.Params) {
	r := rand.New(rand.NewPCG(seed, 2))
	m := &model.Model{Name: "crowd", Materials: []model.Material{{}, {Name: "soft", Stiffness: 20, Damping: 0.02}}}
	const pitch = 0.1
	for n := range side * side * side {
		x := model.Vec3{float64(n % side), float64(n / side % side), float64(n / side / side)}.Mul(pitch)
		m.RestPosition = append(m.RestPosition, x.Add(model.Vec3{r.Float64(), r.Float64(), r.Float64()}.Mul(0.02)))
		m.Mass = append(m.Mass, 0.01*(1+r.Float64()))
		m.Radius = append(m.Radius, 0.04+0.008*r.Float64())
		m.Body = append(m.Body, uint16(n/side/side%2))
		m.Pin = append(m.Pin, 0)
		if n%11 == 5 {
			m.Pin[n] = model.PinAll
		}
		if n%11 == 7 {
			m.Pin[n] = model.PinX
		}
		if n%13 == 4 {
			m.Radius[n] = 0
		}
		if n%side > 0 && n%3 > 0 {
			m.Ends = append(m.Ends, model.Ends{uint32(n - 1), uint32(n)})
			m.RestLength = append(m.RestLength, m.RestPosition[n].Sub(m.RestPosition[n-1]).Len())
			m.MaterialOf = append(m.MaterialOf, 1)
		}
	}
	s := m.Start()
	for i := range s.Velocity {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				s.Velocity[i][axis] = 2 * r.NormFloat64()
				s.Position[i][axis] += 0.015 * r.NormFloat64()
			}
		}
	}
	s.RoundToFloat32()
	return m, s, model.Params{DT: 1e-3, Gravity: model.EarthGravity(), DragHalfLife: 0.5,
		Contacts: []model.Contact{model.Ground(0.02, 200, 0.1).WithFriction(0.4, 0.3)},
		Collision: model.Collision{Self: true, Others: true, Skin: 0.02, CheckEvery: 8,
			Bodies: []model.Surface{{Stiffness: 300, DampingRatio: 0.1, StaticFriction: 0.5, KineticFriction: 0.4}, {Stiffness: 200, DampingRatio: 0.2, StaticFriction: 0.3, KineticFriction: 0.2}}}}
}

// without is a run whose masses have no friction with each other.
func without(p model.Params) model.Params {
	bodies := append([]model.Surface(nil), p.Collision.Bodies...)
	for i := range bodies {
		bodies[i].StaticFriction, bodies[i].KineticFriction = 0, 0
	}
	p.Collision.Bodies = bodies
	return p
}

// collisionVariants are ways of stepping that together have each integrator and pipeline.
var collisionVariants = []struct {
	integrator  model.Integrator
	pipeline    string
	hasFriction bool
}{
	{model.SymplecticEuler, options.TwoPass, true},
	{model.SymplecticEuler, options.Fused, false},
	{model.VelocityVerlet, options.Fused, true},
	{model.RK4, options.TwoPass, true},
	{model.ExplicitEuler, options.Fused, true},
}

// Steps with collisions are those of the reference, which looks at all pairs.
func TestCollisionsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state, full := crowd(1, 5)
	for _, v := range collisionVariants {
		if !must.Long() && v.integrator == model.RK4 {
			continue
		}
		p := full
		if !v.hasFriction {
			p = without(full)
		}
		p.Integrator = v.integrator
		worst, motion := againstReference(t, ctx, m, state, p, Options{Pipeline: v.pipeline})
		const tolerance = 3e-7 // positions of 0.5 m in float32: 3e-8 each step
		must.Hold(t, worst <= tolerance && motion >= 1e-3, "%v: %.3g m from the reference, which moved %.3g m", v, worst, motion)
	}
}

// againstReference is how far from the reference an engine is after 4 steps [m], and how far
// that moved.
func againstReference(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, p model.Params, o Options) (worst, motion float64) {
	t.Helper()
	e := must.Get(New(ctx, m, p, o))(t)
	defer e.Close()
	ref := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(state))
	must.Do(t, ref.Reset(state))
	must.Do(t, e.Step(4))
	must.Do(t, ref.Step(4))
	var got, want model.State
	if err := e.Finish(); err != nil { // a fault may throw masses away
		t.Log(err)
		return math.Inf(1), 0
	}
	must.Do(t, e.ReadState(&got))
	must.Do(t, ref.ReadState(&want))
	for i := range want.Position {
		worst = max(worst, want.Position[i].Sub(got.Position[i]).Len())
		motion = max(motion, want.Position[i].Sub(state.Position[i]).Len())
	}
	return worst, motion
}

// Each of these faults in a shader is seen by the comparison with the reference. The short form has the first.
func TestCollisionFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	m, state, p := crowd(1, 5)
	for _, f := range []struct {
		fault, file, old, new string
		integrator            model.Integrator
	}{
		{"sign of friction", "pair_friction.comp", "return -most", "return most", 0},
		{"D for the depth", "pair.glsl", "return reach - distance;", "return reach;", 0},
		{"no damper", "pair.glsl", "t.depth, dot(parting, t.normal))", "t.depth, 0.0)", 0},
		{"count of one", "pair_friction.comp", "float(max(touches[p].entry, touches[q].entry))", "1.0", 0},
		{"no friction at the end", "pair_finish.comp", "FRICTION_REACH * (w - v), w)", "FRICTION_REACH * (w - v), v)", model.VelocityVerlet},
		{"no overlap at rest", "pair.glsl", "reach = min(reach, length(restOf(a) - restOf(b) + (restLowOf(a) - restLowOf(b))));", "", 0},
	} {
		wrong := mutated(t, f.file, f.old, f.new)
		if !takes() {
			continue
		}
		p.Integrator = f.integrator
		worst, _ := againstReference(t, ctx, m, state, p, Options{Shaders: wrong})
		must.Hold(t, worst >= 1e-6, "%s: %.3g m from the reference", f.fault, worst)
	}
}

// slower is a crowd in which many steps are no adventure.
func slower() (*model.Model, *model.State, model.Params) {
	m, s, p := crowd(3, 5)
	p.DT = 2.5e-4
	return m, s, p
}

// bitsOf steps from a state in batches and reads all words of the state.
func bitsOf(t *testing.T, e *Engine, s *model.State, p model.Params, steps, batch int) *model.State {
	t.Helper()
	must.Do(t, e.SetParams(p))
	must.Do(t, e.Reset(s))
	for done := 0; done < steps; done += batch {
		if e.Step(min(batch, steps-done)) != nil {
			break // Finish tells
		}
		e.Submit()
	}
	if err := e.Finish(); err != nil {
		t.Log(err)
		return &model.State{} // no other run ends so
	}
	got := modeltest.State(t, e)
	return &got
}

func sameBits(a, b *model.State) bool {
	return len(a.Position) > 0 && slices.Equal(a.Position, b.Position) && slices.Equal(a.Velocity, b.Velocity)
}

const bitSteps = 60

// skins are how runs with other lists end; the first is that of the parameters.
func skins(t *testing.T, ctx *glx.Context, pipeline string, files fs.FS) (e *Engine, all []*model.State) {
	t.Helper()
	m, s, p := slower()
	e = must.Open(New(ctx, m, p, Options{Pipeline: pipeline, Shaders: files}))(t)
	all = append(all, bitsOf(t, e, s, p, bitSteps, bitSteps))
	for _, skin := range []float64{0.1, 0.4, 2, 1e-4} {
		p.Collision.Skin = skin * 2 * m.LargestRadius()
		p.Collision.CheckEvery = 1
		all = append(all, bitsOf(t, e, s, p, bitSteps, bitSteps))
	}
	return e, all
}

// No bit depends on the skin, which widens where masses move more than half of it within a step,
// on how often lists are looked at, on batches, and on room that was too small at first. Other
// work groups are other programs, and continue from a checkpoint to the same state.
func TestListsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		e, all := skins(t, ctx, pipeline, nil)
		for k, got := range all {
			if !sameBits(all[0], got) {
				t.Errorf("%s: skin %d gives other bits", pipeline, k)
			}
		}
		m, s, p := slower()
		found := must.Get(e.Touching())(t)
		if found.Most < 4 || found.Rebuilds < 1 || e.collisions.pairs.Room() <= 8*int64(m.MassCount()) || found.Repeats == 0 {
			t.Errorf("%s: %+v with room for %d entries; the widest skin needs more than there was at first", pipeline, found, e.collisions.pairs.Room())
		}
		if !sameBits(all[0], bitsOf(t, e, s, p, bitSteps, 1)) { // the same programs
			t.Errorf("%s: steps one by one give other bits", pipeline)
		}
		modeltest.StepFrom(t, e, s, bitSteps/2)
		var c model.Checkpoint
		must.Do(t, e.Save(&c))
		must.Do(t, e.Reset(m.Start()))
		must.Do(t, e.SetWorkGroup(64))
		must.Do(t, e.Restore(&c))
		must.Do(t, e.Step(bitSteps/2))
		got := modeltest.State(t, e)
		must.Be(t, agreement(ctx).Fault(s, all[0], &got), "", "%s: a run from a checkpoint in other work groups", pipeline)
	}
}

// Where cells begin changes no bit: a grid that is shifted by half a cell gives the same sums.
func TestGridShiftedByHalfACell(t *testing.T) {
	ctx := gltest.New(t)
	m, s, p := slower()
	var ends []*model.State
	for _, files := range []fs.FS{nil, mutated(t, "grid.glsl", "floor(x * collision.perCell)", "floor(x * collision.perCell + 0.5)")} {
		e := must.Get(New(ctx, m, p, Options{Pipeline: options.Fused, Shaders: files}))(t)
		ends = append(ends, bitsOf(t, e, s, p, bitSteps, bitSteps))
		e.Close()
	}
	if fault := agreement(ctx).Fault(s, ends[0], ends[1]); fault != "" {
		t.Error("in a grid that is shifted:", fault)
	}
}

// Lists that are not sorted, or that miss a cell, are seen.
func TestBitsSeeLists(t *testing.T) {
	ctx := gltest.New(t)
	for name, f := range map[string][3]string{
		"lists as they come": {"list_near.comp", "FIRST_GAP = 1093u", "FIRST_GAP = 0u"},
		"26 cells":           {"list_near.comp", "n < 27", "n < 26"},
		"lists never old":    {"list_old.comp", "moved > 0.25 * collision.skin", "false"},
	} {
		_, all := skins(t, ctx, options.TwoPass, mutated(t, f[0], f[1], f[2]))
		if sameBits(all[0], all[1]) && sameBits(all[0], all[2]) {
			t.Errorf("%s: no bit differs", name)
		}
	}
}

// A run without collisions compiles the same programs as before there were any.
func TestCollisionsOffLeaveShadersAlone(t *testing.T) {
	_, _, p := crowd(1, 3)
	m, _, _ := crowd(1, 3)
	code := func(p model.Params, file shaders.Name) string {
		defines := append(variantOf(m, p), shaders.Define{Name: "FUSED", Value: "0"}, shaders.Define{Name: "TEXELS", Value: "0"}, shaders.Define{Name: "RANGES", Value: "0"},
			shaders.Define{Name: "FORCE_TEXELS", Value: "0"}, shaders.Define{Name: "NORMALIZED", Value: "0"}, shaders.Define{Name: "STAGE", Value: "4"})
		expanded := must.Get(shaders.Expand(shaders.Files(), string(file), defines...))(t)
		return must.Get(expanded.Compiled())(t)
	}
	off := p
	off.Collision = model.Collision{}
	for _, file := range []shaders.Name{shaders.Integrate, shaders.Kick, shaders.Prime, shaders.Stages} {
		for _, word := range []string{"pushOn(", "setPairVelocity(", "PAIR", "STORAGE_PairVelocity(restrict);"} {
			if contains(code(off, file), word) {
				t.Errorf("%s: without collisions the compiler gets %s", file, word)
			}
		}
		must.Hold(t, contains(code(p, file), "pushOn("), "%s: with collisions it does not get the pushes", file)
	}
}
