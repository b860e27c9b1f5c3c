package control_test

import (
	"math"
	"slices"
	"testing"

	"hooke/control"
	"hooke/model"
	"hooke/must"
)

// hover is a mass of 0.8 kg under gravity, which a force holds at a height [m] by a pid of kp 100 N/m and kd 15 N·s/m.
func hover(ki, goal, limit float64) (*model.Model, model.Params, *control.Spec) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{0.8}, Materials: []model.Material{{}}}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Forces: []model.Force{{Name: "lift", Masses: []uint32{0}}}}
	c := control.Controller{Kind: control.PID, Sensors: []int{0}, Inputs: []int{0}, KP: []float64{100}, KI: []float64{ki}, KD: []float64{15}, Goal: []float64{goal}}
	if limit > 0 {
		c.Limit = []float64{limit}
	}
	return m, p, &control.Spec{Period: 5, Inputs: []control.Input{{Name: "lift", Of: "force[lift].z"}},
		Sensors: []control.Sensor{{Name: "height", What: control.Height}}, Controllers: []control.Controller{c}}
}

// Without an integral the mass rests where kp times the error carries its weight, m g/kp = 0.07848 m below the goal; with one, at the goal.
func TestPIDRestsAtItsGoal(t *testing.T) {
	for name, make := range makers() {
		for ki, low := range map[float64]float64{0: 0.8 * 9.81 / 100, 60: 0} {
			m, p, spec := hover(ki, 0.5, 0)
			e, _ := closed(t, make, m, p, spec, nil)
			step(t, e, 30_000)
			must.Near(t, 0.5-stateOf(t, e).Position[0][2], low, 1e-6, "%s: ki %g: depth below the goal", name, ki)
		}
	}
}

// overshoot returns how far the mass rises over the goal of a step from 0 to 1 m, and how far it is from it at the end.
func overshoot(t *testing.T, m *model.Model, p model.Params, spec *control.Spec) (over, off float64) {
	e, _ := closed(t, makers()["cpuref"], m, p, spec, nil)
	for range 2000 {
		step(t, e, 10)
		off = stateOf(t, e).Position[0][2] - 1
		over = max(over, off)
	}
	return over, math.Abs(off)
}

// A force of 9 N, which hardly lifts the weight of 7.848 N, needs long to raise the mass. As a limit of the pid it
// stops the integral; as a bound of the input, of which the pid does not know, it lets the integral grow, and the mass overshoots.
func TestPIDDoesNotWindUp(t *testing.T) {
	m, p, spec := hover(60, 1, 9)
	over, off := overshoot(t, m, p, spec)
	m, p, spec = hover(60, 1, 0)
	spec.Inputs[0].Min, spec.Inputs[0].Max = -9, 9
	wound, _ := overshoot(t, m, p, spec)
	t.Logf("over the goal: %.4f m, with windup %.4f m", over, wound)
	must.Hold(t, over < 0.01 && off < 1e-3, "it rises %g m over the goal, and ends %g m from it", over, off)
	must.Hold(t, wound > 0.3, "with windup it rises %g m over the goal, without %g m", wound, over)
}

