package sweep

import (
	"fmt"
	"math"
	"testing"

	"hooke/control/metrics"
	"hooke/must"
)

// paretoOf are the numbers of the column pareto for runs of speed and cot.
func paretoOf(t *testing.T, runs [][2]float64, names ...string) (out []float64, err error) {
	t.Helper()
	table := TableOf(&Plan{Jobs: make([]Job, len(runs))}, nil)
	table.Missing = nil
	for i, run := range runs {
		values := make([]float64, len(table.Columns))
		values[table.Column("speed")], values[table.Column("cot")] = run[0], run[1]
		o := Outcome{ID: fmt.Sprint(i), Row: metrics.Row{Status: metrics.Done, Values: values}}
		if run[0] < 0 {
			o.Status = metrics.Diverged
		}
		table.Rows = append(table.Rows, TableRow{&Job{Run: int64(i)}, o})
	}
	if err := table.Pareto(names); err != nil {
		return nil, err
	}
	return table.Values(table.Column("pareto")), nil
}

// Runs that no other one beats are 1; equals stay together; runs without numbers lack a rank.
func TestPareto(t *testing.T) {
	none := math.NaN()
	runs := [][2]float64{{1, 1}, {2, 2}, {2, 3}, {3, 3}, {0.5, 0.9}, {0.4, 0.9}, {3, 3}, {-1, 0}, {4, none}}
	for _, c := range []struct {
		names []string
		want  []float64
	}{
		{[]string{"speed", "-cot"}, []float64{1, 1, 0, 1, 1, 0, 1, none, none}},
		{[]string{"speed", "cot"}, []float64{0, 0, 0, 1, 0, 0, 1, none, none}},
		{[]string{"speed"}, []float64{0, 0, 0, 0, 0, 0, 0, none, 1}},
	} {
		got := must.Get(paretoOf(t, runs, c.names...))(t)
		for i := range got {
			if got[i] != c.want[i] && !(math.IsNaN(got[i]) && math.IsNaN(c.want[i])) {
				t.Errorf("%v: run %d is %g, want %g", c.names, i, got[i], c.want[i])
			}
		}
	}
	must.Say(t, "an unknown column", must.Err(paretoOf(t, runs, "sped")), `pareto: "sped" is unknown; did you mean "speed"?; known are com_x`)
}

// Share is where At gives a number back.
func TestShare(t *testing.T) {
	for _, text := range []string{"a.b=0.5:3", "a.b=200:20000:log", "a.b=-3:8:int", "a.b=1:100:log:int"} {
		all := must.Get(ParseVariables(text))(t)
		v := &all[0]
		for _, share := range []float64{0, 0.125, 0.5, 0.77, 1} {
			at := v.At(share)
			x, err := number(at)
			if back := v.At(v.Share(x)); err != nil || back != at {
				y, _ := number(back)
				if math.Abs(x-y) > 1e-9*math.Abs(x) {
					t.Errorf("%s: %s comes back as %s", text, at, back)
				}
			}
		}
		if v.Share(-1e9) > 0.1 || v.Share(1e9) < 0.9 || v.Share(math.NaN()) != 0.5 {
			t.Errorf("%s: numbers beyond are at %g and %g", text, v.Share(-1e9), v.Share(1e9))
		}
	}
}

// A plan of points that come one after another judges the ends of its ranges first, and makes the
// jobs of a point as a sweep makes them.
func TestAskedPoints(t *testing.T) {
	spec := func(vary string) Spec {
		all := must.Get(ParseVariables(vary))(t)
		return Spec{Scene: "walker", Vary: all, Steps: 10, Repeat: 2, Noise: []Noise{{"actuator[*].phase", 0.1}}}
	}
	s := spec("actuator[*].frequency=1:3")
	s.Sample = Asked
	p := must.Get(NewPlan(s))(t)
	jobs, err := p.Point(1, []string{"3"})
	if err != nil || len(jobs) != 2 || len(p.Jobs) != 2 || p.Jobs[0].Values[0] != "2" {
		t.Fatalf("%v, %v, %v", jobs, p.Jobs, err)
	}
	list, err := NewPlan(spec("actuator[*].frequency={1, 3}"))
	if err != nil || jobs[0].ID != list.Jobs[2].ID || jobs[1].ID != list.Jobs[3].ID || jobs[0].ID == jobs[1].ID {
		t.Errorf("jobs of a sweep are %v, and of a point %v; %v", list.Jobs, jobs, err)
	}
	s = spec("actuator[3].amplitude=0:1.5")
	s.Sample = Asked
	must.Say(t, "an end that scenes do not allow", must.Err(NewPlan(s)), "(sweep variable actuator[3].amplitude, run 0)")
	must.Say(t, "a sweep that is asked for", must.Err(ParseSpec([]byte("sample = 'asked'"))), "asked is of hooke optimize")
}
