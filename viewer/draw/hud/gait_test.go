package hud

import (
	"math"
	"slices"
	"testing"

	"hooke/must"
	"hooke/viewer/draw/color"
)

// drawn is the sum of the widths of what a page has in an ink [pixels].
func drawn(p *Page, i color.Ink) (sum float64) {
	for v := p.Vertices(); len(v) >= 6; v = v[6:] {
		if v[0].Ink == i.Bytes() {
			sum += float64(v[1].X - v[0].X)
		}
	}
	return sum
}

// The bars of a foot are as long as it is in contact, in the time that is shown; what is before the first state, after the
// last one, or out of the rows has none.
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
