package run

import (
	"strings"
	"testing"
)

// Frames that do not come as often as was asked for are told, with a step that makes them so.
func TestIntervalOfFrames(t *testing.T) {
	for _, c := range []struct {
		every Every
		dt    float64
		want  string
	}{
		{Every{Time: 0.01}, 0.0559017, "frames every 0.01 s are asked for and are made in every step of 0.0559 s, every 0.0559 s: --dt 0.01 makes them as asked"},
		{Every{Time: 0.01}, 0.004, "made every 3 steps of 0.004 s, every 0.012 s: --dt 0.00333333 makes them"},
		{Every{Time: 0.01}, 0.005, ""}, {Every{Time: 0.1}, 0.1 / 3, ""}, {Every{Time: 1}, 1e-4, ""}, {Every{Time: 1}, 1.0003e-3, ""},
		{Every{Steps: 7}, 0.3, ""}, {Every{}, 0.3, ""},
	} {
		got := c.every.note(c.dt)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%+v with dt %g: %q, want %q", c.every, c.dt, got, c.want)
		}
	}
}
