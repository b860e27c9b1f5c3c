package sink

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/must"
)

// draw makes the picture of rows, and parses it.
func draw(t *testing.T, rows ...bench.Row) string {
	t.Helper()
	var out strings.Builder
	plot := &Plot{W: &out}
	for _, r := range rows {
		must.Do(t, plot.Row(r))
	}
	must.Do(t, plot.Close())
	for decoder := xml.NewDecoder(strings.NewReader(out.String())); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return out.String()
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
	}
}

// A picture has a panel for each scene, a color for each engine, a dot for each row, a line from size to
// size, and words that explain all of them.
func TestPlot(t *testing.T) {
	row := func(engine, scene string, springs int, rate float64) bench.Row {
		r := sample()
		r.Engine, r.Scene, r.Springs, r.SpringRate, r.Repeats, r.Software = engine, scene, springs, rate, nil, false
		return r
	}
	got := draw(t, row("a", "canon", 1000, 1e8), row("a", "canon", 1_000_000, 1e9), row("b", "canon", 1000, 2e8), row("a<b", "rope", 1000, 1e7))
	for what, want := range map[string]int{"<circle ": 4, ">canon</text>": 1, ">rope</text>": 1, ">springs</text>": 1, ">spring-updates per second [1/s]</text>": 1,
		">a fused</text>": 1, ">a&lt;b fused</text>": 1, `stroke-width="2"`: 1, ">1 G</text>": 1, ">1 M</text>": 2, ">100 k</text>": 2} {
		if n := strings.Count(got, what); n != want {
			t.Errorf("%d times %q, want %d", n, what, want)
		}
	}
	must.Be(t, draw(t), "", "without rows")
	odd := row("a", "canon", 1, math.Inf(1))
	if one := draw(t, odd, row("a", "canon", 1, 5)); strings.Contains(one, "NaN") || strings.Contains(one, "Inf") || strings.Count(one, "<circle ") != 1 {
		t.Errorf("one point:\n%s", one)
	}
}

// Positions on the axes: the decades are equally far apart, and larger numbers are further right, or higher.
func TestAxis(t *testing.T) {
	a := logAxis(100, 0, 1, 1000)
	const tolerance = 1e-9 // of a pixel
	first, second := a.at(10)-a.at(1), a.at(100)-a.at(10)
	if math.Abs(first-second) > tolerance || first >= 0 || a.at(1) > 100 || a.at(1000) < 0 {
		t.Errorf("decades are %g and %g apart, the ends at %g and %g", first, second, a.at(1), a.at(1000))
	}
	if one := logAxis(0, 1, 5, 5); math.Abs(one.high-one.low-1) > tolerance || math.Abs(one.at(5)-0.5) > tolerance {
		t.Errorf("an axis of one number: %+v", one)
	}
}
