package gait_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/model"
	"hooke/must"
)

// bars are the left and right edges of the bars of a color in a picture [points].
func bars(t *testing.T, path, color string) (edges [][2]float64) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	for _, found := range regexp.MustCompile(`<path d="M([^"]*)Z"\s+style="fill:`+color).FindAllStringSubmatch(string(text), -1) {
		low, high := 1e9, -1e9
		for _, point := range regexp.MustCompile(`[ML]?([-\d.]+),[-\d.]+`).FindAllStringSubmatch(found[1], -1) {
			x := must.Get(strconv.ParseFloat(point[1], 64))(t)
			low, high = min(low, x), max(high, x)
		}
		edges = append(edges, [2]float64{low, high})
	}
	return edges
}

// Bars are as wide as their times in the picture, and stand where these are; the tables have the same numbers.
func TestBarsAreTheTimes(t *testing.T) {
	r := &gait.Record{End: 2, Feet: []gait.Foot{
		{Name: "all", Duty: 1, Touches: []gait.Interval{{From: 0, To: 2}}},
		{Name: "some", Duty: 0.375, Touches: []gait.Interval{{From: 0.5, To: 1}, {From: 1.5, To: 1.75}}},
		{Name: "none"},
	}, Row: metrics.Row{Status: metrics.Done}}
	for k := range 21 {
		r.Samples = append(r.Samples, gait.Sample{Time: 0.1 * float64(k), Center: model.Vec3{float64(k), 0.5, 1}, Height: 1, Speed: 10, Work: float64(k)})
	}
	folder := t.TempDir()
	names := must.Get(gait.WritePlots(r, folder))(t)
	must.Be(t, len(names), 7, "wrote %v", names)
	path := filepath.Join(folder, "gait.svg")
	all, some := bars(t, path, "#0072B2"), bars(t, path, "#D55E00")
	if len(all) != 1 || len(some) != 2 || len(bars(t, path, "#009E73")) != 0 {
		t.Fatalf("%d bars of the foot that stands, %d of the foot that steps", len(all), len(some))
	}
	whole := all[0][1] - all[0][0]
	for i, touch := range r.Feet[1].Touches {
		for end, at := range []float64{touch.From, touch.To} {
			if want := all[0][0] + at/2*whole; some[i][end] < want-0.01*whole || some[i][end] > want+0.01*whole {
				t.Errorf("bar %d ends at %g points, %g s is at %g points", i, some[i][end], at, want)
			}
		}
	}
	table, err := os.ReadFile(filepath.Join(folder, "gait.csv"))
	must.Hold(t, err == nil && string(table) == "foot,from [s],to [s]\nall,0,2\nsome,0.5,1\nsome,1.5,1.75\n", "%v\n%s", err, table)
	if table, err := os.ReadFile(filepath.Join(folder, "series.csv")); err != nil || strings.Count(string(table), "\n") != 22 || !strings.Contains(string(table), "\n0.5,5,0.5,1,1,10,5\n") {
		t.Errorf("%v\n%s", err, table)
	}
}
