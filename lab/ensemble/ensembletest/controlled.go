package ensembletest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"hooke/control"
	"hooke/lab/ensemble"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Steered returns walkers whose muscles a network and a wave drive, from sensors; weights and
// a stiffness are free.
func Steered(t testing.TB) ensemble.Kind {
	k := KindOf(t, "walker", ensemble.Field{Path: "material.stiffness", Index: 1})
	k.Control = &control.Spec{Period: 10, Latency: 1, Inputs: []control.Input{
		{Name: "reach", Of: "actuator[0..5].amplitude", Initial: 0.1, Min: -0.3, Max: 0.3}, {Name: "beat", Of: "actuator[6..11].frequency", Initial: 2, Min: 0.5, Max: 4, Rate: 100},
		{Name: "lead", Of: "actuator[3].phase"}},
		Sensors: []control.Sensor{{Name: "high", What: control.Height, Noise: 0.05, Delay: 1}, {Name: "touch", What: control.Contact}, {Name: "turned", What: control.Orientation},
			{Name: "long", What: control.Length, Actuator: 2}, {Name: "fast", What: control.Velocity, Masses: []uint32{1, 5, 9}}},
		Controllers: []control.Controller{{Kind: control.Network, Sensors: []int{0, 1, 2, 3, 4}, Inputs: []int{0, 1}, Layers: []int{4}, Bias: []float64{0.1, 2}, Amplitude: []float64{0.2, 1}, Weights: make([]float64, 54)},
			{Kind: control.Sine, Inputs: []int{2}, Frequency: []float64{3}, Amplitude: []float64{0.2}}}}
	for i := range k.Control.Controllers[0].Weights {
		k.Free = append(k.Free, ensemble.Field{Path: "controller.weights", Index: i})
	}
	return k
}

// ControlOf returns the control of a preset.
func ControlOf(t testing.TB, preset string) *control.Spec {
	t.Helper()
	s, err := open.Scene(preset, scene.Options{})
	must.Do(t, err)
	return s.Control
}

// Reflexes returns the structure of Features with inputs on lengths and forces, and a controller of each other kind.
func Reflexes(testing.TB) ensemble.Kind {
	k := Features()
	k.Control = &control.Spec{Seconds: 0.01, Inputs: []control.Input{
		{Name: "long", Of: "actuator[0..1].length", Initial: 1, Min: 0.9, Max: 1.1}, {Name: "short", Of: "actuator[3].length", Initial: 1, Min: 0.9, Max: 1.1},
		{Name: "push", Of: "force[1].z"}, {Name: "pull", Of: "force[0].x", Initial: 0.5}},
		Sensors: []control.Sensor{{Name: "low", What: control.ContactForce, Masses: []uint32{0, 1, 2, 3}}, {Name: "spin", What: control.AngularVelocity, Noise: 0.01, Seed: 3}, {Name: "time", What: control.Time}},
		Controllers: []control.Controller{{Kind: control.PID, Inputs: []int{3}, Sensors: []int{0}, KP: []float64{0.01}, KI: []float64{0.5}, KD: []float64{1e-3}, Goal: []float64{1}, Limit: []float64{0.4}},
			{Kind: control.Oscillators, Inputs: []int{0, 1}, Sensors: []int{1}, Bias: []float64{1, 1}, Amplitude: []float64{0.05}, Frequency: []float64{4}, Coupling: []float64{0, 5, 5, 0},
				Offset: []float64{0, 1, -1, 0}, Feedback: []float64{0.1, 0, 0, 0, 0.1, 0}, Settle: 20},
			{Kind: control.Reflex, Inputs: []int{2}, Sensors: []int{0}, Gain: []float64{0.5}, Threshold: 2, Hold: 0.05, Refractory: 0.1},
			{Kind: control.Linear, Inputs: []int{3}, Sensors: []int{1, 2}, Gain: []float64{0.1, 0.1, 0.1, 0.3}, Bias: []float64{0.5}}}}
	for path, count := range map[string]int{"amplitude": 1, "frequency": 1, "gain": 5, "threshold": 1, "settle": 1, "ki": 1, "goal": 1} {
		for i := range count {
			k.Free = append(k.Free, ensemble.Field{Path: "controller." + path, Index: i})
		}
	}
	return k
}

