package control

import "slices"

// NumberNames returns the words of the numbers of controllers that may change while they act, as scene files have them. A phase of
// oscillators is that of their start.
func NumberNames() []string {
	return []string{"bias", "gain", "frequency", "amplitude", "phase", "coupling", "offset", "feedback", "weights", "settle", "threshold", "hold", "refractory", "kp", "ki", "kd", "goal", "limit"}
}

// numbers returns those that a controller has by a name: a list, or one that is none of a list.
func (c *Controller) numbers(name string) (list []float64, one *float64) {
	switch name {
	case "bias":
		return c.Bias, nil
	case "gain":
		return c.Gain, nil
	case "frequency":
		return c.Frequency, nil
	case "amplitude":
		return c.Amplitude, nil
	case "phase":
		return c.Phase, nil
	case "coupling":
		return c.Coupling, nil
	case "offset":
		return c.Offset, nil
	case "feedback":
		return c.Feedback, nil
	case "weights":
		return c.Weights, nil
	case "kp":
		return c.KP, nil
	case "ki":
		return c.KI, nil
	case "kd":
		return c.KD, nil
	case "goal":
		return c.Goal, nil
	case "limit":
		return c.Limit, nil
	}
	switch {
	case name == "settle" && c.Kind == Oscillators:
		one = &c.Settle
	case name == "threshold" && c.Kind == Reflex:
		one = &c.Threshold
	case name == "hold" && c.Kind == Reflex:
		one = &c.Hold
	case name == "refractory" && c.Kind == Reflex:
		one = &c.Refractory
	}
	return nil, one
}

// Numbers returns the total length of a named list over all controllers. Lists that a
// controller does not use or lacks do not count.
func (s *Spec) Numbers(name string) (count int) {
	if s == nil {
		return 0
	}
	for i := range s.Controllers {
		list, one := s.Controllers[i].numbers(name)
		count += len(list)
		if one != nil {
			count++
		}
	}
	return count
}

// Number returns the address of number i of a name, in the order of controllers and of their lists; nil: no such number.
func (s *Spec) Number(name string, i int) *float64 {
	for k := range s.Controllers {
		list, one := s.Controllers[k].numbers(name)
		switch {
		case i < len(list):
			return &list[i]
		case one != nil && i == 0:
			return one
		case one != nil:
			i--
		}
		i -= len(list)
	}
	return nil
}

// Clone returns a spec whose sensors and controllers, with their numbers, are its own.
func (s *Spec) Clone() *Spec {
	if s == nil {
		return nil
	}
	out := *s
	out.Sensors, out.Controllers = slices.Clone(s.Sensors), slices.Clone(s.Controllers)
	for i := range out.Controllers {
		c := &out.Controllers[i]
		for _, list := range []*[]float64{&c.Bias, &c.Gain, &c.Frequency, &c.Amplitude, &c.Phase, &c.Coupling, &c.Offset, &c.Feedback, &c.Weights, &c.KP, &c.KI, &c.KD, &c.Goal, &c.Limit} {
			*list = slices.Clone(*list)
		}
	}
	return &out
}
