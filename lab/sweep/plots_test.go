package sweep

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/must"
)

// tableOf is the table of a plan whose speeds are given, in the order of the jobs.
func tableOf(t *testing.T, s Spec, vary []string, speeds ...float64) *Table {
	t.Helper()
	for _, text := range vary {
		v := must.Get(ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	s.Scene = "walker"
	p := must.Get(NewPlan(s))(t)
	outcomes := map[string]Outcome{}
	empty := TableOf(p, nil)
	for i := range p.Jobs {
		values := make([]float64, len(empty.Columns))
		for c := range values {
			values[c] = math.NaN()
		}
		values[empty.Column("speed")] = speeds[i%len(speeds)]
		outcomes[p.Jobs[i].ID] = Outcome{ID: p.Jobs[i].ID, Row: metrics.Row{Status: metrics.Done, Values: values}}
	}
	return TableOf(p, outcomes)
}

// names are the pictures of a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	entries := must.Get(os.ReadDir(filepath.Join(folder, PlotFolder)))(t)
	var out []string
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, PlotFolder, entry.Name()))
		if err != nil || !strings.Contains(string(text), "</svg>") {
			t.Errorf("%s: %v", entry.Name(), err)
		}
		out = append(out, entry.Name())
	}
	return strings.Join(out, " ")
}

// A grid of two variables has all pictures, of words too; another sweep in the folder removes the pictures
// that it lacks. A metric without numbers lacks a picture.
func TestPictures(t *testing.T) {
	folder := t.TempDir()
	grid := tableOf(t, Spec{Metric: []string{"speed", "cot"}}, []string{"actuator[*].frequency=0.5:3:3:log", "actuator[*].wave={sine,square}"}, 1, 2, math.NaN(), 3, 5, 4)
	must.Do(t, must.Err(WritePlots(grid, grid.Plan.Spec.Metric, folder)))
	if got, want := names(t, folder), "speed-actuator-frequency.svg speed-actuator-wave.svg speed-best.svg speed-map.svg speed-parallel.svg"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
	text, err := os.ReadFile(filepath.Join(folder, PlotFolder, "speed-actuator-wave.svg"))
	must.Hold(t, err == nil && strings.Contains(string(text), "square"), "words are not on the axis: %v", err)
	for _, end := range []string{"fill:#440154", "fill:#FDE725"} { // the color map of the window
		if text, err := os.ReadFile(filepath.Join(folder, PlotFolder, "speed-map.svg")); err != nil || strings.Count(string(text), end) < 2 {
			t.Errorf("the map and its scale have no %s: %v", end, err)
		}
	}
	cloud := tableOf(t, Spec{Sample: Sobol, Runs: 4, Metric: []string{"-speed"}}, []string{"actuator[0..2].phase=0:6"}, 1, 1, 1, 1)
	must.Do(t, must.Err(WritePlots(cloud, cloud.Plan.Spec.Metric, folder)))
	if got, want := names(t, folder), "speed-actuator-0-phase.svg speed-actuator-1-phase.svg speed-actuator-2-phase.svg speed-best.svg speed-parallel.svg"; got != want {
		t.Errorf("%s; want %s", got, want)
	}
}

// The line of the best so far never gets worse, and ends at the best.
func TestBestSoFar(t *testing.T) {
	for _, less := range []bool{false, true} {
		s := &sheet{}
		m := metric{less: less, values: []float64{2, math.NaN(), 5, 3, 1, 4}}
		best := bestSoFar(&m)
		want := []float64{2, 5, 5, 5, 5}
		if less {
			want = []float64{2, 2, 2, 1, 1}
		}
		for i, p := range best {
			if p.Y != want[i] {
				t.Errorf("less %v: %v; want %v", less, best, want)
				break
			}
		}
		must.Hold(t, s.surface(m) == nil && m.soFar() != nil, "a map without a grid, or no line")
	}
}