// Minds returns Designs whose controllers are random near those of the kind, with seeds of their own.
func Minds(t testing.TB, k ensemble.Kind, count int) []ensemble.Member {
	t.Helper()
	out := Designs(t, k, count)
	for i := range out {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		out[i].Seed = r.Uint64()
		for f := range k.Free {
			if k.Free[f].Path == "controller.weights" {
				out[i].Values[f] = r.NormFloat64()
			}
		}
	}
	return out
}

// Engines make an engine for tests.
type Engines func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error)

func (make Engines) of(t testing.TB, k ensemble.Kind, members ...ensemble.Member) ensemble.Engine {
	t.Helper()
	e, err := make([]ensemble.Kind{k}, members)
	must.Do(t, err)
	t.Cleanup(e.Close)
	return e
}

// controlled returns the kinds of tests of control.
func controlled(t testing.TB) map[string]ensemble.Kind {
	return map[string]ensemble.Kind{"steered": Steered(t), "reflexes": Reflexes(t)}
}

// ControlAlone asks for E1 of controlled members: their bits do not depend on where they lie, on their number, on members that end beside
// them and on how steps are divided, and do depend on their values and seeds.
func ControlAlone(t *testing.T, make Engines, counts ...int) {
	for name, k := range controlled(t) {
		all := Minds(t, k, 40)
		design := all[7]
		alone := make.of(t, k, design)
		Step(t, 70, alone)
		want := Sum(t, alone, 0)
		for _, count := range counts {
			members, at := append([]ensemble.Member(nil), all[8:8+count]...), count*2/3
			members[at] = design
			for i := range members {
				if i != at && i%3 == 0 {
					members[i].Until.Words, members[i].Until.FallHeight = []string{"fell"}, 10
				}
			}
			e := make.of(t, k, members...)
			for _, n := range []int{1, 9, 3, 22, 35} {
				Step(t, n, e)
			}
			if got := Sum(t, e, at); got != want {
				t.Errorf("%s: member %d of %d has other bits than alone", name, at, count)
			}
		}
		seeded := design
		seeded.Seed++
		other := make.of(t, k, seeded)
		Step(t, 70, other)
		if Sum(t, other, 0) == want {
			t.Errorf("%s: another seed changes nothing", name)
		}
	}
}

// ControlReset asks for E4 of controlled members: those of the mask go as fresh ones, others keep every bit, also in the middle of a period.
func ControlReset(t *testing.T, make Engines) {
	for name, k := range controlled(t) {
		members := Minds(t, k, 20)
		e, whole, fresh := make.of(t, k, members...), make.of(t, k, members...), make.of(t, k, members...)
		Step(t, 37, e, whole)
		mask := append([]bool(nil), maskOf(20, 3, 17)...)
		must.Do(t, e.Reset(mask, nil))
		Step(t, 54, e, whole, fresh)
		for i := range members {
			other, what := whole, "was not reset and differs from one that goes on"
			if mask[i] {
				other, what = fresh, "was reset and differs from a fresh one"
			}
			if Sum(t, e, i) != Sum(t, other, i) {
				t.Errorf("%s: member %d %s", name, i, what)
			}
		}
	}
}

func maskOf(n int, set ...int) []bool {
	out := make([]bool, n)
	for _, i := range set {
		out[i] = true
	}
	return out
}

// ControlSet checks that new values of controllers act from the next boundary on, with the
// latency, and others at once, in addition to inputs.
func ControlSet(t *testing.T, make Engines) {
	k := Steered(t)
	members := Minds(t, k, 18)
	e, plain := make.of(t, k, members...), make.of(t, k, members...)
	Step(t, 23, e, plain)
	weights := func(by float64) (values []float64) {
		for i := range members {
			values = append(values, members[i].Values[1+53]+by)
		}
		return values
	}
	if err := e.Set(0, 1+53, weights(1)); err != nil { // a bias of the last layer
		t.Fatal(err)
	}
	// The next boundary is at step 30; its action acts from step 40 on, so that velocities differ after 41.
	for _, until := range []struct {
		step int
		same bool
	}{{30, true}, {40, true}, {43, false}} {
		Step(t, until.step-int(Read(t, e, 5).Step), e, plain)
		if same := Sum(t, e, 5) == Sum(t, plain, 5); same != until.same {
			t.Errorf("weights that are set at step 23: the same at step %d is %v", until.step, same)
		}
	}
	// A value set to its old value changes no bit.
	must.Do(t, e.Set(0, 1+53, weights(0)))
	e, plain = make.of(t, k, members...), make.of(t, k, members...)
	Step(t, 33, e, plain)
	same := []float64{}
	for i := range members {
		same = append(same, members[i].Values[0])
	}
	must.Do(t, e.Set(0, 0, same))
	Step(t, 20, e, plain)
	if Sum(t, e, 5) != Sum(t, plain, 5) {
		t.Error("a stiffness that is set to what it was changes what inputs have set")
	}
}

