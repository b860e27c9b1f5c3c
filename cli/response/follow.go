package response

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"hooke/engine"
	"hooke/model"
	"hooke/model/spring"
	"hooke/physics"
)

// Springs are the springs that follow a goal: one for each damping ratio, which start at 0 at
// rest. All fields are required, except Step, Engine and Integrator.
type Springs struct {
	Goal      Goal
	Seconds   float64   // how long [s]
	Frequency float64   // of each, undamped [Hz]
	Ratios    []float64 // c / (2 √(k m)); 1 is critical

	Engine     string           // name of the engine that steps it; empty: cpuref
	Integrator model.Integrator // how
	Step       float64          // [s]; 0: so short that steps lie on the closed form in a plot, see fine
}

// Curve is the motion of one spring. All its lists are as long as Result.Time.
type Curve struct {
	Ratio   float64   // damping ratio
	Closed  []float64 // positions by the closed form
	Stepped []float64 // positions of the mass
	Apart   float64   // largest difference of the two
}

// Result is the motion of the springs.
type Result struct {
	Time   []float64 // [s], after each step, from 0 on
	Goal   []float64 // positions
	Step   float64   // the longest step that was taken [s]
	Curves []Curve   // one for each damping ratio
	By     string    // name of Curve.Ratio; empty: damping ratio
	Over   string    // name of Time with its unit; empty: time [s]
}

// by returns the name of the number that curves differ in.
func (r Result) by() string { return cmp.Or(r.By, "damping ratio") }

// WrongValue is a value that Follow refuses, in words.
type WrongValue string

// Error names the value, and valid ones.
func (w WrongValue) Error() string { return string(w) }

// mostSteps bounds the memory of curves: 16 bytes a step for each spring, and 16 for all.
const mostSteps = 1_000_000

// coefficients are stiffness [1/s²] and damping [1/s] of a spring of a damping ratio.
func (s Springs) coefficients(ratio float64) (stiffness, damping float64) {
	stiffness = spring.StiffnessFromFrequency(s.Frequency)
	return stiffness, spring.DampingFromRatio(ratio, stiffness)
}

// Follow computes and steps all springs. It refuses a step that the integrator cannot keep, more
// than a million steps, and a sine at the frequency of a spring without damping.
func (s Springs) Follow() (Result, error) {
	var r Result
	dt := s.Step
	for _, ratio := range s.Ratios {
		m, p := s.body(ratio, 1)
		if step := min(physics.AutoStep(m, p), s.fine()); s.Step == 0 && (dt == 0 || step < dt) {
			dt = step
		}
		if s.Goal.Frequency == s.Frequency && ratio == 0 {
			return r, WrongValue("a sine at the frequency of a spring without damping drives it further and further, which has no closed form of this kind: give a damping ratio above 0 or another --goal-frequency")
		}
	}
	parts := s.Goal.legs(s.Seconds)
	if s.Goal.Frequency > 0 {
		parts = []leg{{until: s.Seconds}}
	}
	if steps := s.Seconds/dt + float64(len(parts)); steps > mostSteps {
		return r, WrongValue(fmt.Sprintf("%.3g steps of %.3g s are more than %d: give a shorter --duration or a longer --dt", steps, dt, mostSteps))
	}
	r.grid(s.Goal, parts, dt)
	for _, ratio := range s.Ratios {
		c := Curve{Ratio: ratio, Closed: s.closed(ratio, parts, r.Time)}
		if err := s.step(&c, parts, dt); err != nil {
			return r, fmt.Errorf("damping ratio %g: %w", ratio, err)
		}
		for i, x := range c.Stepped {
			c.Apart = math.Max(c.Apart, math.Abs(x-c.Closed[i])) // NaN stays
		}
		r.Curves = append(r.Curves, c)
	}
	return r, nil
}

// fine returns a step with which positions are off by less than half a percent of the motion [s]: a
// thousandth of the period for solvers of the first order, which are ½ dt ahead or behind, and
// a hundredth for others. Of very long motions it is one with which all steps fit.
func (s Springs) fine() float64 {
	parts := 100.0
	if s.Integrator.Method().Order < 2 {
		parts = 1000
	}
	return max(1/(parts*s.Frequency), 2*s.Seconds/mostSteps)
}

// steps returns how many a leg has, of which length [s]: all legs end with a step.
func (l leg) steps(dt float64) (n int, length float64) {
	n = max(1, int(math.Ceil((l.until-l.from)/dt*(1-1e-12))))
	return n, (l.until - l.from) / float64(n)
}

