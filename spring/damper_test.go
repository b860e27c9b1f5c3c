package spring_test

import (
	"math"
	"testing"

	"hooke/spring"
)

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

// What it replaces depends on dt: the test of the damper can fail.
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
	if steady != 1 {
		t.Errorf("FastExpNeg(0) is %g, want 1", steady)
	}
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
