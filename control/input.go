package control

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hooke/model"
)

// Input is a number of a run that controllers and hosts set. The zero value is refused.
type Input struct {
	Name    string
	Of      string  // its target, such as actuator[2].length, or of several actuator[0..3].length or actuator[*].length; see Quantities
	Initial float64 // until the first action
	Min     float64 // bounds of the value; both zero: none
	Max     float64
	Rate    float64 // largest change [1/s]; zero: none
}

// inputForm is the form of Input.Of.
var inputForm = regexp.MustCompile(`^([a-z]+)\[([^\]]+)\](?:\.([a-z_]+))?$`)

// setter is an input whose fields in the parameters are known.
type setter struct {
	quantity
	items []int // of the parameters, ascending; at least one
}

// resolve finds the target of an input.
func (in Input) resolve(p *model.Params) (setter, error) {
	parts := inputForm.FindStringSubmatch(in.Of)
	if parts == nil {
		return setter{}, fmt.Errorf("%q sets nothing; write such as actuator[0].length, actuator[*].frequency, force[push].x, motor[0].speed or mass[head]", in.Of)
	}
	all := quantities()
	at := slices.IndexFunc(all, func(q quantity) bool { return q.kind == parts[1] && q.part == parts[3] })
	if at < 0 {
		var known []string
		for _, q := range all {
			known = append(known, q.form())
		}
		return setter{}, fmt.Errorf("%q sets nothing; known are %s", in.Of, strings.Join(known, ", "))
	}
	items := ItemsOf(parts[2], namesOf(p, parts[1]))
	if items == nil {
		return setter{}, fmt.Errorf("%q: there is no %s %s; there are %d", in.Of, parts[1], parts[2], len(namesOf(p, parts[1])))
	}
	return setter{all[at], items}, nil
}

// ItemsOf returns the items, of those with these names, that a number from 0, a name, a range such as 0..3, or * means; nil: none.
func ItemsOf(text string, names []string) (items []int) {
	first, last, several := strings.Cut(text, "..")
	low, lowErr := strconv.Atoi(first)
	high, highErr := strconv.Atoi(last)
	switch {
	case text == "*":
		low, high = 0, len(names)-1
	case several && lowErr == nil && highErr == nil:
	case lowErr == nil && !several:
		high = low
	default:
		low = slices.Index(names, text)
		high = low
	}
	if low < 0 || high >= len(names) {
		return nil
	}
	for i := low; i <= high; i++ {
		items = append(items, i)
	}
	return items
}

// Now returns the value of the input's target in a run without the input, the first of
// several; 1 for the length of a muscle.
func (in Input) Now(p model.Params) (float64, error) {
	s, err := in.resolve(&p)
	if err != nil {
		return 0, err
	}
	return s.get(&p, s.items[0]), nil
}

// Lengths reports whether an input sets the length of a muscle, instead of its wave.
func (s *Spec) Lengths() bool {
	return s != nil && slices.ContainsFunc(s.Inputs, func(in Input) bool { return strings.HasSuffix(in.Of, "].length") })
}

// SetsOnly reports whether inputs set nothing but items of these kinds, such as actuator.
func (s *Spec) SetsOnly(kinds ...string) bool {
	return s == nil || !slices.ContainsFunc(s.Inputs, func(in Input) bool {
		kind, _, _ := strings.Cut(in.Of, "[")
		return !slices.Contains(kinds, kind)
	})
}

// Begun returns parameters with the inputs' initial values. The spec has been checked.
func (s *Spec) Begun(p model.Params) model.Params {
	p = p.Clone()
	for _, in := range s.Inputs {
		if target, err := in.resolve(&p); err == nil {
			target.put(&p, in.Initial, 0)
		}
	}
	return p
}

// put sets all items of a setter.
func (s *setter) put(p *model.Params, value, shift float64) {
	for _, i := range s.items {
		s.set(p, i, value)
		if s.move != nil {
			s.move(p, i, shift)
		}
	}
}

// namesOf returns the names of the items of a kind.
func namesOf(p *model.Params, kind string) (names []string) {
	switch kind {
	case "actuator":
		for _, a := range p.Actuators {
			names = append(names, a.Name)
		}
	case "motor":
		for _, m := range p.Motors {
			names = append(names, m.Name)
		}
	case "force":
		for _, f := range p.Forces {
			names = append(names, f.Name)
		}
	case massKind:
		for _, f := range p.MassFactors {
			names = append(names, f.Name)
		}
	case "handle":
		names = make([]string, len(p.Handles))
	case "contact":
		names = make([]string, len(p.Contacts))
	}
	return names
}

// limit returns a value within the bounds of the input, that was another one a period before [s].
func (in Input) limit(value, before, period float64) float64 {
	if in.Rate > 0 {
		step := in.Rate * period
		value = max(before-step, min(before+step, value))
	}
	if in.Min < in.Max {
		value = max(in.Min, min(in.Max, value))
	}
	return value
}

// faults returns an error for faults in the numbers of an input.
func (in Input) faults() error {
	for _, x := range []float64{in.Initial, in.Min, in.Max, in.Rate} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("initial, min, max and rate must be finite numbers")
		}
	}
	switch {
	case strings.ContainsAny(in.Name, "\n\r"):
		return fmt.Errorf("name %q has several lines; give one", in.Name)
	case in.Min > in.Max || in.Min == in.Max && in.Min != 0:
		return fmt.Errorf("min is %g and max %g; min must be less", in.Min, in.Max)
	case in.Rate < 0:
		return fmt.Errorf("rate is %g; it must not be negative", in.Rate)
	case in.Min < in.Max && (in.Initial < in.Min || in.Initial > in.Max):
		return fmt.Errorf("initial is %g; it must be from min %g to max %g", in.Initial, in.Min, in.Max)
	}
	return nil
}

// massFault returns an error for an input of masses without bounds, or whose bounds are invalid for the run.
func (in Input) massFault(p model.Params, target *setter, m *model.Model) error {
	switch {
	case !(in.Min < in.Max):
		return fmt.Errorf("min and max are missing; give both for an input of masses, whose step is chosen for the lightest")
	case in.Min < model.LeastFactor:
		return fmt.Errorf("min is %g; masses take factors from %g to %g", in.Min, model.LeastFactor, model.MostFactor)
	case in.Max > model.MostFactor:
		return fmt.Errorf("max is %g; masses take factors from %g to %g", in.Max, model.LeastFactor, model.MostFactor)
	}
	target.put(&p, in.Min, 0)
	return p.ValidateFor(m)
}