// A pid of two loops is its formula, boundary by boundary, within and at its limit.
func TestPIDIsItsFormula(t *testing.T) {
	const dt, n = 1e-3, 10
	m := &model.Model{RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 2}, Materials: []model.Material{{}}}
	p := model.Params{DT: dt, Gravity: model.EarthGravity(), Forces: []model.Force{{Masses: []uint32{0}}, {Masses: []uint32{1}}}}
	kp, ki, kd, goal, limit := []float64{20, 30}, []float64{40, 500}, 3., []float64{0.1, 0.5}, 14.
	spec := &control.Spec{Period: n, Inputs: []control.Input{{Name: "a", Of: "force[0].z"}, {Name: "b", Of: "force[1].z"}},
		Sensors: []control.Sensor{{Name: "a", What: control.Height, Masses: []uint32{0}}, {Name: "b", What: control.Height, Masses: []uint32{1}}},
		Controllers: []control.Controller{{Kind: control.PID, Sensors: []int{0, 1}, Inputs: []int{0, 1}, Bias: []float64{9.81, 19.62},
			KP: kp, KI: ki, KD: []float64{kd}, Goal: goal, Limit: []float64{limit}}}}
	for name, make := range makers() {
		e, loop := closed(t, make, m, p, spec, nil)
		z, v, integral := [2]float64{}, [2]float64{}, [2]float64{}
		before, held := [2]float64{}, 0
		for b := range 100 {
			step(t, e, n)
			for i := range 2 {
				err := goal[i] - z[i]
				sum := integral[i] + kp[i]*err + ki[i]*err*n*dt - kd*(z[i]-before[i])/(n*dt)
				if sum > limit && err > 0 || sum < -limit && err < 0 {
					sum -= ki[i] * err * n * dt
					held++
				} else {
					integral[i] += ki[i] * err * n * dt
				}
				before[i] = z[i]
				weight := 9.81 * m.Mass[i]
				u := weight + min(limit, max(-limit, sum))
				must.Near(t, recordingOf(t, loop).Actions[2*b+i], u, 1e-5, "%s: input %d at boundary %d", name, i, b)
				for range n {
					v[i] += dt * (u - weight) / m.Mass[i]
					z[i] += dt * v[i]
				}
			}
		}
		must.Hold(t, held > 5 && held < 190, "%s: %d of 200 actions are at the limit", name, held)
	}
}

// A pid refuses sensors that do not match its inputs, numbers of others, and limits below zero.
func TestPIDRefuses(t *testing.T) {
	for want, spoil := range map[string]func(s *control.Spec){
		"number of sensors for each input": func(s *control.Spec) { s.Sensors[0].What = control.Position },
		"needs sensors":                    func(s *control.Spec) { s.Controllers[0].Sensors = nil },
		"limit has -1":                     func(s *control.Spec) { s.Controllers[0].Limit = []float64{-1} },
		"kp has 2 numbers; give 1":         func(s *control.Spec) { s.Controllers[0].KP = []float64{1, 2} },
		"without kp, ki and kd":            func(s *control.Spec) { s.Controllers[0].KP, s.Controllers[0].KI, s.Controllers[0].KD = nil, nil, nil },
		"gain means nothing":               func(s *control.Spec) { s.Controllers[0].Gain = []float64{1} },
		"goal means nothing": func(s *control.Spec) {
			s.Controllers[0].Kind, s.Controllers[0].KP, s.Controllers[0].KI, s.Controllers[0].KD = control.Linear, nil, nil, nil
			s.Controllers[0].Gain = []float64{1}
		},
	} {
		m, p, spec := hover(0, 0.5, 0)
		must.Do(t, spec.Check(m, p))
		spoil(spec)
		must.Say(t, "", spec.Check(m, p), want)
	}
}

// Checkpoints of runs that older programs wrote continue: a spec without a pid has the fingerprint that it had before there
// were any, and one whose pid differs in a number has another one.
func TestFingerprintsWithoutPIDStay(t *testing.T) {
	old := &control.Spec{Period: 10, Inputs: []control.Input{{Name: "push", Of: "force[push].x"}}, Sensors: []control.Sensor{place("x")},
		Controllers: []control.Controller{{Name: "p", Kind: control.Linear, Sensors: []int{0}, Inputs: []int{0}, Gain: []float64{-5, 0, 0}}}}
	must.Be(t, old.Fingerprint(), "dc0eaab5de0ba259f538622e41efa360c9e369a465e1da4dc7cbcd4e7641a300", "a controller that is linear")
	var seen []string
	for _, x := range [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		_, _, spec := hover(x[0], x[1], x[2])
		must.Hold(t, !slices.Contains(seen, spec.Fingerprint()), "%v has the fingerprint of another pid", x)
		seen = append(seen, spec.Fingerprint())
	}
}
