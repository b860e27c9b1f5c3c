package control_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/control"
	"hooke/cpu"
	"hooke/cpuref"
	"hooke/model"
	"hooke/must"
)

// maker makes an engine for a model.
type maker func(m *model.Model, p model.Params) (model.Engine, error)

// makers are the engines of the processor; room engine tries the graphics card's.
func makers() map[string]maker {
	return map[string]maker{
		"cpuref": func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) },
		"cpu": func(m *model.Model, p model.Params) (model.Engine, error) {
			return cpu.New(m, p, cpu.Options{Precision: model.Double, Threads: 1})
		},
	}
}

// pendant is a mass of 1 kg at x = 1 m on a spring of k N/m to a held one in the origin, that a force pushes along x.
func pendant(k float64) (*model.Model, model.Params) {
	m := &model.Model{RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Pin: []model.Pin{model.PinAll, 0},
		Materials: []model.Material{{}, {Name: "s", Stiffness: k}}}
	m.AddSpring(model.Ends{0, 1}, 1, 1)
	return m, model.Params{DT: 1e-3, Forces: []model.Force{{Name: "push", Masses: []uint32{1}}}}
}

func place(name string) control.Sensor {
	return control.Sensor{Name: name, What: control.Position, Masses: []uint32{1}}
}

// proportional pushes back: F = −gain (x − 1).
func proportional(gain float64, period, latency int) *control.Spec {
	return &control.Spec{Period: period, Latency: latency, Inputs: []control.Input{{Name: "push", Of: "force[push].x"}}, Sensors: []control.Sensor{place("x")},
		Controllers: []control.Controller{{Name: "p", Kind: control.Linear, Sensors: []int{0}, Inputs: []int{0}, Gain: []float64{-gain, 0, 0}, Bias: []float64{gain}}}}
}

// closed puts an engine at a start and closes the loop around it.
func closed(t *testing.T, make maker, m *model.Model, p model.Params, spec *control.Spec, start *model.State) (model.Engine, *control.Loop) {
	t.Helper()
	inside := must.Open(make(m, p))(t)
	e, loop, err := control.Around(inside, m, p, spec)
	must.Do(t, err)
	if start != nil {
		must.Do(t, e.Reset(start))
	}
	return e, loop
}

func stateOf(t *testing.T, e model.Engine) *model.State {
	t.Helper()
	reader, ok := model.As[model.StateReader](e)
	if !ok {
		t.Fatal("no state")
	}
	s := &model.State{}
	must.Do(t, reader.ReadState(s))
	return s
}

func recordingOf(t *testing.T, l *control.Loop) *control.Recording {
	t.Helper()
	return must.Get(l.Recording())(t)
}

func step(t *testing.T, e model.Engine, n int) {
	t.Helper()
	must.Do(t, e.Step(n))
}

// The loop of a mass on a spring whose force answers each N steps, L periods late, is a linear map, which symplectic Euler
// takes exactly: x after each period is that of the map's powers. Gains that the delay makes unstable grow.
func TestProportionalControlIsItsMatrix(t *testing.T) {
	const k, dt, n = 100., 1e-3, 10
	m, p := pendant(k)
	for name, make := range makers() {
		for _, c := range []struct {
			gain    float64
			latency int
			grows   bool
		}{{50, 0, true}, {-50, 0, false}, {50, 2, true}, {0, 1, false}} {
			start := m.Start()
			start.Position[1][0] = 1.1
			e, _ := closed(t, make, m, p, proportional(c.gain, n, c.latency), start)
			x, v, waiting := 0.1, 0., slices.Repeat([]float64{0}, c.latency)
			for b := range 200 {
				waiting = append(waiting, -c.gain*x)
				force := waiting[0]
				waiting = waiting[1:]
				for range n {
					v += dt * (force - k*x)
					x += dt * v
				}
				step(t, e, n)
				if got := stateOf(t, e).Position[1][0] - 1; math.Abs(got-x) > 1e-7*max(1, math.Abs(x)) {
					t.Fatalf("%s: gain %g, latency %d: x is %.9g m after boundary %d, by the map %.9g m", name, c.gain, c.latency, got, b, x)
				}
			}
			if size := math.Hypot(x, v/math.Sqrt(k+c.gain)); (size > 0.11) != c.grows {
				t.Errorf("%s: gain %g, latency %d: the motion is %g m wide from 0.1 m", name, c.gain, c.latency, size)
			}
		}
	}
}

