package preset

import (
	"math"
	"slices"
	"strconv"

	"hooke/control"
	"hooke/model"
	"hooke/scene"
)

// controlPeriod is the time between two answers of the robots' controllers [s].
const controlPeriod = 0.02

// The oscillators of the quadruped pull each other into the gait's order, and legs that carry more than their share are
// slowed down, the others hurried (Owaki et al., J. R. Soc. Interface 10, 20120669, 2013, have such feedback). Of
// frequencies of 1.5, 1.75 and 2 Hz and feedback of −8, −3, 0, 3 and 8 1/s these go farthest in 6 s.
const (
	quadrupedFrequency = 2.0 // [Hz]
	quadrupedCoupling  = 2.0 // [1/s]
	quadrupedFeedback  = 3.0 // of the share of a pair of feet that stand [1/s]
	quadrupedSettle    = 20. // [1/s]
)

// trot returns the control of the quadruped: an oscillator for each muscle, in the order of the phases that the muscles have.
func trot(s *scene.Scene) *control.Spec {
	c := control.Controller{Name: "trot", Kind: control.Oscillators, Sensors: []int{0, 1}, Settle: quadrupedSettle,
		Frequency: []float64{quadrupedFrequency}}
	spec := &control.Spec{Seconds: controlPeriod}
	for k, pair := range [][]string{{"back_right", "front_left"}, {"front_right", "back_left"}} {
		var feet []uint32
		for _, name := range pair {
			g, _ := s.Model.Group(name)
			feet = append(feet, g.Masses...)
		}
		slices.Sort(feet)
		spec.Sensors = append(spec.Sensors, control.Sensor{Name: []string{"feet_a", "feet_b"}[k], What: control.Contact, Masses: feet})
	}
	for i, a := range s.Params.Actuators {
		spec.Inputs = append(spec.Inputs, lengthOf(i, a))
		c.Inputs = append(c.Inputs, i)
		c.Bias, c.Amplitude = append(c.Bias, 1), append(c.Amplitude, a.Amplitude)
		c.Phase = append(c.Phase, a.Phase-math.Pi/2)
		own := 1.0
		if math.Abs(a.Phase) > math.Pi/2 { // of the legs of the second pair
			own = -1
		}
		c.Feedback = append(c.Feedback, -quadrupedFeedback*own, quadrupedFeedback*own)
		for j, other := range s.Params.Actuators {
			weight := 0.0
			if j != i {
				weight = quadrupedCoupling
			}
			c.Coupling = append(c.Coupling, weight)
			c.Offset = append(c.Offset, other.Phase-a.Phase)
		}
	}
	spec.Controllers = []control.Controller{c}
	return spec
}

// lengthOf returns an input that is the length of a muscle, which keeps within its amplitude.
func lengthOf(i int, a model.Actuator) control.Input {
	return control.Input{Name: "muscle_" + strconv.Itoa(i), Of: "actuator[" + strconv.Itoa(i) + "].length", Initial: 1, Min: 1 - a.Amplitude, Max: 1 + a.Amplitude}
}

// frequencyOf returns an input that is the frequency of all muscles.
func frequencyOf(initial, low, high float64) control.Input {
	return control.Input{Name: "frequency", Of: "actuator[*].frequency", Initial: initial, Min: low, Max: high}
}

// wind returns the control of the snake: a reflex hurries it while more than a hundredth of its masses touch the ground, where they
// push it. Of thresholds of 0.01 to 0.12 and 1 to 2.5 Hz more these lead it farthest to its side in 4 s.
func wind(*scene.Scene) *control.Spec {
	const calm, hurry = 1.5, 1 // [Hz]
	return &control.Spec{Seconds: controlPeriod, Inputs: []control.Input{frequencyOf(calm, 0, 4)},
		Sensors: []control.Sensor{{Name: "lies", What: control.Contact}},
		Controllers: []control.Controller{{Name: "hurry", Kind: control.Reflex, Sensors: []int{0}, Inputs: []int{0},
			Bias: []float64{calm}, Gain: []float64{hurry}, Threshold: 0.01}}}
}

// pace returns the control of the crawler: a network of one unit holds a speed by the frequency.
func pace(*scene.Scene) *control.Spec {
	const goal, middle, reach = 0.2, 2.5, 1.5 // [m/s], [Hz], [Hz]
	const steep = 10                          // [s/m]
	return &control.Spec{Seconds: controlPeriod, Inputs: []control.Input{frequencyOf(2, 1, 4)},
		Sensors: []control.Sensor{{Name: "velocity", What: control.Velocity}},
		Controllers: []control.Controller{{Name: "pace", Kind: control.Network, Sensors: []int{0}, Inputs: []int{0},
			Bias: []float64{middle}, Amplitude: []float64{reach}, Weights: []float64{-steep, 0, 0, steep * goal}}}}
}
