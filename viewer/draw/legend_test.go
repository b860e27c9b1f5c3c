package draw

import (
	"slices"
	"testing"
)

// A legend marks the ends that values are beyond, and gives the least and the largest.
func TestLegendSaysWhatIsBeyondItsEnds(t *testing.T) {
	for _, c := range []struct {
		l           legend
		first, last string
		extremes    []string
	}{
		{legend{coloring: ByStrain, low: -0.1, high: 0.1, seen: seenValues{least: -0.3, most: 0.2, known: true}},
			"≥ +10 %", "≤ −10 %", []string{"max +20 %", "min −30 %"}},
		{legend{coloring: ByStrain, low: -0.1, high: 0.1, seen: seenValues{least: -0.05, most: 0.2, known: true}},
			"≥ +10 %", "−10 %", []string{"max +20 %", "min −5 %"}},
		{legend{coloring: ByForce, low: -2, high: 2, seen: seenValues{least: -2, most: float64(float32(2)), known: true}},
			"+2.00 N", "−2.00 N", []string{"max +2.00 N", "min −2.00 N"}},
		{legend{coloring: ByStrain, low: -0.1, high: 0.1, seen: seenValues{least: -float64(float32(0.1)), most: float64(float32(0.1)), known: true}},
			"+10 %", "−10 %", []string{"max +10 %", "min −10 %"}}, // which are beyond 0.1 by rounding alone
		{legend{coloring: ByEnergy, high: 1, seen: seenValues{least: 0, most: 1.5, known: true}},
			"≥ 1.00 J", " 0 J", []string{"max 1.50 J", "min 0 J"}},
		{legend{coloring: ByStrain, low: -0.1, high: 0.1}, "+10 %", "−10 %", nil},
	} {
		labels := c.l.labels()
		if labels[0] != c.first || labels[len(labels)-1] != c.last || !slices.Equal(c.l.extremes(), c.extremes) {
			t.Errorf("%v: ends %q and %q with %q, want %q and %q with %q", c.l.coloring, labels[0], labels[len(labels)-1], c.l.extremes(), c.first, c.last, c.extremes)
		}
	}
}

// A histogram says on which side there are springs beyond its ends; springs that are not
// there count nowhere.
func TestHistogramSaysWhatIsBeyondItsEnds(t *testing.T) {
	nan := float32(0)
	nan /= nan
	h := histogramOf([]float32{0, 0.05, -0.3, nan}, 0.1)
	if h.Over || !h.Below || h.Bins[0] != 1 || h.Bins[histogramBins/2] != 1 {
		t.Errorf("%+v", h)
	}
	sum := 0
	for _, count := range h.Bins {
		sum += count
	}
	if sum != 3 {
		t.Errorf("%d springs are counted, want 3", sum)
	}
}