// grid sets times and the goal. A jump has its positions before and after it, at two times that
// are equal.
func (r *Result) grid(g Goal, parts []leg, dt float64) {
	for _, l := range parts {
		n, length := l.steps(dt)
		r.Step = max(r.Step, length)
		for k := range n + 1 {
			time := l.from + float64(k)*length
			place := l.at(time).Position
			if g.Frequency > 0 {
				place = math.Sin(2 * math.Pi * g.Frequency * time)
			}
			r.Time, r.Goal = append(r.Time, time), append(r.Goal, place)
		}
	}
}

// closed returns the exact motion, at the times of a grid.
func (s Springs) closed(ratio float64, parts []leg, times []float64) (places []float64) {
	stiffness, damping := s.coefficients(ratio)
	if f := s.Goal.Frequency; f > 0 {
		begin := spring.Steady(stiffness, damping, f, 0)
		for _, t := range times {
			x := spring.Track(spring.Exact(stiffness, damping, t), spring.State[float64]{}, begin, spring.Steady(stiffness, damping, f, t))
			places = append(places, x.Position)
		}
		return places
	}
	var begin spring.State[float64] // of the leg
	for _, l := range parts {
		for len(places) < len(times) {
			t := times[len(places)]
			x := spring.Follow(spring.Exact(stiffness, damping, t-l.from), begin, l.at(l.from))
			places = append(places, x.Position)
			if t >= l.until {
				begin = x
				break
			}
		}
	}
	return places
}

// reach returns how far the mass may go from its anchor: a spring pulls along one line as long as
// the mass does not come to the other side of it.
func (s Springs) reach(places []float64) (far float64) {
	for _, k := range s.Goal.Knots {
		far = max(far, math.Abs(k.Position))
	}
	for _, x := range places {
		far = max(far, math.Abs(x))
	}
	return 4 * max(far, 1)
}

// body is one mass of 1 kg on a spring of some length [m], whose other end is the goal.
func (s Springs) body(ratio, length float64) (*model.Model, model.Params) {
	stiffness, damping := s.coefficients(ratio)
	m := &model.Model{
		Name: "spring", Mass: []float64{1, 1}, RestPosition: []model.Vec3{{}, {length, 0, 0}},
		Pin:  []model.Pin{model.PinAll, model.PinY | model.PinZ},
		Ends: []model.Ends{{0, 1}}, RestLength: []float64{length}, MaterialOf: []uint16{1},
		Materials: []model.Material{{}, {Name: "spring", Stiffness: stiffness, Damping: damping}},
	}
	return m, model.Params{Integrator: s.Integrator, DT: s.Step}
}

// step steps the mass through all legs, each of which begins where the one before has ended.
func (s Springs) step(c *Curve, parts []leg, dt float64) error {
	length := s.reach(c.Closed)
	m, p := s.body(c.Ratio, length)
	now := m.Start()
	for _, l := range parts {
		n, of := l.steps(dt)
		p.DT = of
		p.Guides = []model.Guide{{Kind: model.OnPath, Masses: []uint32{0}, Path: s.path(l)}}
		if err := s.run(c, m, p, now, n, length); err != nil {
			return err
		}
	}
	return nil
}

// path is that of the anchor in a leg. A straight way continues past both ends, so that the
// rate is that of the leg there too.
func (s Springs) path(l leg) model.Path {
	if s.Goal.Frequency > 0 {
		return model.Path{Amplitude: model.Vec3{1}, Frequency: s.Goal.Frequency}
	}
	span := l.until - l.from
	at := func(time float64) model.PathPoint {
		return model.PathPoint{Time: time, Offset: model.Vec3{l.at(time).Position}}
	}
	return model.Path{Table: []model.PathPoint{at(l.from - span), at(l.until + span)}}
}

// run is n steps from a state on, which it changes to that of the end.
func (s Springs) run(c *Curve, m *model.Model, p model.Params, now *model.State, n int, length float64) error {
	name := s.Engine
	if name == "" {
		name = engine.CPURef
	}
	anchor, velocity := p.Guides[0].Path.At(now.Time)
	now.Position[0], now.Velocity[0] = anchor, velocity
	e, err := engine.New(name, m, p, engine.Options{})
	if err != nil {
		return err
	}
	defer e.Close()
	if err := e.Reset(now); err != nil {
		return err
	}
	c.Stepped = append(c.Stepped, now.Position[1][0]-length)
	for range n {
		if err := errors.Join(e.Step(1), e.Finish(), state(e, now)); err != nil {
			return err
		}
		c.Stepped = append(c.Stepped, now.Position[1][0]-length)
	}
	return nil
}

// state reads that of an engine: in float64 where it has it.
func state(e model.Engine, now *model.State) error {
	if reader, ok := model.As[model.StateReader](e); ok {
		return reader.ReadState(now)
	}
	var read model.Snapshot
	err := e.Read(&read)
	if err == nil {
		*now = *read.State()
	}
	return err
}
