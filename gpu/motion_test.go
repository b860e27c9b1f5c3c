package gpu

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// motionOf runs the pass motion on a state with poisoned outputs, and says by
// how much it differs from the reference, relative, and whether the mass agrees.
func motionOf(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, o Options) (worst float64, sameMass bool) {
	t.Helper()
	e := must.Get(New(ctx, m, model.Params{DT: 1e-5}, o))(t)
	defer e.Close()
	must.Do(t, e.Reset(state))
	must.Do(t, e.needMotion())
	e.asked.motion.buffer.Fill(pass.NotANumber)
	got := must.Get(e.Motion())(t)
	want := cpuref.MotionOf(m, state.Velocity)
	off := func(got, want float64) float64 {
		if got == want {
			return 0
		}
		return math.Abs(got-want) / math.Abs(want)
	}
	return max(off(got.Kinetic, want.Kinetic), off(got.Impulse, want.Impulse)), got.Mass == want.Mass
}

// motionCase is a random state with unequal speeds.
func motionCase(masses, springs int) (*model.Model, *model.State) {
	m, state := gputest.Random(31, masses, springs)
	for i := range state.Velocity {
		state.Velocity[i] = state.Velocity[i].Mul(1 + float64(i%5))
		if m.PinOf(i) == model.PinAll {
			state.Velocity[i] = model.Vec3{}
		}
	}
	state.RoundToFloat32()
	return m, state
}

// A sum of 256 float32 numbers in pairs and a few operations on each.
const motionTolerance = 1e-6

func TestMotionMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, size := range append(sizes, struct{ masses, springs int }{0, 0}) {
		m, state := motionCase(size.masses, size.springs)
		for _, precision := range options.Precisions() {
			if worst, sameMass := motionOf(t, ctx, m, state, Options{Precision: precision}); !(worst <= motionTolerance) || !sameMass {
				t.Errorf("%d masses, %v: off by %.2g, tolerance %g; same mass: %v", size.masses, precision, worst, motionTolerance, sameMass)
			}
		}
		if worst, sameMass := motionOf(t, ctx, m, m.Start(), Options{}); worst != 0 || !sameMass {
			t.Errorf("%d masses at rest: off by %g, same mass: %v", size.masses, worst, sameMass)
		}
	}
}

// A pass that is wrong in one way each is seen.
func TestWrongMotionShadersAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	m, state := motionCase(1000, 3000)
	for _, c := range []struct{ name, old, new string }{
		{"half the energy", "0.5 * speed * speed", "0.25 * speed * speed"},
		{"velocity, not momentum", "impulse[local] = float(speed / inverseMassOf(i));", "impulse[local] = float(speed);"},
		{"one fold less", "reach = WORKGROUP / 2u", "reach = WORKGROUP / 4u"},
		{"sums only itself", "kinetic[local] += kinetic[other];", ""},
		{"first group only", "motionPart[GROUPS_BEFORE + groupNumber()]", "motionPart[0]"},
	} {
		worst, sameMass := motionOf(t, ctx, m, state, Options{Shaders: mutated(t, "motion.comp", c.old, c.new)})
		if worst <= motionTolerance && sameMass {
			t.Errorf("%s: the comparison does not see it", c.name)
		}
	}
}

// Still stops every mass and moves none, bit for bit, as in the reference; pins stay.
func TestStill(t *testing.T) {
	ctx := gltest.New(t)
	stills := func(files fs.FS) bool {
		m, state := motionCase(700, 2000)
		e := must.Get(New(ctx, m, model.Params{DT: 1e-5}, Options{Shaders: files}))(t)
		defer e.Close()
		must.Do(t, e.Reset(state))
		must.Do(t, e.Still())
		got := modeltest.Snapshot(t, e)
		for i := range got.Position {
			for axis := range 3 {
				if got.Velocity[i][axis] != 0 || got.Position[i][axis] != float32(state.Position[i][axis]) {
					return false
				}
			}
		}
		// One step from rest is the same as from a state at rest: the pins are there.
		must.Do(t, e.Step(1))
		must.Do(t, e.Read(&got))
		clear(state.Velocity)
		want := run(t, ctx, m, model.Params{DT: 1e-5}, state, 1)
		for i := range got.Position {
			if got.Velocity[i] != want.Velocity[i] {
				return false
			}
		}
		return true
	}
	must.Hold(t, stills(nil), "Still leaves a velocity, moves a mass or loses a pin")
	if stills(mutated(t, "still.comp", "if (i < END_OF(params.massCount))", "if (i + 1u < END_OF(params.massCount))")) {
		t.Error("a mass that goes on moving is not seen")
	}
	must.Hold(t, !stills(mutated(t, "still.comp", "setVelocity(i, real3(0.0));", "velocity[i] = vec4(0.0);")), "a lost pin is not seen")
}

