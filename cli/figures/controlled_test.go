package figures_test

import (
	"strings"
	"testing"

	"hooke/cli/figures"
	"hooke/engine"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A controlled run agrees with the reference, each with its own loop. An engine whose loop is a period later, or is not
// closed, does not.
func TestControlledRunsAreMeasured(t *testing.T) {
	for _, name := range []string{"quadruped", "snake", "crawler"} {
		s, err := open.Scene(name, scene.Options{})
		must.Do(t, err)
		late := *s.Control
		late.Latency++
		for what, spec := range map[string]engine.Options{"agrees": {Control: s.Control}, "late": {Control: &late}, "open": {}} {
			spec.Start = s.Start
			e, err := engine.New(engine.CPU, s.Model, s.Params, spec)
			must.Do(t, err)
			row, err := figures.CheckLoop(t.Context(), e, s)
			must.Do(t, err)
			if row.OK != (what == "agrees") {
				t.Errorf("%s, %s: %+v", name, what, row)
			}
			if accuracy, err := figures.Measure(t.Context(), e, s, 1000); err != nil || what == "agrees" && !strings.Contains(accuracy.String(), "of the motion in the first") {
				t.Errorf("%s, %s: %v, %v", name, what, accuracy, err)
			}
			e.Close()
		}
	}
}
