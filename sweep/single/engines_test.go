package single_test

import (
	"math"
	"testing"

	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/sweep"
	"hooke/sweep/single"
)

// The same run has the same metrics in all engines, within 1e-5 of the reference's, and the same
// number of steps in contact. A run with other muscles has not.
func TestEnginesAgreeAboutMetrics(t *testing.T) {
	of := func(name, phase string) (columns []string, values []float64) {
		t.Helper()
		v, err := sweep.ParseVariables("actuator[3].phase={" + phase + "}")
		if err != nil {
			t.Fatal(err)
		}
		p := planOf(t, sweep.Spec{Scene: "walker", Vary: v, Steps: 300, Engine: name, Precision: "double"})
		r, err := single.New(p, 1, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o, _, err := r.Go(t.Context(), &p.Jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		return p.Columns(), o.Values
	}
	columns, want := of(engine.CPURef, "0.5")
	agrees := func(got []float64) string {
		for c, name := range columns {
			near := 1e-5 * math.Abs(want[c])
			if name == "contact_duty" || name == "steps" {
				near = 0
			}
			if math.IsNaN(got[c]) != math.IsNaN(want[c]) || math.Abs(got[c]-want[c]) > near+1e-9 {
				return name
			}
		}
		return ""
	}
	names := []string{engine.CPU}
	if gltest.Unwanted() == "" {
		names = append(names, engine.GPU)
	}
	for _, name := range names {
		if _, got := of(name, "0.5"); agrees(got) != "" {
			t.Errorf("%s: %s is another: %v\nthan that of the reference: %v", name, agrees(got), got, want)
		}
		if _, got := of(name, "0.6"); agrees(got) == "" {
			t.Errorf("%s: a run with another phase has the same metrics", name)
		}
	}
}
