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
	Of      string  // what it sets, such as actuator[2].length; see Quantities
	Initial float64 // until the first action
	Min     float64 // bounds of what is set; both zero: none
	Max     float64
	Rate    float64 // largest change [1/s]; zero: none
}

// quantity is what an input sets of an item of the parameters.
type quantity struct {
	kind, part string
	unit, doc  string
	set        func(p *model.Params, i int, value float64)
	get        func(p *model.Params, i int) float64 // what it is without an input
	shifts     bool                                 // whether a change shifts the phase of an actuator, so that its wave goes on from where it is
}

// quantities are all that inputs may set.
func quantities() []quantity {
	axes := func(kind, doc, unit string, of func(p *model.Params, i int) *model.Vec3) (out []quantity) {
		for axis, part := range []string{"x", "y", "z"} {
			out = append(out, quantity{kind, part, unit, doc + " along " + part, func(p *model.Params, i int, value float64) { of(p, i)[axis] = value },
				func(p *model.Params, i int) float64 { return of(p, i)[axis] }, false})
		}
		return out
	}
	all := []quantity{
		{"actuator", "length", "", "factor on the rest length of its springs, in place of the wave", func(p *model.Params, i int, value float64) {
			a := &p.Actuators[i]
			a.Wave, a.Table, a.Amplitude, a.Frequency, a.Phase = model.Table, model.Curve{At: []float64{0}, Value: []float64{1}}, value-1, 0, 0
		}, func(*model.Params, int) float64 { return 1 }, false},
		{"actuator", "amplitude", "", "share of the rest length", func(p *model.Params, i int, value float64) { p.Actuators[i].Amplitude = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Amplitude }, false},
		{"actuator", "frequency", "Hz", "cycles a second; the phase goes on from where it is", func(p *model.Params, i int, value float64) { p.Actuators[i].Frequency = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Frequency }, true},
		{"actuator", "phase", "rad", "lead of the wave", func(p *model.Params, i int, value float64) { p.Actuators[i].Phase = value },
			func(p *model.Params, i int) float64 { return p.Actuators[i].Phase }, false},
		{"motor", "speed", "m/s", "that it drives its masses to", func(p *model.Params, i int, value float64) { p.Motors[i].Speed = value },
			func(p *model.Params, i int) float64 { return p.Motors[i].Speed }, false},
	}
	all = append(all, axes("force", "force on each of its masses", "N", func(p *model.Params, i int) *model.Vec3 { return &p.Forces[i].Force })...)
	return append(all, axes("handle", "place of its target", "m", func(p *model.Params, i int) *model.Vec3 { return &p.Handles[i].Target })...)
}

// Quantities are the forms of Input.Of with what they mean, for help and messages.
func Quantities() (forms []string) {
	for _, q := range quantities() {
		form := fmt.Sprintf("%s[i].%s: %s", q.kind, q.part, q.doc)
		if q.unit != "" {
			form += " [" + q.unit + "]"
		}
		forms = append(forms, form)
	}
	return forms
}

// inputForm is the form of Input.Of.
var inputForm = regexp.MustCompile(`^([a-z]+)\[([^\]]+)\]\.([a-z]+)$`)

// setter is an input whose place in the parameters is known.
type setter struct {
	quantity
	item int
}

// resolve finds what an input sets.
func (in Input) resolve(p *model.Params) (setter, error) {
	parts := inputForm.FindStringSubmatch(in.Of)
	if parts == nil {
		return setter{}, fmt.Errorf("%q sets nothing; write such as actuator[0].length, force[push].x or motor[0].speed", in.Of)
	}
	all := quantities()
	at := slices.IndexFunc(all, func(q quantity) bool { return q.kind == parts[1] && q.part == parts[3] })
	if at < 0 {
		var known []string
		for _, q := range all {
			known = append(known, q.kind+"[i]."+q.part)
		}
		return setter{}, fmt.Errorf("%q sets nothing; known are %s", in.Of, strings.Join(known, ", "))
	}
	names := namesOf(p, parts[1])
	item, err := strconv.Atoi(parts[2])
	if err != nil {
		item = slices.Index(names, parts[2])
	}
	if item < 0 || item >= len(names) {
		return setter{}, fmt.Errorf("%q: there is no %s %s; there are %d", in.Of, parts[1], parts[2], len(names))
	}
	return setter{all[at], item}, nil
}

// Now is what the run has, without the input, for what it sets; for the length of a muscle 1.
func (in Input) Now(p model.Params) (float64, error) {
	s, err := in.resolve(&p)
	if err != nil {
		return 0, err
	}
	return s.get(&p, s.item), nil
}

// namesOf are the names of the items of a kind.
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
	case "handle":
		names = make([]string, len(p.Handles))
	}
	return names
}

// limit is a value within the bounds of the input, that was another one a period before [s].
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

// faults says what is wrong with the numbers of an input.
func (in Input) faults() error {
	for _, x := range []float64{in.Initial, in.Min, in.Max, in.Rate} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("initial, min, max and rate must be finite numbers")
		}
	}
	switch {
	case in.Min > in.Max:
		return fmt.Errorf("min is %g and max %g; min must be less", in.Min, in.Max)
	case in.Rate < 0:
		return fmt.Errorf("rate is %g; it must not be negative", in.Rate)
	case in.Min < in.Max && (in.Initial < in.Min || in.Initial > in.Max):
		return fmt.Errorf("initial is %g; it must be from min %g to max %g", in.Initial, in.Min, in.Max)
	}
	return nil
}