// An action of the host for boundary 0 first moves the mass in step L·N + 1, counted from 1, and for N steps.
func TestActionsActInTheirPeriod(t *testing.T) {
	const n, dt = 10, 1e-3
	for latency := range 3 {
		m, p := pendant(1e-6)
		spec := &control.Spec{Period: n, Latency: latency, Host: true, Inputs: []control.Input{{Name: "push", Of: "force[0].x"}}}
		e, _ := closed(t, makers()["cpuref"], m, p, spec, nil)
		host, ok := model.As[model.Controlled](e)
		if !ok {
			t.Fatal("the engine is not controlled")
		}
		before := 0.
		for i := range (latency + 3) * n {
			if i%n == 0 {
				must.Be(t, host.Boundary(), int64(i/n), "boundary at step %d", i)
				push := 0.
				if i == 0 {
					push = 2
				}
				must.Do(t, host.Act(int64(i/n), []float64{push}))
			}
			step(t, e, 1)
			v := stateOf(t, e).Velocity[1][0]
			want := 0.
			if i >= latency*n && i < (latency+1)*n {
				want = 2 * dt
			}
			if math.Abs(v-before-want) > 1e-7 {
				t.Errorf("latency %d: step %d changes the velocity by %g m/s, want %g", latency, i+1, v-before, want)
			}
			before = v
		}
		if err := host.Act(0, []float64{1}); err == nil {
			t.Error("an action for a boundary that has passed is taken")
		}
		if err := e.Step(latency*n + 1); err == nil {
			t.Error("a boundary without an action of the host is passed")
		}
	}
}

// bits are all numbers of a state.
func bits(s *model.State) string { return fmt.Sprintf("%x %x %x", s.Position, s.Velocity, s.Time) }

// A run does not depend on how its steps are cut, continues from a checkpoint and from its recorded actions with the same bits,
// with all kinds of controllers, delays, noise and limits; one action left out changes it.
func TestLoopsRepeat(t *testing.T) {
	for name, make := range makers() {
		m, p, spec := swimmer()
		spec.Linear = name == "cpu"
		run := func(spec *control.Spec, pieces ...int) (string, *control.Loop) {
			e, loop := closed(t, make, m, p, spec, nil)
			for _, n := range pieces {
				step(t, e, n)
			}
			return bits(stateOf(t, e)), loop
		}
		want, loop := run(spec, 500)
		if got, _ := run(spec, 3, 4, 93, 200, 1, 199); got != want {
			t.Errorf("%s: other batches, other bits", name)
		}
		replay := *spec
		replay.Replay = recordingOf(t, loop)
		if got, _ := run(&replay, 500); got != want {
			t.Errorf("%s: the recorded inputs do not repeat the run", name)
		}
		replay.Replay.Actions[20] += 1e-3
		if got, _ := run(&replay, 500); got == want {
			t.Errorf("%s: a changed record repeats the run", name)
		}
		for _, at := range []int{1, 133, 140} {
			e, _ := closed(t, make, m, p, spec, nil)
			step(t, e, at)
			saver, _ := model.As[model.Checkpointer](e)
			var c model.Checkpoint
			must.Do(t, saver.Save(&c))
			other, second := closed(t, make, m, p, spec, nil)
			taker, _ := model.As[model.Checkpointer](other)
			must.Do(t, taker.Restore(&c))
			step(t, other, 500-at)
			must.Be(t, bits(stateOf(t, other)), want, "%s: taken up at step %d it ends elsewhere", name, at)
			if !slices.Equal(recordingOf(t, second).Actions, recordingOf(t, loop).Actions) {
				t.Errorf("%s: taken up at step %d it records other actions", name, at)
			}
		}
	}
}

