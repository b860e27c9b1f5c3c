package report_test

import (
	"strings"
	"testing"

	"hooke/cli/report"
	"hooke/engine"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A controlled run agrees with the reference, each with its own loop. An engine whose loop is a period later, or is not
// closed, does not.
func TestControlledRunsAreMeasured(t *testing.T) {
	for _, name := range []string{"quadruped", "snake", "crawler"} {
		s := must.Get(open.Scene(name, scene.Options{}))(t)
		late := *s.Control
		late.Latency++
		for what, spec := range map[string]engine.Options{"agrees": {Control: s.Control}, "late": {Control: &late}, "open": {}} {
			spec.Start = s.Start
			e := must.Get(engine.New(engine.CPU, s.Model, s.Params, spec))(t)
			row := must.Get(report.CheckLoop(t.Context(), e, s))(t)
			if row.OK != (what == "agrees") {
				t.Errorf("%s, %s: %+v", name, what, row)
			}
			if accuracy, err := report.MeasureAccuracy(t.Context(), e, s, 1000); err != nil || what == "agrees" && !strings.Contains(accuracy.String(), "of the motion in the first") {
				t.Errorf("%s, %s: %v, %v", name, what, accuracy, err)
			}
			e.Close()
		}
	}
}
