package response

import (
	"fmt"
	"math"
	"slices"

	"hooke/model/spring"
)

// Kind is a closed form of package spring that Play shows.
type Kind struct {
	Name  string
	Flags []string // that it reads, besides those of all kinds
	play  func(p Played, value float64) motion
}

// motion is a motion in closed form.
type motion struct {
	goal func(t float64) float64         // where it goes
	at   func(t float64) float64         // its position, by one step from the start
	next func() func(dt float64) float64 // begins anew, and returns its position after each further step
}

// Played is the choice of a closed form and its numbers. All fields are required that its kind reads.
type Played struct {
	Kind      string
	HalfLives []float64 // [s], one for each curve
	Ratios    []float64 // damping ratios; of resonance those of its curves
	Seconds   float64   // how long [s]
	Step      float64   // [s]; 0: a sixtieth of a second
	Speed     float64   // [1/s] of velocity and control
	Arrival   float64   // [s] of timed
	Frequency float64   // [Hz] of the motions of inertialize and track, and of the resonator

	Normalized spring.Normalized // Cs and Cd, which may be above 1
}

// Kinds returns the closed forms, in the order of the help.
func Kinds() []Kind {
	return []Kind{
		{"damper", []string{"half-life"}, playDamper}, {"double", []string{"half-life"}, playDouble},
		{"timed", []string{"half-life", "arrival"}, playTimed}, {"velocity", []string{"half-life", "speed"}, playVelocity},
		{"control", []string{"half-life", "speed"}, playControl}, {"inertialize", []string{"half-life", "goal-frequency"}, playInertialize},
		{"track", []string{"half-life", "goal-frequency"}, playTrack}, {"path", []string{"half-life"}, playPath},
		{"resonance", []string{"damping-ratio", "frequency"}, nil}, {"normalized", []string{"normalized"}, nil},
	}
}

// leastHeard is the least damping ratio of a resonator.
const leastHeard = 0.005

// AllFlags returns the flags that some kinds alone read.
func AllFlags() []string { return []string{"half-life", "speed", "arrival", "normalized"} }

// KindNames returns the names of the kinds.
func KindNames() (names []string) {
	for _, k := range Kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Play computes a curve for each half-life: by one step from the start to each time, and by many short steps. A closed form gives the
// same either way.
func (p Played) Play() (Result, error) {
	kinds := Kinds()
	kind := kinds[max(0, slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == p.Kind }))]
	dt := p.Step
	if dt == 0 {
		dt = 1. / 60
	}
	if steps := p.Seconds / dt; steps > mostSteps {
		return Result{}, WrongValue(fmt.Sprintf("%.3g steps of %.3g s are more than %d: give a shorter --duration or a longer --dt", steps, dt, mostSteps))
	}
	switch kind.Name {
	case "resonance":
		for _, ratio := range p.Ratios {
			if ratio < leastHeard {
				return Result{}, WrongValue(fmt.Sprintf("--damping-ratio %g: a resonator settles too late; give %g or more", ratio, leastHeard))
			}
		}
		return p.resonance(), nil
	case "normalized":
		return p.steps(dt), nil
	}
	r := Result{Step: dt, By: "half-life"}
	n := max(1, int(math.Round(p.Seconds/dt)))
	for i := range n + 1 {
		r.Time = append(r.Time, float64(i)*dt)
	}
	for k, halfLife := range p.HalfLives {
		m := kind.play(p, halfLife)
		c, next := Curve{Ratio: halfLife}, m.next()
		for i, t := range r.Time {
			if k == 0 {
				r.Goal = append(r.Goal, m.goal(t))
			}
			c.Closed = append(c.Closed, m.at(t))
			if i == 0 {
				c.Stepped = append(c.Stepped, c.Closed[0])
			} else {
				c.Stepped = append(c.Stepped, next(dt))
			}
			c.Apart = math.Max(c.Apart, math.Abs(c.Stepped[i]-c.Closed[i]))
		}
		r.Curves = append(r.Curves, c)
	}
	return r, nil
}

