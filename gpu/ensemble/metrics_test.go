package ensemble_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/model"
	"hooke/physics"
)

func measured(t testing.TB, e ensemble.Engine) metrics.Table {
	t.Helper()
	var table metrics.Table
	if err := e.Metrics(&table); err != nil {
		t.Fatal(err)
	}
	return table
}

// metricError is a share of a number, or of what is usual of its unit where it is small: states
// alone differ by 5e-6 of the motion, which ratios of short ways double.
const metricError = 1.5e-5

// usual is how large numbers of a unit are in structures of some decimeters that move for some tenths of a second.
var usual = map[string]float64{"m": 0.1, "m/s": 0.5, "rad": 1, "J": 0.1, "": 1}

// differences are the numbers of a table that are not those of the reference; counts agree exactly.
func differences(got, want metrics.Table) (out []string) {
	for i := range want.Rows {
		if got.Rows[i].Status != want.Rows[i].Status {
			out = append(out, "status "+got.Rows[i].Status.String())
		}
		for k, of := range want.Columns {
			x, y := got.Rows[i].Values[k], want.Rows[i].Values[k]
			if math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
			off := math.Abs(x-y) / max(math.Abs(y), usual[of.Unit], 1e-9)
			counts := strings.HasPrefix(of.Name, "contact_duty") || of.Name == "steps"
			if !(off <= metricError) || counts && x != y {
				out = append(out, strings.TrimSpace(strings.Join([]string{of.Name, of.Unit}, " ")))
			}
		}
	}
	return out
}

// E3: what is measured is what the reference measures, in both pipelines with the same bits.
func TestMetricsAgainstReference(t *testing.T) {
	ctx := gltest.New(t)
	for name, c := range map[string]struct {
		kind    ensemble.Kind
		options metrics.Options
		steps   int
	}{
		"walker":   {ensembletest.Walkers(t), metrics.Options{Groups: []string{"bottom"}, Body: "top", Settle: 0.01, Forward: model.Vec3{1, 1, 0}}, 523},
		"features": {ensembletest.Features(), metrics.Options{Groups: []string{"low"}, Every: 7}, 400},
	} {
		members := ensembletest.Designs(t, c.kind, 6)
		members[2].Until = physics.Until{Words: []string{physics.Left}, LeaveRadius: 1e-3}
		want, err := reference.New([]ensemble.Kind{c.kind}, members, reference.Options{Metrics: &c.options})
		if err != nil {
			t.Fatal(err)
		}
		ensembletest.Step(t, c.steps, want)
		b := measured(t, want)
		var first metrics.Table
		for _, pipeline := range gpu.Pipelines() {
			got := made(t, ctx, c.kind, members, gpu.Options{Pipeline: pipeline, Metrics: &c.options})
			stepAll(t, c.steps/2, got)
			measured(t, got) // changes nothing
			stepAll(t, c.steps-c.steps/2, got)
			a := measured(t, got)
			if !reflect.DeepEqual(a.Columns, b.Columns) {
				t.Fatalf("columns are %v, those of the reference %v", a.Columns, b.Columns)
			}
			if wrong := differences(a, b); len(wrong) > 0 {
				t.Errorf("%s, %s: not as in the reference: %v\n%v\n%v", name, pipeline, wrong, a.Rows, b.Rows)
			}
			if first.Columns == nil {
				first = a
			} else if !sameRows(a, first) {
				t.Errorf("%s: rows differ between the pipelines", name)
			}
		}
		// A row of another member is seen.
		b.Rows = append(b.Rows[1:], b.Rows[0])
		if len(differences(first, b)) == 0 {
			t.Errorf("%s: rows of other members would pass", name)
		}
	}
}

// sameRows says whether two tables have the same bits.
func sameRows(a, b metrics.Table) bool {
	for i := range a.Rows {
		for k := range a.Rows[i].Values {
			if math.Float64bits(a.Rows[i].Values[k]) != math.Float64bits(b.Rows[i].Values[k]) {
				return false
			}
		}
	}
	return true
}

// Metrics that were not asked for, and groups that are not there, are errors.
func TestMetricsRefuse(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	if err := made(t, ctx, k, nil, gpu.Options{}).Metrics(&metrics.Table{}); err == nil {
		t.Error("metrics that were not asked for are no error")
	}
	if _, err := gpu.New(ctx, []ensemble.Kind{k}, nil, gpu.Options{Metrics: &metrics.Options{Body: "nose"}}); err == nil {
		t.Error("a group that is not there passed")
	}
}
