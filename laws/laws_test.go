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

// Closest points by hand: springs that cross, those whose ends are nearest, parallel ones, and points.
func TestClosestPointsByHand(t *testing.T) {
	type vec = laws.Vec[float64]
	for _, c := range []struct {
		name           string
		a0, a1, b0, b1 vec
		want           vec
	}{
		{"crossing", vec{X: -1}, vec{X: 1}, vec{Y: -1, Z: 1}, vec{Y: 3, Z: 1}, vec{X: 0.5, Y: 0.25}},
		{"end on a spring", vec{X: -1}, vec{X: 1}, vec{Y: 1}, vec{Y: 2}, vec{X: 0.5}},
		{"parallel", vec{}, vec{X: 2}, vec{X: 1, Y: 1}, vec{X: 3, Y: 1}, vec{X: 0.75, Y: 0.25}},
		{"a point", vec{}, vec{X: 4}, vec{X: 1, Y: 1}, vec{X: 1, Y: 1}, vec{X: 0.25, Y: 0.5}},
		{"two points", vec{}, vec{}, vec{X: 1}, vec{X: 1}, vec{X: 0.5, Y: 0.5}},
	} {
		must.Be(t, laws.BetweenSegments(c.a0, c.a1, c.b0, c.b1), c.want, "%s: shares", c.name)
	}
	a, b, d := vec{}, vec{X: 4}, vec{Y: 4}
	for _, c := range []struct{ x, want vec }{
		{vec{X: 1, Y: 1, Z: -3}, vec{X: 0.5, Y: 0.25, Z: 0.25}}, {vec{X: 2, Y: -1}, vec{X: 0.5, Y: 0.5}}, {vec{X: -1, Y: 1}, vec{X: 0.75, Z: 0.25}},
		{vec{X: 3, Y: 3}, vec{Y: 0.5, Z: 0.5}}, {vec{X: -1, Y: -1}, vec{X: 1}}, {vec{X: 9, Y: -1}, vec{Y: 1}}, {vec{X: -1, Y: 9}, vec{Z: 1}},
	} {
		must.Be(t, laws.OnTriangle(c.x, a, b, d), c.want, "%v on a triangle: shares", c.x)
	}
	must.Be(t, laws.OnTriangle(vec{X: 3, Y: 1}, a, b, vec{X: 2}), vec{X: 0.25, Y: 0.75}, "corners on a line: shares")
}

// In float32 springs that are almost parallel touch where they do in float64: a formula that takes
// large products from each other misses by half of their length.
func TestAlmostParallelSpringsInSingle(t *testing.T) {
	type vec = laws.Vec[float32]
	wide := func(v vec) laws.Vec[float64] {
		return laws.Vec[float64]{X: float64(v.X), Y: float64(v.Y), Z: float64(v.Z)}
	}
	for _, angle := range []float32{1e-1, 1e-2, 1e-3, 1e-4} {
		a0, a1, along := vec{}, vec{X: 1.1, Y: 0.7}, vec{X: 1.1 - 0.7*angle, Y: 0.7 + 1.1*angle}
		crossing := laws.Plus(vec{Z: 0.5}, laws.Times(0.45, a1))
		b0, b1 := laws.Minus(crossing, laws.Times(0.4, along)), laws.Plus(crossing, laws.Times(0.6, along))
		want, got := laws.BetweenSegments(wide(a0), wide(a1), wide(b0), wide(b1)), laws.BetweenSegments(a0, a1, b0, b1)
		must.Near(t, float64(got.X), want.X, 5e-3, "angle %g: share of the first", angle)
		must.Near(t, float64(got.Y), want.Y, 5e-3, "angle %g: share of the second", angle)
	}
}

// An impulse of friction stops a slip while it is small, and is that of sliding else.
func TestFrictionImpulsesByHand(t *testing.T) {
	for _, c := range []struct{ stick, want float64 }{{1, 1}, {3, 3}, {3.5, 2.5}, {2.8, 2.8}, {100, 2.5}} {
		must.Near(t, laws.FrictionOf(c.stick, 5, 0.6, 0.5), c.want, 1e-12, "%g N·s stop it", c.stick)
	}
}