// ControlHosted asks of a host that acts as a controller would, member by member, for the same bits, and for errors where it does not act.
func ControlHosted(t *testing.T, make Engines) {
	k := Reflexes(t)
	k.Control.Controllers = k.Control.Controllers[3:]
	k.Free = k.Free[:3]
	members := Minds(t, k, 19)
	want := make.of(t, k, members...)
	hosted := k
	spec := *k.Control
	spec.Host, spec.Controllers = true, nil
	hosted.Control = &spec
	e := make.of(t, hosted, members...)
	y, u := make64(19*5), make64(19*4)
	if err := e.Step(1); err == nil || fmt.Sprint(err) != "ensemble: member 0: the host did not act for boundary 0 of the engine: call Act before Step" {
		t.Errorf("without an action: %v", err)
	}
	for b := range 12 {
		if err := e.Sense(e.Boundary(), y); err != nil || e.Boundary() != int64(b) {
			t.Fatal(err, e.Boundary())
		}
		c := &k.Control.Controllers[0]
		for i := range members {
			copy(u[4*i:], []float64{1, 1, 0, 0.5})
			for s, gain := range c.Gain {
				u[4*i+3] += gain * y[5*i+1+s]
			}
		}
		must.Do(t, e.Act(int64(b), u))
		Step(t, 5, e, want)
	}
	for i := range members {
		if Sum(t, e, i) != Sum(t, want, i) {
			t.Errorf("member %d of a host differs from one with the same controller", i)
		}
	}
	Step(t, 0, e)
	for what, err := range map[string]error{"a boundary that has passed": e.Act(3, u), "few numbers": e.Act(12, u[:5]), "little room": e.Sense(12, y[:5]), "sensors of another boundary": e.Sense(3, y)} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// ControlHostedReset asks that a member which is reset within a period continues as a fresh one does that gets the host's actions of the
// periods in which its own boundaries lie, and that all others continue as if nothing had been.
func ControlHostedReset(t *testing.T, make Engines) {
	k := Reflexes(t)
	k.Free = k.Free[:3]
	spec := *k.Control
	spec.Host, spec.Controllers = true, nil
	k.Control = &spec
	members := Minds(t, k, 3)
	e, plain, fresh := make.of(t, k, members...), make.of(t, k, members...), make.of(t, k, members[1])
	act := func(e ensemble.Engine, b int64, members ...int) {
		t.Helper()
		var u []float64
		for _, i := range members {
			u = append(u, 1, 1, 0.1*float64(i), 0.5+0.1*float64(b)+0.05*float64(i))
		}
		must.Do(t, e.Act(b, u))
	}
	act(e, 0, 0, 1, 2)
	act(plain, 0, 0, 1, 2)
	Step(t, 2, e, plain)
	must.Do(t, e.Reset(maskOf(3, 1), nil))
	act(fresh, 0, 1)
	Step(t, 3, e, plain, fresh)
	act(e, 1, 0, 1, 2)
	act(plain, 1, 0, 1, 2)
	Step(t, 2, e, plain)
	act(e, 1, 0, 1, 2) // again, for the one that has not passed it
	act(fresh, 1, 1)
	Step(t, 2, fresh)
	Step(t, 3, e, plain, fresh)
	for i := range members {
		if i != 1 && Sum(t, e, i) != Sum(t, plain, i) {
			t.Errorf("member %d has other bits beside one that was reset", i)
		}
	}
	if Sum(t, e, 1) != Sum(t, fresh, 0) {
		t.Error("a member that was reset within a period differs from a fresh one")
	}
}

func make64(n int) []float64 { return make([]float64, n) }