// one is the goal of a step.
func one(float64) float64 { return 1 }

// of makes a motion of a state that a function moves by dt at time t, from its start.
func of[S any](goal func(float64) float64, start S, move func(x S, t, dt float64) S, place func(S) float64) motion {
	return motion{goal, func(t float64) float64 { return place(move(start, 0, t)) }, func() func(float64) float64 {
		x, t := start, 0.0
		return func(dt float64) float64 {
			x, t = move(x, t, dt), t+dt
			return place(x)
		}
	}}
}

type (
	moving = spring.State[float64]
	paired = spring.Paired[float64]
	lined  = spring.Lined[float64]
)

func playDamper(_ Played, h float64) motion {
	return of(one, 0, func(x, _, dt float64) float64 { return spring.Damper(x, 1, h, dt) }, func(x float64) float64 { return x })
}

func playDouble(_ Played, h float64) motion {
	return of(one, paired{}, func(x paired, _, dt float64) paired { return spring.Double(x, 1, h, dt) }, func(x paired) float64 { return x.Position })
}

func playTimed(p Played, h float64) motion {
	line := func(t float64) float64 { return min(1, t/p.Arrival) }
	return of(line, lined{}, func(x lined, t, dt float64) lined { return spring.Timed(x, 1, max(0, p.Arrival-t), h, dt) }, func(x lined) float64 { return x.Position })
}

func playVelocity(p Played, h float64) motion {
	line := func(t float64) float64 { return min(1, p.Speed*t) }
	return of(line, lined{}, func(x lined, _, dt float64) lined { return spring.Velocity(x, 1, p.Speed, h, dt) }, func(x lined) float64 { return x.Position })
}

func playControl(p Played, h float64) motion {
	type controlled = spring.Controlled[float64]
	line := func(t float64) float64 { return p.Speed * t }
	return of(line, controlled{}, func(x controlled, _, dt float64) controlled { return spring.Control(x, p.Speed, h, dt) }, func(x controlled) float64 { return x.Position })
}

// wave is a sine around 1 with its velocity.
func (p Played) wave(t float64) moving {
	w := 2 * math.Pi * p.Frequency
	return moving{Position: 1 + 0.3*math.Sin(w*t), Velocity: 0.3 * w * math.Cos(w*t)}
}

// playInertialize switches at 0 s from rest at 0 to a wave around 1. Its state is the offset.
func playInertialize(p Played, h float64) motion {
	type seen struct{ visible, offset moving }
	goal := func(t float64) float64 { return p.wave(t).Position }
	start := seen{offset: spring.Switch(moving{}, moving{}, p.wave(0))}
	return of(goal, start, func(x seen, t, dt float64) (out seen) {
		out.visible, out.offset = spring.Inertialize(x.offset, p.wave(t+dt), h, dt)
		return out
	}, func(x seen) float64 { return x.visible.Position })
}

// playTrack follows a wave around 1 from rest at 0, without lag.
func playTrack(p Played, h float64) motion {
	goal := func(t float64) float64 { return p.wave(t).Position }
	return of(goal, moving{}, func(x moving, t, dt float64) moving {
		return spring.Track(spring.Critical(h, dt), x, p.wave(t), p.wave(t+dt))
	},
		func(x moving) float64 { return x.Position })
}

// playPath goes through four knots, a fifth of the time apart.
func playPath(p Played, h float64) motion {
	var knots []spring.Knot[float64]
	for i, x := range []float64{0, 1, 0.5, 1} {
		knots = append(knots, spring.Knot[float64]{Time: float64(i+1) * p.Seconds / 5, Position: x})
	}
	path, _ := spring.NewPath(knots) // its times ascend
	goal := func(t float64) float64 { return path.Goal(t).Position }
	return of(goal, moving{}, func(x moving, t, dt float64) moving { return path.Advance(x, h, t, dt) }, func(x moving) float64 { return x.Position })
}
