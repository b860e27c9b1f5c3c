package sweep

import (
	"errors"
	"slices"
	"testing"

	"hooke/must"
)

// A spec of which a setting or a variable has no effect is refused; where values of each last, it is a sweep.
func TestOverwrittenVariables(t *testing.T) {
	for _, c := range []struct {
		set, vary []string
		key       string // that is refused; empty: none is
	}{
		{nil, []string{"actuator[*].phase=1:2:2", "actuator[3].phase=1:2:2"}, ""},
		{nil, []string{"actuator[3].phase=1:2:2", "actuator[*].phase=1:2:2"}, "vary"},
		{[]string{"actuator[*].phase=1"}, []string{"actuator[0..10].phase=1:2:1"}, ""},
		{[]string{"actuator[*].phase=1"}, []string{"actuator[0..11].phase=1:2:1"}, "set"},
		{[]string{"contact.stiffness=1e4", "contact[0].stiffness=2e4"}, []string{"run.seed=1:2:2"}, "set"},
		{[]string{"run.gravity=[0,0,-9]"}, []string{"run.gravity[2]=-9:-8:2"}, ""},
	} {
		s := Spec{Scene: "walker", Set: c.set, Steps: 1}
		for _, text := range c.vary {
			v := must.Get(ParseVariables(text))(t)
			s.Vary = append(s.Vary, v...)
		}
		_, err := NewPlan(s)
		var wrong *SpecError
		if refused := errors.As(err, &wrong); refused != (c.key != "") || refused && wrong.Key != c.key || !refused && err != nil {
			t.Errorf("%v, %v: %v, want a fault of %q", c.set, c.vary, err, c.key)
		}
	}
}

// Repeats with noise set the numbers of variables again, which is no fault.
func TestNoiseOverVariables(t *testing.T) {
	s := frequencies(t, 2)
	s.Noise = []Noise{{"actuator[*].frequency", 0.01}, {"actuator[0].frequency", 0.01}}
	judged(t, s, Judging{})
}

// Settings of flags replace those of a file, by whatever names. The others stay.
func TestPutSettings(t *testing.T) {
	file := []string{"contact[0].stiffness=9000", "run.seed=1", "actuator[*].phase=1"}
	for _, c := range []struct {
		set    []string
		varied bool
		want   []string
	}{
		{nil, false, file},
		{[]string{"contact[*].stiffness=8000"}, false, []string{"run.seed=1", "actuator[*].phase=1", "contact[*].stiffness=8000"}},
		{[]string{"actuator[3].phase=2"}, false, append(slices.Clone(file), "actuator[3].phase=2")},
		{nil, true, file[:2]},
	} {
		v := must.Get(ParseVariables("actuator[*].phase=1:2:2"))(t)
		s := Spec{Scene: "walker", Set: file, Vary: v}
		if s.Put(c.set, c.varied); !slices.Equal(s.Set, c.want) {
			t.Errorf("%v, %t: %v, want %v", c.set, c.varied, s.Set, c.want)
		}
	}
}
