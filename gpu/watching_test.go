package gpu

import (
	"io/fs"
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// lookTolerance is for a sum in two words of products that are rounded to float32, and for
// a length in float32.
const lookTolerance = 1e-6

// worstLook is by how much looks at a random structure of the given number of masses differ from those
// at the states, relative to the sizes of their numbers.
func worstLook(t *testing.T, ctx *glx.Context, masses int, o Options) (worst float64) {
	t.Helper()
	m, state := motionCase(masses, 2*masses)
	e := must.Get(New(ctx, m, model.Params{DT: 1e-5, Gravity: model.EarthGravity()}, o))(t)
	defer e.Close()
	state.Step, state.Time = 7, 7e-5
	must.Do(t, e.Reset(state))
	must.Do(t, e.Watch(3))
	for _, step := range []int64{9, 12} {
		must.Do(t, e.Step(int(step-7)-int(e.progress.queued)))
		looks := must.Get(e.Looks(nil))(t)
		now := modeltest.State(t, e)
		want := physics.LookAt(m, &now)
		if len(looks) != 1 || looks[0].Step != step || looks[0].Time != want.Time {
			t.Fatalf("looks %+v, want one at step %d, %g s", looks, step, want.Time)
		}
		lo, hi := now.Bounds()
		size := max(lo.Len(), hi.Len())
		worst = max(worst, math.Abs(looks[0].Speed-want.Speed)/want.Speed, looks[0].Center.Sub(want.Center).Len()/size)
	}
	return worst
}

// Looks are those at the states. The short form has one pipeline in turn for each precision.
func TestLooksMatchTheState(t *testing.T) {
	ctx := gltest.New(t)
	for _, masses := range []int{1, 3000} {
		for _, precision := range options.Precisions() {
			for which, pipeline := range []string{TwoPass, Fused} {
				if !must.Long() && (int(precision)+which)%2 == 1 {
					continue
				}
				if worst := worstLook(t, ctx, masses, Options{Precision: precision, Pipeline: pipeline}); !(worst <= lookTolerance) {
					t.Errorf("%d masses, %v, %s: off by %.2g, tolerance %g", masses, precision, pipeline, worst, lookTolerance)
				}
			}
		}
	}
}

// Wrong looks are seen. The short form has the first.
func TestWrongLooksAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	for _, c := range []struct{ file, old, new string }{
		{"look.comp", "real3 moment = mass * positionOf(i);", "real3 moment = positionOf(i);"},
		{"look.comp", "if (isFree(i)) {", "if (true) {"},
		{"look.comp", "FIRST_PART + GROUPS_BEFORE + gl_WorkGroupID.x", "FIRST_PART"},
		{"look.comp", "length(velocityOf(i))", "velocityOf(i).x"},
		{"look.glsl", "!(b.speed <= a.speed)", "b.speed < a.speed"},
		{"look.glsl", "width = WORKGROUP / 2u", "width = WORKGROUP / 4u"},
		{"look_sum.comp", "part < LOOK_PARTS", "part + 1u < LOOK_PARTS"},
	} {
		wrong := mutated(t, c.file, c.old, c.new)
		if !takes() {
			continue
		}
		if worst := worstLook(t, ctx, 3000, Options{Shaders: wrong}); worst <= lookTolerance {
			t.Errorf("%s instead of %s: the comparison does not see it", c.new, c.old)
		}
	}
}

// watched steps a driven structure in batches, and returns its looks and its state after so
// many steps, to the last bit. It goes back from two thirds of the way to a third of it.
func watched(t *testing.T, ctx *glx.Context, integrator model.Integrator, pipeline string, batch int, goesBack bool) ([]model.Look, model.Checkpoint) {
	t.Helper()
	m := gputest.Grid(5, 4, 6)
	p := gputest.PerturbedParams()
	p.Integrator = integrator
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = 1
	}
	p.Actuators = []model.Actuator{{Wave: model.Sine, Amplitude: 0.1, Frequency: 50, HalfLife: 0.01}} // it remembers
	p.Handles = []model.Handle{{Mass: 3, Target: model.Vec3{1, 1, 1}, Stiffness: 10, Damping: 0.1}}
	e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true}))(t)
	defer e.Close()
	must.Do(t, e.Reset(gputest.Moving(m, 5)))
	must.Do(t, e.Watch(10))
	const steps = 90
	var looks []model.Look
	step := func(n int) {
		for n > 0 {
			part := min(n, batch)
			must.Do(t, e.Step(part))
			must.Do(t, e.Finish())
			n -= part
		}
		looks = must.Get(e.Looks(looks))(t)
	}
	step(steps / 3)
	if goesBack {
		must.Do(t, e.Mark())
		seen := len(looks)
		step(steps/3 + 1)
		must.Do(t, e.Back())
		looks = looks[:seen]
	}
	step(steps - steps/3)
	ran := must.Get(e.StepsRun())(t)
	must.Be(t, ran, steps, "%v, %s: the device counted steps", integrator, pipeline)
	var good model.Snapshot
	must.Do(t, e.LastGood(&good))
	var c model.Checkpoint
	must.Do(t, e.Save(&c))
	c.Variant = ""
	return looks, c
}

// sameRun says whether two runs have the same bits.
func sameRun(a, b model.Checkpoint) bool {
	return a.Step == b.Step && a.Time == b.Time && slices.EqualFunc(a.Words, b.Words, func(x, y model.Words) bool { return slices.Equal(x.Data, y.Data) })
}

// Looks do not depend on batches and change nothing, and steps that are taken again from a
// marked state have the same bits, with all that the device counts.
func TestLooksAndTheWayBackChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range []struct {
		integrator model.Integrator
		pipeline   string
	}{{model.SymplecticEuler, TwoPass}, {model.VelocityVerlet, Fused}, {model.RK4, Fused}}[:must.Sized(2, 3)] {
		looks, want := watched(t, ctx, c.integrator, c.pipeline, 1, false)
		if len(looks) != 9 {
			t.Fatalf("%d looks in 90 steps, want 9", len(looks))
		}
		again, got := watched(t, ctx, c.integrator, c.pipeline, 7, true)
		must.Hold(t, slices.Equal(looks, again) && sameRun(got, want), "%v, %s, batches of 7 and a way back: other bits", c.integrator, c.pipeline)
	}
}

// A ring that is full is read, and no look is lost; one that the device did not make is
// reported.
func TestManyLooksAndLostOnes(t *testing.T) {
	ctx := gltest.New(t)
	many := func(files fs.FS) (int, error) {
		m := gputest.Grid(2, 2, 2)
		e := must.Get(New(ctx, m, model.Params{DT: 1e-5}, Options{Shaders: files}))(t)
		defer e.Close()
		must.Do(t, e.Watch(1))
		if err := e.Step(shaders.LookRing + 30); err != nil {
			return 0, err
		}
		looks, err := e.Looks(nil)
		for i, look := range looks {
			if look.Step != int64(i+1) {
				t.Fatalf("look %d is of step %d", i, look.Step)
			}
		}
		return len(looks), err
	}
	if n, err := many(nil); err != nil || n != shaders.LookRing+30 {
		t.Errorf("%d looks, %v; want %d", n, err, shaders.LookRing+30)
	}
	if _, err := many(mutated(t, "look_sum.comp", "looks[0].number = number + 1u;", "looks[0].number = number;")); err == nil {
		t.Error("looks that were lost are not reported")
	}
}
