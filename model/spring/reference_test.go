package spring_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model/spring"
	"hooke/must"
)

type (
	number = spring.State[float64]
	vec3   = mgl64.Vec3
)

// exactTolerance is the error allowed against the reference, relative to the size of the inputs. A phase or
// exponent of 30 in float64 is itself uncertain by 30 units of rounding (3e-15), and a handful of operations
// follow.
const exactTolerance = 3e-14

// reference solves x″ = s (g − x) + d (q − x′): see forced.
func reference(x, goal number, s, d, dt float64) number { return forced(x, goal, 0, s, d, dt) }

// forced solves x″ = s (g − x) + d (q − x′) + a by its power series, in binary
// numbers of 320 bits: independent of any case distinction, and right to the
// last bit of float64 while |rate·dt| is below about 60: the largest term is
// then e^60 = 2^87, and that of index 6·60 + 60 below 2^-300.
func forced(x, goal number, a, s, d, dt float64) number {
	const bits = 320
	terms := 60 + int(6*(math.Sqrt(s)+d)*math.Abs(dt))
	wide := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	mul := func(a, b *big.Float) *big.Float { return wide(0).Mul(a, b) }
	add := func(a, b *big.Float) *big.Float { return wide(0).Add(a, b) }

	// With e = x − g = Σ c(n) t^n: (n+1)(n+2) c(n+2) = −d (n+1) c(n+1) − s c(n),
	// and d q + a once, at n = 0. Sums of c(n) t^n and n c(n) t^(n−1).
	S, D, T := wide(s), wide(d), wide(dt)
	c0 := add(wide(x.Position), wide(-goal.Position))
	c1 := wide(x.Velocity)
	position, velocity := wide(0), wide(0)
	power := wide(1) // T^n
	for n := 0; n < terms; n++ {
		position = add(position, mul(c0, power))
		velocity = add(velocity, mul(mul(c1, power), wide(float64(n+1))))
		next := add(mul(mul(D, c1), wide(-float64(n+1))), mul(mul(S, c0), wide(-1)))
		if n == 0 {
			next = add(next, add(mul(D, wide(goal.Velocity)), wide(a)))
		}
		next.Quo(next, wide(float64((n+1)*(n+2))))
		c0, c1 = c1, next
		power = mul(power, T)
	}
	result := number{}
	result.Position, _ = add(position, wide(goal.Position)).Float64()
	result.Velocity, _ = velocity.Float64()
	return result
}

// rungeKutta integrates any second-order motion x″ = f(t, x, v) from 0 to dt in
// n classical fourth-order steps: for goals that move, and as a second opinion.
func rungeKutta(x number, dt float64, n int, f func(t, x, v float64) float64) number {
	h := dt / float64(n)
	for i := range n {
		t := float64(i) * h
		p, v := x.Position, x.Velocity
		a1 := f(t, p, v)
		v2 := v + h/2*a1
		a2 := f(t+h/2, p+h/2*v, v2)
		v3 := v + h/2*a2
		a3 := f(t+h/2, p+h/2*v2, v3)
		v4 := v + h*a3
		a4 := f(t+h, p+h*v3, v4)
		x.Position += h / 6 * (v + 2*v2 + 2*v3 + v4)
		x.Velocity += h / 6 * (a1 + 2*a2 + 2*a3 + a4)
	}
	return x
}

// near fails unless got is want within tolerance·size, absolutely.
func near(t *testing.T, what string, got, want, tolerance, size float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*size) {
		t.Errorf("%s is %.17g, want %.17g: off by %.3g of %.3g, allowed %.3g", what, got, want, math.Abs(got-want)/size, size, tolerance)
	}
}

// nearState is near for positions and velocities; rate [1/s] says how a
// velocity's size compares with a position's.
func nearState(t *testing.T, what string, got, want number, tolerance, size, rate float64) {
	t.Helper()
	near(t, what+": position", got.Position, want.Position, tolerance, size)
	near(t, what+": velocity", got.Velocity, want.Velocity, tolerance, size*rate)
}

func nearVec(t *testing.T, what string, got, want vec3, tolerance, size float64) {
	t.Helper()
	for axis := range 3 {
		near(t, fmt.Sprintf("%s[%d]", what, axis), got[axis], want[axis], tolerance, size)
	}
}

// The two references agree: the series by itself is right. Fourth-order steps of 1e-3/rate err by 1e-12/120
// per unit of time at that rate; rounding over 20,000 steps adds about 1e-13.
func TestReferencesAgree(t *testing.T) {
	x, goal := number{0.3, -2}, number{1.5, 0.7}
	for _, c := range []struct{ s, d, dt float64 }{{100, 4, 2}, {25, 10, 2}, {9, 10, 2}, {0, 3, 2}, {4, 0, 5}} {
		series := reference(x, goal, c.s, c.d, c.dt)
		steps := rungeKutta(x, c.dt, 20000, func(_, p, v float64) float64 {
			return c.s*(goal.Position-p) + c.d*(goal.Velocity-v)
		})
		nearState(t, fmt.Sprint(c), series, steps, 1e-12, 5, 10)
	}
}

// With the decaying part beside it, the steady motion solves the equation; without it, it does not start at
// rest.
func TestSteadyMatchesIntegration(t *testing.T) {
	for _, ratio := range []float64{0.1, 1, 3} {
		const own, f, span = 2.0, 1.3, 0.7
		s := spring.StiffnessFromFrequency(own)
		d := spring.DampingFromRatio(ratio, s)
		w := 2 * math.Pi * f
		want := rungeKutta(number{}, span, 20000, func(t, x, v float64) float64 {
			return s*(math.Sin(w*t)-x) + d*(w*math.Cos(w*t)-v)
		})
		begin, end := spring.Steady(s, d, f, 0), spring.Steady(s, d, f, span)
		nearState(t, "sine", spring.Track(spring.Exact(s, d, span), number{}, begin, end), want, 1e-11, 1, 10)
		must.Hold(t, math.Abs(end.Position-want.Position) >= 1e-5, "control: nothing has to decay at a damping ratio of %g", ratio)
	}
}