// A loop that begins at a later step and time continues from them: a change of frequency keeps the phase of
// the wave there, and the record repeats the run from there.
func TestLoopsBeginLater(t *testing.T) {
	m, p, spec := swimmer()
	spec.Latency, spec.Controllers = 0, []control.Controller{{Name: "f", Kind: control.Sine, Inputs: []int{1}, Frequency: []float64{3}, Amplitude: []float64{1}, Bias: []float64{2}}}
	p.Actuators[1].HalfLife, spec.Inputs[1].Rate = 0, 0
	start := m.Start()
	start.Step, start.Time = 17, 0.123
	e, loop := closed(t, makers()["cpuref"], m, p, spec, start)
	before, changed := 1.0, false
	for range 60 {
		now := stateOf(t, e)
		scaler, _ := model.As[model.RestScaler](e)
		after := scaler.RestScale()[1]
		if math.Abs(after-before) > 0.1*2*math.Pi*3.5*p.DT && now.Step > 17 {
			t.Fatalf("the muscle jumps from %g to %g at step %d", before, after, now.Step)
		}
		changed = changed || len(recordingOf(t, loop).Actions) > 4
		before = after
		step(t, e, 1)
	}
	if !changed {
		t.Fatal("nothing was set")
	}
	replay := *spec
	replay.Replay = recordingOf(t, loop)
	again, _ := closed(t, makers()["cpuref"], m, p, &replay, start)
	step(t, again, 60)
	must.Hold(t, bits(stateOf(t, again)) == bits(stateOf(t, e)), "what was recorded does not repeat the run")
}

// swimmer is a row of masses with muscles under all kinds of controllers.
func swimmer() (*model.Model, model.Params, *control.Spec) {
	const n = 9
	m := &model.Model{Name: "swimmer", Materials: []model.Material{{}, {Name: "s", Stiffness: 200, Damping: 0.5}}, ActuatorOf: []uint16{}}
	for i := range n {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i) * 0.1, 0.01 * float64(i%2), 0})
		m.Mass = append(m.Mass, 0.1)
	}
	for i := range n - 1 {
		m.AddSpring(model.Ends{uint32(i), uint32(i + 1)}, m.RestPosition[i].Sub(m.RestPosition[i+1]).Len(), 1)
		m.ActuatorOf[i] = uint16(i%4 + 1)
	}
	p := model.Params{DT: 2e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(-0.02, 2000, 2)}}
	for i := range 4 {
		p.Actuators = append(p.Actuators, model.Actuator{Name: fmt.Sprint("muscle ", i), Amplitude: 0.1, Frequency: 1, HalfLife: 0.01 * float64(i)})
	}
	spec := &control.Spec{Period: 7, Latency: 1,
		Inputs: []control.Input{{Name: "a", Of: "actuator[0].length", Initial: 1, Min: 0.8, Max: 1.2}, {Name: "b", Of: "actuator[1].frequency", Initial: 1, Rate: 5},
			{Name: "c", Of: "actuator[muscle 2].amplitude"}, {Name: "d", Of: "actuator[3].phase"}},
		Sensors: []control.Sensor{{Name: "low", What: control.Contact, Masses: []uint32{0, 1, 2}}, {Name: "v", What: control.Velocity, Delay: 3, Noise: 0.01, Seed: 5},
			{Name: "way", What: control.Metric, Metric: "path"}, {Name: "pull", What: control.Force, Actuator: 1, Every: 2, Delay: 1}},
		Controllers: []control.Controller{
			{Name: "waves", Kind: control.Oscillators, Inputs: []int{0, 1}, Sensors: []int{1}, Frequency: []float64{2, 3}, Amplitude: []float64{0.2, 2}, Bias: []float64{1, 2}, Settle: 20,
				Coupling: []float64{0, 3, 3, 0}, Offset: []float64{0, 1, -1, 0}, Feedback: []float64{1, 0, 0, 0, 2, 0}},
			{Name: "net", Kind: control.Network, Inputs: []int{2}, Sensors: []int{0, 1}, Layers: []int{3}, Amplitude: []float64{0.3}, Weights: slices.Repeat([]float64{0.3, -0.7, 0.9}, 20)[:19]},
			{Name: "start", Kind: control.Reflex, Inputs: []int{3}, Sensors: []int{0}, Gain: []float64{0.5}, Threshold: 0.1, Hold: 0.05, Refractory: 0.1},
			{Name: "far", Kind: control.Linear, Inputs: []int{2}, Sensors: []int{2, 3}, Gain: []float64{0.2, 0.01}},
			{Name: "sine", Kind: control.Sine, Inputs: []int{3}, Frequency: []float64{1.5}, Amplitude: []float64{0.2}},
			{Name: "pid", Kind: control.PID, Inputs: []int{0}, Sensors: []int{3}, KP: []float64{0.02}, KI: []float64{0.5}, KD: []float64{1e-4}, Goal: []float64{0.5}, Limit: []float64{0.2}},
		}}
	return m, p, spec
}
