package ensemble_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hooke/control"
	"hooke/cpuref"
	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// A member with a feature is the run of its own model and parameters, bit for bit, and moves otherwise than one without; an engine
// that lacks the feature refuses it by name.
func TestFeatures(t *testing.T) {
	for _, feature := range ensemble.Features() {
		without, k, start := ensembletest.With(t, feature)
		values := []float64{3, -9, 1}[:len(k.Free)]
		plain := made(t, without, ensemble.Member{Values: values, Start: start})
		e, err := reference.New([]ensemble.Kind{k}, []ensemble.Member{{}, {Values: values, Start: start}}, reference.Options{})
		if err != nil {
			t.Errorf("%s: %v", feature, err)
			continue
		}
		settled := must.Get(ensemble.Settle([]ensemble.Kind{k}, nil, ensemble.Features()...))(t)
		m, p := settled[0].Written(values)
		alone := must.Get(cpuref.New(m, p))(t)
		around := model.Engine(alone)
		if spec := settled[0].Steered(values); spec != nil {
			if around, _, err = control.Around(alone, m, p, spec); err != nil {
				t.Fatal(err)
			}
		}
		must.Do(t, around.Reset(ensemble.StartOf(settled[0].Model, start)))
		for _, step := range []func(int) error{e.Step, around.Step, plain.Step} {
			must.Do(t, step(20))
		}
		if !reflect.DeepEqual(e.State(1), alone.State()) {
			t.Errorf("%s: a member differs from a run of its values", feature)
		}
		if reflect.DeepEqual(e.State(1).Position, plain.State(0).Position) {
			t.Errorf("%s: it changes nothing", feature)
		}
		named := string(feature)
		if feature == ensemble.Solvers {
			named = "the solver " + k.Params.Integrator.String()
		}
		others := slices.DeleteFunc(ensemble.Features(), func(f ensemble.Feature) bool { return f == feature })
		if _, err := ensemble.Settle([]ensemble.Kind{k}, nil, others...); !errors.Is(err, model.ErrRefused) || !strings.Contains(err.Error(), named) {
			t.Errorf("%s: an engine without it says %v", feature, err)
		}
	}
}
