package spring

import "math"

// Transition is the exact effect of a damped spring on a state over DT: its state-transition
// matrix, with the response to a goal velocity q and to a constant acceleration a. From (x0,
// v0), with a goal at g,
//
//	x = g + XX (x0 − g) + XV v0 + XQ q + XA a
//	v =     VX (x0 − g) + VV v0 + VQ q + XV a
//
// One transition serves any number of springs of the same s, d and dt. The zero value puts
// everything at its goal, at rest. It takes 64 bytes.
type Transition struct {
	DT float64 // the time it spans [s]

	XX float64 // position of position, dimensionless
	XV float64 // position of velocity [s]; velocity of acceleration as well
	XQ float64 // position of goal velocity [s]
	XA float64 // position of acceleration [s²]
	VX float64 // velocity of position [1/s]
	VV float64 // velocity of velocity, dimensionless
	VQ float64 // velocity of goal velocity, dimensionless
}

// largest bounds rates and times, so that no product of two overflows.
const largest = 1e150

// Exact solves x″ = s (g − x) + d (q − x′) over dt [s], for stiffness
// s [1/s²] ≥ 0 and damping d [1/s] ≥ 0, whichever side of critical they are.
// See the package comment for limits.
func Exact(s, d, dt float64) Transition {
	if !(s >= 0 && d >= 0) {
		nan := math.NaN()
		return Transition{dt, nan, nan, nan, nan, nan, nan, nan}
	}
	s, d = min(s, largest*largest), min(d, 2*largest)
	dt = max(-largest, min(dt, largest))
	t := Transition{DT: dt}

	// The two rates y ± √(y² − s) are complex below critical. The product form
	// of the root keeps digits near critical: an error there is as if s were
	// wrong in its last digit.
	y, natural := d/2, math.Sqrt(s)
	root := math.Sqrt(math.Abs((y - natural) * (y + natural)))
	if y < natural {
		envelope := math.Exp(-y * dt)
		sin, cos := sineOver(root, dt), math.Cos(root*dt)
		t.XV = envelope * sin
		t.XX = envelope * (cos + y*sin)
		t.VV = envelope * (cos - y*sin)
		t.XA = pushed(s, d, dt, t.XX)
	} else {
		// slow = y − root, without the cancellation. The difference of the two
		// exponentials is e^(−slow t)(1 − e^(−2 root t)), whose second factor
		// over 2 root goes to t at critical: span has no gap there.
		fast, slow := y+root, 0.0
		if fast > 0 {
			slow = s / fast
		}
		t.XV = math.Exp(-slow*dt) * span(2*root, dt)
		t.XX = math.Exp(-slow*dt) + slow*t.XV
		t.VV = math.Exp(-fast*dt) - slow*t.XV
		if 2*root*math.Abs(dt) >= small {
			t.XA = (span(slow, dt) - span(fast, dt)) / (2 * root)
		} else {
			t.XA = pushed(s, d, dt, t.XX)
		}
	}
	t.VX = -s * t.XV
	t.XQ = d * t.XA
	t.VQ = d * t.XV
	return t
}

// Critical returns Exact for the critically damped spring of half-life h [s]:
// d = 4 ln2 / h and s = d²/4.
func Critical(halfLife, dt float64) Transition {
	y := criticalRate(halfLife)
	return Exact(y*y, 2*y, dt)
}

// criticalRate is y = d/2 = 2 ln2 / h [1/s], in bounds.
func criticalRate(halfLife float64) float64 {
	return min(DampingFromHalfLife(halfLife)/2, largest)
}

// small is where pushed and Exact change to formulas that do not lose digits
// for short times; 1/small digits in units of rounding are lost at most.
const small = 0.25

// pushed returns XA, the integral of XV: how far a constant unit acceleration moves
// a spring that rests at its goal. Away from zero it is (1 − XX)/s; for short
// times the power series of the equation, c(n) being the coefficient of
// (t/dt)^n in XV/dt.
func pushed(s, d, dt, xx float64) float64 {
	a, b := d*dt, s*dt*dt
	if b >= small {
		return (1 - xx) / s
	}
	const terms = 24 // |a| < 1.04 here: the last term is below 1e-20
	before, c, series := 0.0, 1.0, 0.5
	for n := 0.0; n < terms; n++ {
		before, c = c, -(a*(n+1)*c+b*before)/((n+1)*(n+2))
		series += c / (n + 3)
	}
	return dt * dt * series
}

// span returns ∫ e^(−rate τ) dτ over [0, t]: (1 − e^(−rate t))/rate, and t for rate 0.
func span(rate, t float64) float64 {
	if rate*t == 0 {
		return t
	}
	return -math.Expm1(-rate*t) / rate
}

// sineOver is sin(w t)/w, and t for w = 0.
func sineOver(w, t float64) float64 {
	if w*t == 0 {
		return t
	}
	return math.Sin(w*t) / w
}
