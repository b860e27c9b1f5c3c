//go:build linux

package sweeping_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/cli/sweeping"
	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/must"
	"hooke/run/play"
)

// columnOf are the numbers of a column of a sweep's table by the ids of runs.
func columnOf(t *testing.T, folder, name string) map[string]float64 {
	t.Helper()
	file := must.Get(os.Open(filepath.Join(folder, "table.csv")))(t)
	defer file.Close()
	rows := must.Get(csv.NewReader(file).ReadAll())(t)
	at := slices.IndexFunc(rows[0], func(title string) bool { return strings.HasPrefix(title, name+" ") || title == name })
	out := map[string]float64{}
	for _, row := range rows[1:] {
		x := must.Get(strconv.ParseFloat(row[at], 64))(t)
		out[row[2]] = x
	}
	return out
}

// lineup are the best of a sweep, side by side.
func lineup(t *testing.T, folder string, c runners.Chosen) *play.Lineup {
	t.Helper()
	return must.Get(sweeping.Program{Stdout: io.Discard, Stderr: io.Discard}.Lineup(t.Context(), folder, c))(t)
}

// The lineup of a controlled scene follows the table: the best first, with its number and id, and recorded
// with its controller, so that each metric of the picture has the bits of the table. Without a controller it
// has others.
func TestShownRunsAreThoseOfTheTable(t *testing.T) {
	out := t.TempDir()
	hooke(t, "sweep", "quadruped", "--vary", "contact.kinetic_friction=0.1:0.7:4", "--steps", "700", "--engine", "cpu", "--metric", "speed,path", "--out", out).worked(t)
	speed, path := columnOf(t, out, "speed"), columnOf(t, out, "path")
	l := lineup(t, out, runners.Chosen{Top: 3})
	if len(l.Members) != 3 || l.Metric.Name != "speed" || l.Metric.Unit != "m/s" {
		t.Fatalf("%d members by %q [%s]", len(l.Members), l.Metric.Name, l.Metric.Unit)
	}
	for k, m := range l.Members {
		id := m.Label[3]
		if m.Value != speed[id] || m.Label[0] != fmt.Sprintf("%d.", k+1) || m.Label[1] != fmt.Sprintf("%.4g m/s", speed[id]) {
			t.Errorf("member %d is %g %q; in the table %s has %g", k, m.Value, m.Label, id, speed[id])
		}
		if k > 0 && m.Value >= l.Members[k-1].Value {
			t.Errorf("member %d is as good as the one before", k)
		}
		for i, c := range m.Gait.Columns {
			if want, x := map[string]float64{"speed": speed[id], "path": path[id]}[c.Name], m.Gait.Row.Values[i]; want != 0 && x != want {
				t.Errorf("member %d is shown with %s %.17g, in the table it is %.17g", k, c.Name, x, want)
			}
		}
	}
	hooke(t, "sweep", "walker", "--vary", "actuator[*].amplitude=0.05:0.2:2", "--steps", "40", "--engine", "cpu", "--metric", "-cot", "--out", out+"2").worked(t)
	if l := lineup(t, out+"2", runners.Chosen{Best: "path", Top: 1}); len(l.Members) != 1 || !(l.Metric.Share(l.Members[0].Value) == 0.5) || math.IsNaN(l.Members[0].Value) {
		t.Errorf("one member has the color %g", l.Metric.Share(l.Members[0].Value))
	}
	hooke(t, "view", out, "--best", "sped").failed(t, "an unknown metric", 2, `"sped" is unknown`)
	hooke(t, "view", out, "--springs", "9").failed(t, "a flag of structures", 2, "leave out flags of structures")
	hooke(t, "view", "walker", "--top", "3").failed(t, "--top of a preset", 2, "choose from the folder of a sweep")
	picture := filepath.Join(out, "best.png")
	if r := hooke(t, "view", out, "--offscreen", picture, "--size", "320x240"); !strings.Contains(r.worked(t).stdout, l.Members[0].Label[3]) {
		t.Errorf("a picture says\n%s", r.stdout)
	}
}

// The best of a sweep are shown whatever engine has stepped it.
func TestRunsOfEachEngineAreShown(t *testing.T) {
	names := []string{engine.CPU, sweep.OnDevice, sweep.Auto}
	if must.Long() {
		names = append(engine.Names(), sweep.Ensemble, sweep.OnDevice, sweep.Auto)
	}
	for _, name := range names {
		if reason := gltest.Unwanted(); reason != "" && (name == engine.GPU || name == sweep.OnDevice) {
			continue
		}
		out := t.TempDir()
		hooke(t, "sweep", "worm", "--vary", "actuator[*].amplitude=0.1:0.2:2", "--steps", "20", "--engine", name, "--metric", "path", "--out", out).worked(t)
		want := columnOf(t, out, "path")
		l := lineup(t, out, runners.Chosen{Top: 2})
		if len(l.Members) != 2 {
			t.Fatalf("%s: %d members", name, len(l.Members))
		}
		for _, m := range l.Members {
			at := slices.IndexFunc(m.Gait.Columns, func(c metrics.Column) bool { return c.Name == "path" })
			if got, of := m.Gait.Row.Values[at], want[m.Label[3]]; !(math.Abs(got-of) <= 1e-3*of) {
				t.Errorf("%s: %s is shown with path %g, in the table it is %g", name, m.Label[3], got, of)
			}
		}
	}
}
