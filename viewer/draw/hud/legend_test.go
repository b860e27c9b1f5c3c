package hud

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/draw/color"
)

// A legend marks the ends that values are beyond, and gives the least and the largest.
func TestLegendSaysWhatIsBeyondItsEnds(t *testing.T) {
	for _, c := range []struct {
		l           Legend
		first, last string
		extremes    []string
	}{
		{Legend{Coloring: color.ByStrain, Low: -0.1, High: 0.1, Seen: color.Seen{Least: -0.3, Most: 0.2, Known: true}},
			"≥ +10 %", "≤ −10 %", []string{"max +20 %", "min −30 %"}},
		{Legend{Coloring: color.ByStrain, Low: -0.1, High: 0.1, Seen: color.Seen{Least: -0.05, Most: 0.2, Known: true}},
			"≥ +10 %", "−10 %", []string{"max +20 %", "min −5 %"}},
		{Legend{Coloring: color.ByForce, Low: -2, High: 2, Seen: color.Seen{Least: -2, Most: float64(float32(2)), Known: true}},
			"+2.00 N", "−2.00 N", []string{"max +2.00 N", "min −2.00 N"}},
		{Legend{Coloring: color.ByStrain, Low: -0.1, High: 0.1, Seen: color.Seen{Least: -float64(float32(0.1)), Most: float64(float32(0.1)), Known: true}},
			"+10 %", "−10 %", []string{"max +10 %", "min −10 %"}}, // which are beyond 0.1 by rounding alone
		{Legend{Coloring: color.ByEnergy, High: 1, Seen: color.Seen{Least: 0, Most: 1.5, Known: true}},
			"≥ 1.00 J", " 0 J", []string{"max 1.50 J", "min 0 J"}},
		{Legend{Coloring: color.ByStrain, Low: -0.1, High: 0.1}, "+10 %", "−10 %", nil},
	} {
		labels := c.l.labels()
		if labels[0] != c.first || labels[len(labels)-1] != c.last || !slices.Equal(c.l.extremes(), c.extremes) {
			t.Errorf("%v: ends %q and %q with %q, want %q and %q with %q", c.l.Coloring, labels[0], labels[len(labels)-1], c.l.extremes(), c.first, c.last, c.extremes)
		}
	}
}

// A histogram says on which side there are springs beyond its ends; springs that are not
// there count nowhere.
func TestHistogramSaysWhatIsBeyondItsEnds(t *testing.T) {
	nan := float32(0)
	nan /= nan
	h := HistogramOf([]float32{0, 0.05, -0.3, nan}, 0.1)
	if h.Over || !h.Below || h.Bins[0] != 1 || h.Bins[histogramBins/2] != 1 {
		t.Errorf("%+v", h)
	}
	sum := 0
	for _, count := range h.Bins {
		sum += count
	}
	must.Be(t, sum, 3, "springs are counted")
}

// A series keeps its last entries, in order.
func TestSeriesIsARing(t *testing.T) {
	var s Series
	for k := range 1000 {
		s.Add(float64(k), float64(k))
	}
	if len(s.Time) != mostEntries || s.Time[0] != 1000-mostEntries || s.Time[mostEntries-1] != 999 || s.Values[0][0] != s.Time[0] {
		t.Errorf("%d entries from %g to %g", len(s.Time), s.Time[0], s.Time[len(s.Time)-1])
	}
	s.Clear()
	must.Hold(t, len(s.Time) == 0 && len(s.Values) == 0, "it is not empty")
}

// Faults keep the places that they show, are broken where they are too long, and end
// with how to close them.
func TestFaultsFit(t *testing.T) {
	place := "        stiffnes = 3"
	got := fitted([]string{"robot.toml:3:1: key \"stiffnes\" is unknown; did you mean \"stiffness\"?", place, "        ^^^^^^^^"}, 40)
	want := []string{"robot.toml:3:1: key \"stiffnes\" is", "unknown; did you mean \"stiffness\"?", place, "        ^^^^^^^^", closeFaults}
	must.BeAll(t, got, want, "")
	got = fitted(slices.Repeat([]string{"no"}, 30), 40)
	if len(got) != mostFaults+2 || got[mostFaults] != "... and 16 lines more" {
		t.Errorf("%d lines, then %q", len(got), got[min(len(got)-1, mostFaults)])
	}
	if got := fitted([]string{" " + strings.Repeat("x", 50)}, 30); len([]rune(got[0])) != 30 {
		t.Errorf("a place of %d characters in a room of 30", len([]rune(got[0])))
	}
}

// drawn returns the sum of the widths of a page's rectangles in an ink [pixels].
func drawn(p *Page, i color.Ink) (sum float64) {
	for v := p.Vertices(); len(v) >= 6; v = v[6:] {
		if v[0].Ink == i.Bytes() {
			sum += float64(v[1].X - v[0].X)
		}
	}
	return sum
}

// The bars of a foot are as long as it is in contact, in the shown time. Contacts before the first state,
// after the last one, or out of the rows have no bar.
func TestBarsAreContacts(t *testing.T) {
	p := must.Get(NewPage(1))(t)
	inks := color.Theme(0).Inks()
	g := &Gait{Title: "feet", From: 2, To: 6, Since: 0, Now: 5, Feet: []FootRow{
		{Name: "left", Share: 0.25, Touches: [][2]float64{{1.5, 2.5}, {3, 3.5}}}, {Name: "right", Touches: [][2]float64{{0, 1}}}, {Name: "last", Share: 1, Touches: [][2]float64{{2, 5}}}},
		Metrics: []Reading{{"speed", "1 m/s"}, {"path", "2 m"}}}
	bars := func(g *Gait) (known float64, of []float64) {
		p.Begin(800, 600, inks)
		o := Overlay{Panels: Panels{Gait: g}}
		want := o.wishes(p, nil, 1)
		at := layOut(800, 600, 1, &want)
		if !at[gaitBlock].there() {
			t.Fatal("the gait has no place")
		}
		g.write(p, at[gaitBlock], 1)
		for k := range g.Feet {
			of = append(of, drawn(p, plotInks()[k%(mostTerms-1)]))
		}
		return drawn(p, inks.Line) / float64(len(g.Feet)), of
	}
	_, of := bars(g)
	second := of[2] / 3
	for k, want := range []float64{1, 0, 3} {
		if math.Abs(of[k]-want*second) > 0.01*second || second < 40 {
			t.Errorf("%s has bars of %.4g s, want %g (a second is %g pixels)", g.Feet[k].Name, of[k]/second, want, second)
		}
	}
	g.Feet[0].Touches = g.Feet[0].Touches[:1]
	if _, of := bars(g); math.Abs(of[0]-0.5*second) > 0.01*second {
		t.Errorf("with one contact less the bars are %.4g s", of[0]/second)
	}
	for len(g.Feet) <= mostNamed {
		g.Feet = append(g.Feet, slices.Clone(g.Feet)...)
	}
	if _, of := bars(g); of[2] < second {
		t.Error("many feet have no bars")
	}
	for _, span := range []float64{0.3, 1, 4, 7, 2000} {
		if n := span / niceStep(span); n < 4-1e-9 || n > 10+1e-9 {
			t.Errorf("%g s have %g marks", span, n)
		}
	}
}