// StillHalfway stops every mass halfway along its last step, as in the reference, in every precision. Pinned
// masses keep their bits.
func TestStillHalfwayMatchesReference(t *testing.T) {
	ctx := gltest.New(t)
	const dt = 0.01
	off := func(files fs.FS, precision options.Precision) (worst float64) {
		m, state := motionCase(700, 2000)
		e := must.Get(New(ctx, m, model.Params{DT: dt}, Options{Shaders: files, Precision: precision}))(t)
		defer e.Close()
		reference := must.Get(cpuref.New(m, model.Params{DT: dt}))(t)
		must.Do(t, e.Reset(state))
		must.Do(t, reference.Reset(state))
		must.Do(t, e.StillHalfway())
		must.Do(t, reference.StillHalfway())
		got := modeltest.Snapshot(t, e)
		for i, x := range reference.State().Position {
			for axis := range 3 {
				worst = max(worst, math.Abs(float64(got.Position[i][axis])-x[axis])/(1+math.Abs(x[axis])), math.Abs(float64(got.Velocity[i][axis])))
			}
			if now := got.Position[i]; m.PinOf(i) == model.PinAll && (model.Vec3{float64(now[0]), float64(now[1]), float64(now[2])}) != state.Position[i] {
				t.Errorf("%v: mass %d is pinned and moves", precision, i)
			}
		}
		return worst
	}
	const tolerance = 1.2e-7 // two roundings
	for _, precision := range options.Precisions() {
		if worst := off(nil, precision); worst > tolerance {
			t.Errorf("%v: off by %.3g m, tolerance %g", precision, worst, tolerance)
		}
		for _, c := range [][2]string{{"-0.5 * DT", "-DT"}, {"-0.5 * DT", "0.5 * DT"}, {"setVelocity(i, real3(0.0));", ""}} {
			if off(mutated(t, "still_halfway.comp", c[0], c[1]), precision) <= tolerance {
				t.Errorf("%v: %q for %q is not seen", precision, c[1], c[0])
			}
		}
	}
}

// gatherFaults counts numbers of copies that are not those of the state at their step, of which the given number of are queued before the first is taken.
func gatherFaults(t *testing.T, ctx *glx.Context, o Options, ahead int) (faults int) {
	t.Helper()
	m := gputest.Grid(6, 6, 60)
	e := must.Get(New(ctx, m, gputest.PerturbedParams(), o))(t)
	defer e.Close()
	var masses []uint32
	draw := rand.New(rand.NewPCG(3, 4))
	for i := range m.MassCount() {
		if i > 1500 || draw.IntN(7) == 0 {
			masses = append(masses, uint32(i))
		}
	}
	must.Do(t, e.GatherFrom(masses, ahead))
	states := make([]model.State, 2*ahead+1)
	take := func(want *model.State) {
		var got model.State
		must.Do(t, e.Gathered(&got))
		if got.Step != want.Step || got.Time != want.Time || len(got.Position) != len(masses) || len(got.Velocity) != len(masses) {
			t.Fatalf("a copy of step %d, %g s and %d masses, want %d, %g, %d", got.Step, got.Time, len(got.Position), want.Step, want.Time, len(masses))
		}
		for k, i := range masses {
			if got.Position[k] != want.Position[i] || got.Velocity[k] != want.Velocity[i] {
				faults++
			}
		}
	}
	for n := range states {
		must.Do(t, e.Step(3))
		must.Do(t, e.Gather())
		must.Do(t, e.ReadState(&states[n]))
		if n >= ahead-1 {
			take(&states[n-ahead+1])
		}
	}
	for _, left := range states[len(states)-ahead+1:] {
		take(&left)
	}
	if err := e.Gathered(&model.State{}); err == nil {
		t.Error("a copy that nobody queued is taken")
	}
	return faults
}

// Copies of chosen masses have the bits of the state, in all precisions, pipelines and of divided arrays, in the order in which they
// were queued; a pass that copies other records is found. The short form has each precision, and divided
// arrays in single and in double.
func TestGatheredMotionIsThatOfTheState(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	for which, pipeline := range []string{TwoPass, Fused} {
		for _, precision := range options.Precisions() {
			for k, block := range []int64{whole.StorageBlockBytes, 16_384} {
				turn := precision == options.Single && which != k || precision == options.Compensated && which+k == 0 || precision == options.Double && which+k == 2
				if precision == options.Compensated && k == 1 || !turn && !must.Long() {
					continue
				}
				ctx.Limits.StorageBlockBytes = block
				if faults := gatherFaults(t, ctx, Options{Pipeline: pipeline, Precision: precision}, 1+len(pipeline)%3); faults != 0 {
					t.Errorf("%s, %v, blocks of %d bytes: %d masses differ", pipeline, precision, block, faults)
				}
				ctx.Limits = whole
			}
		}
	}
	for _, mutant := range [][2]string{{"= position[incidence[k].entry]", "= position[k]"}, {"k < uint(POSITIONS)", "k <= uint(POSITIONS)"}, {"= velocity[incidence[k].entry]", "= velocity[incidence[k - 1u].entry]"}} {
		wrong := mutated(t, "gather.comp", mutant[0], mutant[1])
		must.Hold(t, !takes() || gatherFaults(t, ctx, Options{Shaders: wrong}, 2) != 0, "%q is not seen", mutant[1])
	}
}
