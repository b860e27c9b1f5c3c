package spring_test

import (
	"fmt"
	"math"
	"testing"

	"hooke/memory/memorytest"
	"hooke/spring"
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
		if states[i] != want[i] {
			t.Errorf("spring %d is %+v, want %+v", i, states[i], want[i])
		}
	}
}

// Follow integrates the moving goal; and keeps on it what is on it.
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
