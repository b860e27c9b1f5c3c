package model

import (
	"math"
	"testing"
)

// Gusts are the same for the same seed, differ for another, stay within their
// bounds and average to nothing: the mean of 10⁵ independent strengths, each
// uniform from −1 to 1 at its place, has a standard deviation of 0.0018.
func TestGusts(t *testing.T) {
	w := Wind{Velocity: Vec3{3, 0, 4}, Gust: 0.4, GustTime: 2, Seed: 7, Drag: 1}
	const cells, each = 100_000, 4
	low, high, sum, differ := math.Inf(1), math.Inf(-1), 0.0, 0
	other := w
	other.Seed = 8
	for i := range cells * each {
		at := float64(i) * w.GustTime / each
		u := w.At(at)
		if u != w.At(at) {
			t.Fatalf("the wind at %g s is not the same twice", at)
		}
		if u != other.At(at) {
			differ++
		}
		if math.Abs(u[0]*4-u[2]*3) > 1e-12 || u[1] != 0 {
			t.Fatalf("at %g s the wind turned to %v", at, u)
		}
		low, high, sum = min(low, u.Len()), max(high, u.Len()), sum+u.Len()
	}
	if low < 3 || high > 7 || low > 3.01 || high < 6.99 {
		t.Errorf("from %g to %g m/s, want from 3 to 7", low, high)
	}
	if mean := sum / (cells * each); math.Abs(mean-5) > 4*0.0018*0.4*5 {
		t.Errorf("mean %g m/s, want 5", mean)
	}
	if differ < cells*each*99/100 {
		t.Errorf("another seed differs at %d of %d times", differ, cells*each)
	}
	// Known values, which no change may move: runs must be repeatable for years.
	if got := noise(7, 0.5); math.Abs(got-(gustAt(7, 0)+gustAt(7, 1))/2) > 1e-15 {
		t.Errorf("half way between two strengths there is %g", got)
	}
	if got, want := gustAt(7, 0), knownGust; got != want {
		t.Errorf("the first strength of seed 7 is %.17g, want %.17g", got, want)
	}
	if w.Gust = 0; w.At(3) != w.Velocity {
		t.Error("without gusts the wind is not steady")
	}
}

// knownGust is gustAt(7, 0), by splitmix64 in exact integers.
const knownGust = 0.662884738834657

// The wind has no steps and no kinks: neither value nor slope jumps between
// cells.
func TestGustsAreSmooth(t *testing.T) {
	const d = 1e-6
	for cell := range 100 {
		x := float64(cell)
		before := (noise(1, x) - noise(1, x-d)) / d
		after := (noise(1, x+d) - noise(1, x)) / d
		if math.Abs(before) > 1e-4 || math.Abs(after) > 1e-4 {
			t.Errorf("slopes %g and %g at %g, want 0", before, after, x)
		}
	}
}

// Without a density the air is that of a mild day at sea level; a given one
// counts.
func TestDensityOfAir(t *testing.T) {
	for given, want := range map[float64]float64{0: 1.2, 1e-3: 1e-3, 1000: 1000} {
		if got := (Wind{AirDensity: given, Drag: 1}).Density(); got != want {
			t.Errorf("air density %g: %g kg/m³, want %g", given, got, want)
		}
	}
}
