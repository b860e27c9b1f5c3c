package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/machine/memory/memorytest"
	"hooke/model/spring"
	"hooke/must"
)

// A 3-vector moves as its three numbers do, bit for bit.
func TestVectorsMoveByComponent(t *testing.T) {
	step := spring.Exact(30, 2, 0.1)
	x := spring.State[vec3]{Position: vec3{1, -2, 3}, Velocity: vec3{0.5, 0, -4}}
	goal := spring.State[vec3]{Position: vec3{0, 7, 2}, Velocity: vec3{0.1, -0.2, 0.3}}
	got, followed := spring.Apply(step, x, goal), spring.Follow(step, x, goal)
	for axis := range 3 {
		one := number{x.Position[axis], x.Velocity[axis]}
		to := number{goal.Position[axis], goal.Velocity[axis]}
		if want := spring.Apply(step, one, to); got.Position[axis] != want.Position || got.Velocity[axis] != want.Velocity {
			t.Errorf("axis %d: applied %g, %g, want %+v", axis, got.Position[axis], got.Velocity[axis], want)
		}
		if want := spring.Follow(step, one, to); followed.Position[axis] != want.Position || followed.Velocity[axis] != want.Velocity {
			t.Errorf("axis %d: followed %g, %g, want %+v", axis, followed.Position[axis], followed.Velocity[axis], want)
		}
	}
}

// The special forms are the general one at their values.
func TestSpecialForms(t *testing.T) {
	const h, dt = 0.4, 0.13
	d := spring.DampingFromHalfLife(h)
	x := number{0.3, -2}
	nearState(t, "simple", spring.Simple(x, 1.5, h, dt), reference(x, number{1.5, 0}, d*d/4, d, dt), exactTolerance, 5, d)
	nearState(t, "decay", spring.Decay(spring.Critical(h, dt), x), reference(x, number{}, d*d/4, d, dt), exactTolerance, 5, d)

	// Half-life 0 arrives at once; +Inf goes straight on.
	nearState(t, "half-life 0", spring.Simple(x, 1.5, 0, 1e-6), number{1.5, 0}, 1e-15, 1, 1)
	nearState(t, "half-life ∞", spring.Simple(x, 1.5, math.Inf(1), 2), number{0.3 - 4, -2}, 1e-15, 4, 1)
	nearState(t, "half-life 0, dt 0", spring.Simple(x, 1.5, 0, 0), x, 1e-15, 1, 1)
}

// Many at once are the same as one by one.
func TestApplyEach(t *testing.T) {
	step := spring.Exact(30, 2, 0.1)
	states := []number{{1, 2}, {3, 4}, {5, 6}}
	goals := []number{{0, 0}, {1, 0}, {2, 1}}
	want := []number{spring.Apply(step, states[0], goals[0]), spring.Apply(step, states[1], goals[1]), spring.Apply(step, states[2], goals[2])}
	spring.ApplyEach(step, states, goals)
	for i := range want {
		must.Be(t, states[i], want[i], "spring %d", i)
	}
}

// Follow integrates the moving goal, and keeps a mass on it that is there.
func TestFollow(t *testing.T) {
	x, goal := number{0.3, -2}, number{1.5, 0.7}
	for _, c := range []struct{ s, d float64 }{{100, 4}, {25, 10}, {9, 10}, {0, 3}} {
		want := rungeKutta(x, 2, 20000, func(t, p, v float64) float64 {
			return c.s*(goal.Position+goal.Velocity*t-p) + c.d*(goal.Velocity-v)
		})
		got := spring.Follow(spring.Exact(c.s, c.d, 2), x, goal)
		nearState(t, fmt.Sprint(c), got, want, 1e-12, 5, 10) // as the references agree

		on := spring.Follow(spring.Exact(c.s, c.d, 2), goal, goal)
		nearState(t, fmt.Sprint(c, " on the goal"), on, number{1.5 + 2*0.7, 0.7}, 1e-15, 3, 1)
	}
}

