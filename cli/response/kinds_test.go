package response

import (
	"math"
	"testing"

	"hooke/model/spring"
	"hooke/must"
)

// played are curves of a kind with half-lives of 0.1 and 0.3 s.
func played(kind string) Played {
	return Played{Kind: kind, HalfLives: []float64{0.1, 0.3}, Ratios: []float64{0.05, 0.2, 3}, Seconds: 2, Speed: 0.8, Arrival: 1.2, Frequency: 1.3,
		Normalized: spring.Normalized{Stiffness: 0.3, Damping: 0.1}}
}

// integrated returns the place at time t of x″ = y² (g(t) − x) + 2 y (u(t) − x′), y = 2 ln 2/h, by RK4. follow returns g and u.
func integrated(h, x, v, t float64, follow func(t float64) (g, u float64)) float64 {
	y := 2 * math.Ln2 / h
	force := func(x, v, t float64) float64 {
		g, u := follow(t)
		return y*y*(g-x) + 2*y*(u-v)
	}
	n := int(math.Ceil(t / 1e-5))
	dt := t / float64(max(1, n))
	for i := range n {
		s := float64(i) * dt
		a1 := force(x, v, s)
		a2 := force(x+dt/2*v, v+dt/2*a1, s+dt/2)
		a3 := force(x+dt/2*(v+dt/2*a1), v+dt/2*a2, s+dt/2)
		a4 := force(x+dt*(v+dt/2*a2), v+dt*a3, s+dt)
		x, v = x+dt*(v+dt/6*(a1+a2+a3)), v+dt/6*(a1+2*a2+2*a3+a4)
	}
	return x
}

// Each kind is its equation, computed here from its law and not by package spring, and is the same in one step from the start and in
// many.
func TestKindsAreTheirEquations(t *testing.T) {
	still := func(g float64) func(float64) (float64, float64) {
		return func(float64) (float64, float64) { return g, 0 }
	}
	wave := func(t float64) (g, u float64) {
		w := 2 * math.Pi * 1.3
		return 1 + 0.3*math.Sin(w*t), 0.3 * w * math.Cos(w*t)
	}
	// lined aims two half-lives ahead on a line that arrives at 1 at a time.
	lined := func(arrival float64) func(h, t float64) float64 {
		return func(h, t float64) float64 {
			ahead := max(0, arrival-2*h)
			return integrated(h, 0, 0, t, func(s float64) (float64, float64) {
				if s < ahead {
					return (s + 2*h) / arrival, 0
				}
				return 1, 0
			})
		}
	}
	for kind, want := range map[string]func(h, t float64) float64{
		"damper": func(h, t float64) float64 { return 1 - math.Pow(0.5, t/h) },
		"double": func(h, t float64) float64 { // the inner spring is 1 − (1 + y s) e^(−y s)
			y := 4 * math.Ln2 / h
			return integrated(h/2, 0, 0, t, func(s float64) (float64, float64) { return 1 - (1+y*s)*math.Exp(-y*s), 0 })
		},
		"timed":    lined(1.2),
		"velocity": lined(1 / 0.8),
		"control": func(h, t float64) float64 { // v = u (1 − (1 + y t) e^(−y t)), integrated
			y := 2 * math.Ln2 / h
			return 0.8 * (t - 2/y + math.Exp(-y*t)*(t+2/y))
		},
		"inertialize": func(h, t float64) float64 {
			g, _ := wave(t)
			_, u := wave(0)
			return g + integrated(h, -1, -u, t, still(0))
		},
		"track": func(h, t float64) float64 {
			g, _ := wave(t)
			_, u := wave(0)
			return g + integrated(h, -1, -u, t, still(0))
		},
		"path": func(h, t float64) float64 {
			return integrated(h, 0, 0, t, func(s float64) (float64, float64) {
				knots, span := []float64{0, 0, 1, 0.5, 1, 1}, 0.4
				k := min(int(s/span+1e-9), 4)
				return knots[k] + (knots[k+1]-knots[k])*(s/span-float64(k)), (knots[k+1] - knots[k]) / span
			})
		},
	} {
		r := must.Get(played(kind).Play())(t)
		must.Be(t, len(r.Curves), 2, "%s: curves", kind)
		for _, c := range r.Curves {
			for _, i := range []int{0, 1, 7, 30, 61, 73, 120} {
				// The velocity of a path jumps at its knots by 4.4/s, within a step of RK4 of 1e-5 s.
				must.Near(t, c.Closed[i], want(c.Ratio, r.Time[i]), 2e-5, "%s: half-life %g s: place at %g s", kind, c.Ratio, r.Time[i])
			}
			must.Near(t, c.Apart, 0, 1e-9, "%s: half-life %g s: one step and many apart", kind, c.Ratio)
		}
		must.Hold(t, math.Abs(r.Curves[0].Closed[40]-r.Curves[1].Closed[40]) > 1e-3, "%s: half-lives of 0.1 and 0.3 s are the same", kind)
	}
}

