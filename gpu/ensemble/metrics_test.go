package ensemble_test

import (
	"reflect"
	"slices"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

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
		must.Do(t, err)
		ensembletest.Step(t, c.steps, want)
		b := ensembletest.Measured(t, want)
		var first metrics.Table
		for _, pipeline := range gpu.Pipelines() {
			got := made(t, ctx, c.kind, members, gpu.Options{Pipeline: pipeline, Metrics: &c.options})
			stepAll(t, c.steps/2, got)
			ensembletest.Measured(t, got) // changes nothing
			stepAll(t, c.steps-c.steps/2, got)
			a := ensembletest.Measured(t, got)
			if !reflect.DeepEqual(a.Columns, b.Columns) {
				t.Fatalf("columns are %v, those of the reference %v", a.Columns, b.Columns)
			}
			if wrong := ensembletest.Differences(a, b); len(wrong) > 0 {
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
		if len(ensembletest.Differences(first, b)) == 0 {
			t.Errorf("%s: rows of other members would pass", name)
		}
	}
}

// sameRows says whether two tables have the same bits.
func sameRows(a, b metrics.Table) bool {
	return slices.EqualFunc(a.Rows, b.Rows, ensembletest.SameBits)
}

// Work of samples apart from each other is that of each step; what is measured follows Set and Reset.
func TestMeasuresOfMembers(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range gpu.Pipelines() {
		maker := func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine {
			return made(t, ctx, k, members, gpu.Options{Pipeline: pipeline, Metrics: &o})
		}
		ensembletest.WorkOfSamples(t, pipeline, maker)
		ensembletest.MeasuresFollow(t, pipeline, ensembletest.Features(), maker)
		ensembletest.MeasuresFollow(t, pipeline, ensembletest.Walkers(t), maker)
	}
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