// Nothing is allocated, for numbers and for vectors: transitions are meant for
// many springs per frame.
func TestStepsDoNotAllocate(t *testing.T) {
	step := spring.Exact(30, 2, 0.1)
	x, goal := spring.State[vec3]{Position: vec3{1, 2, 3}}, spring.State[vec3]{}
	y, to := number{1, 2}, number{3, 4}
	if n := memorytest.Allocations(100, func() {
		x = spring.Apply(step, x, goal)
		x = spring.Follow(step, x, goal)
		y = spring.Apply(step, y, to)
	}); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

func BenchmarkApplyVec3(b *testing.B) {
	step := spring.Exact(30, 2, 0.1)
	x, goal := spring.State[vec3]{Position: vec3{1, 2, 3}}, spring.State[vec3]{}
	for b.Loop() {
		x = spring.Apply(step, x, goal)
	}
}

func BenchmarkExact(b *testing.B) {
	for b.Loop() {
		spring.Exact(30, 2, 0.1)
	}
}

// A damper halves its distance every half-life, at any frame rate.
func TestDamper(t *testing.T) {
	for _, c := range []struct {
		what          string
		halfLife, dt  float64
		distanceAfter float64 // of 8
	}{
		{"one half-life", 0.2, 0.2, 4},
		{"three half-lives", 0.2, 0.6, 1},
		{"half a half-life", 0.2, 0.1, 8 / math.Sqrt2},
		{"dt = 0", 0.2, 0, 8},
		{"dt = ∞", 0.2, math.Inf(1), 0},
		{"half-life 0", 0, 1e-9, 0},
		{"half-life ∞", math.Inf(1), 1e9, 8},
	} {
		near(t, c.what, spring.Damper(-5.0, 3.0, c.halfLife, c.dt), 3-c.distanceAfter, 1e-15, 8)
	}

	small := vec3{8, 0, -1}
	goal := vec3{1, 2, 3}
	for range 1000 {
		small = spring.Damper(small, goal, 0.3, 0.001)
	}
	nearVec(t, "1,000 small steps", small, spring.Damper(vec3{8, 0, -1}, goal, 0.3, 1), 1e-13, 8) // 1,000 roundings of 1e-16
}

// The replaced method depends on dt: the test of the damper can fail.
func TestNaiveDamperDependsOnStep(t *testing.T) {
	naive := func(n int) float64 {
		x, rate, dt := 1.0, math.Ln2/0.3, 1/float64(n)
		for range n {
			x -= x * rate * dt
		}
		return x
	}
	exact := spring.Damper(1.0, 0, 0.3, 1)
	if off := math.Abs(naive(10)-exact) / exact; off < 0.2 {
		t.Errorf("ten naive steps are within %g of the damper; the comparison is blind", off)
	}
}

// The stated error of the approximation is the largest, and is reached: a scan
// finds it to its last stated digit.
func TestFastExpNegError(t *testing.T) {
	largest, relative := 0.0, 0.0
	steady := spring.FastExpNeg(0)
	must.Be(t, steady, 1, "FastExpNeg(0)")
	for i := 1; i <= 200000; i++ {
		x := float64(i) * 1e-4 // to 20, past which both are below 1e-3
		fast, exact := spring.FastExpNeg(x), math.Exp(-x)
		if fast >= steady || fast <= 0 {
			t.Fatalf("FastExpNeg(%g) is %g after %g: it must decay", x, fast, steady)
		}
		steady = fast
		largest = math.Max(largest, math.Abs(fast-exact))
		if x <= 1 {
			relative = math.Max(relative, math.Abs(fast-exact)/exact)
		}
	}
	near(t, "largest error", largest, spring.FastExpNegError, 1e-8, 1) // the grid of 1e-4 misses the peak by that
	near(t, "largest relative error to 1", relative, 0.00121, 5e-6, 1)
}
