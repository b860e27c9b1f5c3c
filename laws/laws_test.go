package laws_test

import (
	"math"
	"testing"

	"hooke/laws"
	"hooke/must"
	"hooke/order/random"
)

// The force of a spring with a damper, of a cable that is taut, that is slack, and that would push.
func TestForcesByHand(t *testing.T) {
	spring := laws.Spring[float64]{Stiffness: 100, Damping: 2}
	cable := spring
	cable.TensionOnly = true
	for _, c := range []struct {
		name          string
		law           laws.Spring[float64]
		stretch, rate float64
		force, taken  float64 // of the whole, and of the damper
		energy        float64
	}{
		{"stretched, parting", spring, 0.1, 3, 16, 6, 0.5},
		{"short, parting", spring, -0.1, 3, -4, 6, 0.5},
		{"taut cable", cable, 0.1, 3, 16, 6, 0.5},
		{"taut cable that closes fast", cable, 0.1, -30, 0, -10, 0.5},
		{"slack cable", cable, -0.1, 30, 0, 0, 0},
		{"cable at its rest length", cable, 0, 30, 0, 0, 0},
	} {
		elastic, damper := laws.PartsOf(c.law, c.stretch, c.rate)
		if got := laws.PullOf(c.law, c.stretch, c.rate); math.Abs(got-c.force) > 1e-12 || math.Abs(elastic+damper-c.force) > 1e-12 || math.Abs(damper-c.taken) > 1e-12 {
			t.Errorf("%s: %v N, of which the spring %v and the damper %v; want %v, the damper %v", c.name, got, elastic, damper, c.force, c.taken)
		}
		must.Near(t, laws.Stored(c.law, c.stretch), c.energy, 1e-12, "%s, in J", c.name)
	}
}

// DampingOf is the slope of the force by the rate, where the force is not cut off.
func TestDampingIsASlope(t *testing.T) {
	for _, law := range []laws.Spring[float64]{{Stiffness: 50, Damping: 3}, {Stiffness: 50, Damping: 3, TensionOnly: true}} {
		for _, stretch := range []float64{-0.2, 0.3} {
			const h = 1e-3
			slope := (laws.PullOf(law, stretch, 1+h) - laws.PullOf(law, stretch, 1-h)) / (2 * h)
			if got := laws.DampingOf(law, stretch); math.Abs(got-slope) > 1e-9 {
				t.Errorf("%+v stretched by %v m: %v N·s/m, and the slope is %v", law, stretch, got, slope)
			}
		}
	}
}

// A contact pushes with kc δ less its damper's force, and never holds.
func TestPushesByHand(t *testing.T) {
	for _, c := range []struct{ depth, leaving, want float64 }{{0.01, -2, 14}, {0.01, 1, 8}, {0.01, 9, 0}, {0, -2, 0}, {-0.01, -2, 0}, {math.NaN(), 0, 0}} {
		must.Near(t, laws.PushOf(1000, 2, c.depth, c.leaving), c.want, 1e-12, "%v m deep, leaving with %v m/s, in N", c.depth, c.leaving)
	}
}

// Friction stops a slip of at most μs F_N dt/m, takes μk F_N dt/m of a faster one along itself, and leaves
// the part along the normal.
func TestFrictionByHand(t *testing.T) {
	up, w := laws.Vec[float64]{Z: 1}, laws.Vec[float64]{X: 3, Y: 4, Z: -2}
	if got := laws.AfterFriction(w, up, 10, 0.6, 0.5); got != (laws.Vec[float64]{Z: -2}) {
		t.Errorf("a slip of 5 m/s, of which 6 stick: %v, want it stopped", got)
	}
	if got := laws.AfterFriction(w, up, 5, 0.6, 0.5); math.Abs(got.X-1.5) > 1e-12 || math.Abs(got.Y-2) > 1e-12 || got.Z != -2 {
		t.Errorf("a slip of 5 m/s, of which 2.5 are taken: %v, want (1.5, 2, −2)", got)
	}
}

// In float32 the laws are those of float64 to rounding.
func TestSingleIsRounded(t *testing.T) {
	var r random.Stream
	for range 1000 {
		law := laws.Spring[float64]{Stiffness: 100 * (1 + r.Signed()), Damping: 1 + r.Signed(), TensionOnly: r.Signed() < 0}
		stretch, rate := r.Signed(), r.Signed()
		single := laws.Spring[float32]{Stiffness: float32(law.Stiffness), Damping: float32(law.Damping), TensionOnly: law.TensionOnly}
		if want, got := laws.PullOf(law, stretch, rate), laws.PullOf(single, float32(stretch), float32(rate)); math.Abs(float64(got)-want) > 3e-7*(law.Stiffness+law.Damping) {
			t.Fatalf("%+v, %v m, %v m/s: %v N in float32, %v in float64", law, stretch, rate, got, want)
		}
	}
}