// A resonator hears its own frequency as loud as it is, others as x″ + d x′ + s x = s sin says: its energy over a cycle is that of the
// amplitude s/√((s − w²)² + (d w)²).
func TestResonanceIsItsEquation(t *testing.T) {
	r := must.Get(played("resonance").Play())(t)
	for _, c := range r.Curves {
		s := math.Pow(2*math.Pi*1.3, 2)
		d := 2 * c.Ratio * math.Sqrt(s)
		for i, f := range r.Time {
			w := 2 * math.Pi * f
			amplitude := s / math.Hypot(s-w*w, d*w)
			mean := amplitude * amplitude * (w*w + s) / 4 // of ½ v² + ½ s x²
			must.Near(t, c.Closed[i], math.Sqrt(2*mean)*d/s, 1e-12, "ratio %g, %g Hz", c.Ratio, f)
		}
		must.Near(t, c.Closed[39], 1, 1e-9, "ratio %g: at its own frequency", c.Ratio)
		// Samples that are held are heard weaker by π² / (6 · 60²) = 0.05 %, and e^−8 of the vibration of the start is left.
		must.Hold(t, c.Apart < 2e-3, "ratio %g: it hears up to %g else than its response", c.Ratio, c.Apart)
	}
}

// A lone normalized spring is the powers of its matrix. Up to Cs = 1 it comes to rest without a change of sign at Cd = 1 − Cs; above,
// it jitters, and beyond Cs + 2 Cd = 4 it explodes.
func TestNormalizedStepsAreTheirMatrix(t *testing.T) {
	signs := func(list []float64) (n int) {
		for i := 1; i < 20; i++ {
			if list[i]*list[i-1] < 0 {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		cs, cd  float64
		changes int // of sign in 19 steps
		grows   bool
	}{{1, 0, 1, false}, {0.25, 0.25, 0, false}, {1.5, 1, 19, false}, {1.2, 1.2, 19, false}, {2.5, 1, 19, true}} {
		p := played("normalized")
		p.Normalized = spring.Normalized{Stiffness: c.cs, Damping: c.cd}
		r := must.Get(p.Play())(t)
		x, v := 1., 0. // in units of dt
		for i := range 30 {
			must.Near(t, r.Curves[0].Stepped[i], x, 1e-9*math.Max(1, math.Abs(x)), "Cs %g, Cd %g: place after %d steps", c.cs, c.cd, i)
			x, v = (1-c.cs)*x+(1-c.cd)*v, -c.cs*x+(1-c.cd)*v
		}
		must.Near(t, r.Curves[0].Closed[29], r.Curves[0].Stepped[29], 1e-9*math.Max(1, math.Abs(x)), "Cs %g, Cd %g: powers of the matrix", c.cs, c.cd)
		if n := signs(r.Curves[0].Stepped); c.cs != 1 && n != c.changes {
			t.Errorf("Cs %g, Cd %g: %d changes of sign, want %d", c.cs, c.cd, n, c.changes)
		}
		must.Be(t, math.Abs(r.Curves[0].Stepped[29]) > 1, c.grows, "Cs %g, Cd %g: it grows", c.cs, c.cd)
	}
}
