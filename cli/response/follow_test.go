package response

import (
	"math"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
)

// The overshoot of a step is e^(−π ζ/√(1−ζ²)), and no spring of a damping ratio of 1 or more has one.
func TestOvershoot(t *testing.T) {
	goal := must.Get(Named("step", 2, 0))(t)
	r := must.Get(Springs{Goal: goal, Seconds: 2, Frequency: 2, Ratios: []float64{0.2, 0.5, 1, 3}, Step: 1e-3}.Follow())(t)
	for _, c := range r.Curves {
		want := 0.0
		if z := c.Ratio; z < 1 {
			want = math.Exp(-math.Pi * z / math.Sqrt(1-z*z))
		}
		must.Near(t, r.Figures(c).Overshoot, want, 1e-4, "damping ratio %g: overshoot", c.Ratio)
	}
	if f := r.Figures(r.Curves[3]); f.Settles < 1.8 || f.Settles > 1.85 {
		t.Errorf("a spring of a damping ratio of 3 settles at %g s", f.Settles)
	}
	if table := r.Table(true); !strings.Contains(table, "52.7 %") || strings.Contains(r.Table(false), "overshoot") {
		t.Errorf("the table is\n%s", table)
	}
}

// Steps come to the closed form as the order of their integrator says, for each goal.
func TestStepsComeToTheClosedForm(t *testing.T) {
	for _, name := range append(Goals(), "file") {
		goal, err := Named(name, 1.2, 1.5)
		if name == "file" {
			goal, err = read(strings.NewReader("t,x\n0,0\n0.5,1\n0.5,-1\n0.7,-0.5\n"))
		}
		must.Do(t, err)
		for integrator, order := range map[model.Integrator]float64{model.SymplecticEuler: 2, model.RK4: 16} {
			apart := func(dt float64) float64 {
				r := must.Get(Springs{Goal: goal, Seconds: 1.2, Frequency: 2, Ratios: []float64{0.2, 2}, Integrator: integrator, Step: dt}.Follow())(t)
				return max(r.Curves[0].Apart, r.Curves[1].Apart)
			}
			if coarse, fine := apart(0.004), apart(0.002); fine > 0.04 || math.Abs(coarse/fine/order-1) > 0.2 {
				t.Errorf("%s, %v: %g with 4 ms and %g with 2 ms", name, integrator, coarse, fine)
			}
		}
	}
}

// All engines step the same.
func TestEnginesFollow(t *testing.T) {
	goal := must.Get(Named("jumps", 1, 0))(t)
	s := Springs{Goal: goal, Seconds: 1, Frequency: 2, Ratios: []float64{0.5}, Step: 0.005}
	want := must.Get(s.Follow())(t)
	for _, s.Engine = range []string{engine.CPU, engine.GPU} {
		got := must.Get(s.Follow())(t)
		for i, x := range got.Curves[0].Stepped {
			if math.Abs(x-want.Curves[0].Stepped[i]) > 1e-5 {
				t.Fatalf("%s, time %g: %g, want %g", s.Engine, got.Time[i], x, want.Curves[0].Stepped[i])
			}
		}
	}
}

// Impossible requests are refused before the work begins.
func TestWrongValues(t *testing.T) {
	sine := Goal{Frequency: 2}
	for name, s := range map[string]Springs{
		"resonance": {Goal: sine, Seconds: 1, Frequency: 2, Ratios: []float64{0}},
		"steps":     {Goal: sine, Seconds: 1, Frequency: 2, Ratios: []float64{1}, Step: 1e-9},
	} {
		if _, err := s.Follow(); err == nil {
			t.Errorf("%s: taken", name)
		} else if _, ok := err.(WrongValue); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A goal of a file is read back as it was written; anything else has an error, and none a panic.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"t,x\n0,1\n", "0,0\n1,2\n1,3\n", "# a\n0, 0\n-1,2\n", "0,0\n1e300,1\n", "1,1\n", "0\n", "\"0,1\n", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := read(strings.NewReader(text))
		if err != nil {
			return
		}
		if len(g.Knots) == 0 || g.Knots[0].Time != 0 {
			t.Fatalf("%q: %v", text, g.Knots)
		}
		for i, l := range g.legs(1) {
			if !(l.from < l.until) || l.until > 1 || i > 0 && l.from != g.legs(1)[i-1].until || math.IsNaN(l.at(l.until).Position) {
				t.Fatalf("%q: leg %d is %+v", text, i, l)
			}
		}
		var b strings.Builder
		for _, k := range g.Knots {
			b.WriteString(number17(k.Time) + "," + number17(k.Position) + "\n")
		}
		again, err := read(strings.NewReader(b.String()))
		if err != nil || len(again.Knots) != len(g.Knots) || again.Knots[len(g.Knots)-1] != (spring.Knot[float64])(g.Knots[len(g.Knots)-1]) {
			t.Fatalf("%q: read again %v, %v", text, again.Knots, err)
		}
	})
}

// Without a step, steps lie on the closed form as far as a plot shows, with every solver that
// does not blow up: within half a percent of the way.
func TestDotsLieOnLines(t *testing.T) {
	for _, name := range Goals() {
		goal := must.Get(Named(name, 2, 1))(t)
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			r := must.Get(Springs{Goal: goal, Seconds: 2, Frequency: 2, Ratios: []float64{0.2, 1, 3}, Integrator: integrator}.Follow())(t)
			for _, c := range r.Curves {
				low, high := math.Inf(1), math.Inf(-1)
				for _, x := range c.Closed {
					low, high = min(low, x), max(high, x)
				}
				if c.Apart > 0.005*(high-low) {
					t.Errorf("%s, %v, damping ratio %g: %g apart on a way of %g", name, integrator, c.Ratio, c.Apart, high-low)
				}
			}
		}
	}
}
