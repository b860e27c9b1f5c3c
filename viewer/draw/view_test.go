package draw

import (
	"math"
	"testing"

	"hooke/model"
)

// At, Depth and Seen are one another's inverse, from every preset view.
func TestPlacesUnderTheCursor(t *testing.T) {
	box := Box{Lo: model.Vec3{-1, -2, 0}, Hi: model.Vec3{3, 1, 2}}
	for k, view := range Views() {
		c := LookAt(box, 1.5)
		c.From(view)
		for _, p := range []model.Vec3{box.Center(), {0.5, -1, 1.5}, {2, 0.5, 0.1}} {
			x, y, ok := c.Seen(p)
			if got := c.At(x, y, c.Depth(p)); !ok || got.Sub(p).Len() > 1e-12 {
				t.Errorf("view %d: %v is seen at (%g, %g), where %v is", k, p, x, y, got)
			}
		}
		if _, _, ok := c.Seen(c.Eye().Add(c.Eye().Sub(c.Target))); ok {
			t.Errorf("view %d: what is behind the eye is seen", k)
		}
	}
	c := LookAt(box, 1)
	c.From(Views()[0])
	right, up, forward := c.Axes()
	for _, a := range []struct{ got, want model.Vec3 }{{right, model.Vec3{1, 0, 0}}, {up, model.Vec3{0, 0, 1}}, {forward, model.Vec3{0, 1, 0}}} {
		if a.got.Sub(a.want).Len() > 1e-12 {
			t.Errorf("from the front an axis is %v, want %v", a.got, a.want)
		}
	}
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
	if len(s.Time) != 0 || len(s.Values) != 0 {
		t.Error("it is not empty")
	}
}

// Panels stay in the picture, at every size and density that people have, and a click
// on a row finds it.
func TestPanelsStayInThePicture(t *testing.T) {
	energy := Series{Title: "energy", Names: []string{"kinetic", "elastic", "gravity", "contact", "total"}}
	flows := Series{Title: "flows", Names: []string{"damping", "contact damping", "drag", "friction", "actuators", "external", "constraints", "residual"}}
	for k := range 100 {
		energy.Add(float64(k), math.Sin(float64(k)), 1, 2, math.NaN(), math.Inf(1))
		flows.Add(float64(k), 1, 2, -3, 4, 5, 6, 7, 8)
	}
	o := fullOverlay()
	o.Message, o.Help = "", nil
	o.Panels = Panels{Energy: &energy, Flows: &flows, Strains: Histogram{make([]int, 41), 0.1}, Passes: []PassTime{{"a", 1e6}, {"a pass with a name that is much too long", 2}},
		Picked: []string{"mass 1", "at 1 2 3"}, Stroke: &[4]float64{-0.3, -0.3, 0.3, 0.2}}
	for range 10 {
		o.Rows = append(o.Rows, Row{Name: "a control with a long name", Value: "a value that is far too long for it", Share: 0.5, Mark: 2})
	}
	for _, c := range []struct {
		width, height int
		scale         float64
	}{{1280, 720, 1}, {3840, 2160, 2.5}, {1920, 1080, 1.5}} {
		a, err := newAtlas(fontSize * c.scale)
		must(t, err)
		r := Renderer{text: &text{page: page{atlas: a, inks: Light.colors().inks}}}
		p := &r.text.page
		p.clear(c.width, c.height)
		o.writePanels(p, float32(c.scale))
		for _, v := range p.vertices {
			if !(v.X >= 0 && v.Y >= 0 && v.X <= p.width && v.Y <= p.height) {
				t.Errorf("%d × %d: a corner at (%g, %g)", c.width, c.height, v.X, v.Y)
				break
			}
		}
		look := Look{Scale: c.scale}
		left, top, each := rowsPlace(p.width, p.height, 10, p.lineHeight(), float32(c.scale))
		for k := range 10 {
			y := top + 8*float32(c.scale) + (float32(k)+0.5)*each
			for _, right := range []bool{false, true} {
				x := left + map[bool]float32{false: 20, true: 300}[right]*float32(c.scale)
				if row, on, ok := r.RowAt(float64(x), float64(y), c.width, c.height, look, 10); !ok || row != k || on != right {
					t.Errorf("a click on row %d finds row %d, right %v, %v", k, row, on, ok)
				}
			}
		}
		if _, _, ok := r.RowAt(float64(left-1), float64(top+each), c.width, c.height, look, 10); ok {
			t.Error("a click beside the panel finds a row")
		}
	}
}

// With everything open no panel lies on another, nor on the facts or the keys, at usual
// sizes and densities.
func TestPanelsDoNotOverlap(t *testing.T) {
	o := Overlay{Panels: Panels{
		Energy: &Series{Names: []string{"a"}}, Flows: &Series{Names: []string{"b"}}, Strains: Histogram{make([]int, 41), 1},
		Passes: make([]PassTime, 9), Picked: make([]string, 7), Rows: make([]Row, 20)}}
	o.Picked[0] = "a line of what is picked, as long as they are here"
	type rectangle struct {
		name                     string
		left, top, right, bottom float32
	}
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {2560, 1440, 2}, {1920, 1080, 1.5}, {1920, 1080, 1}, {1200, 720, 1}} {
		a, err := newAtlas(fontSize * float64(c.scale))
		must(t, err)
		p := &page{atlas: a}
		p.clear(c.width, c.height)
		left, top, _ := rowsPlace(p.width, p.height, len(o.Rows), p.lineHeight(), c.scale)
		x, y := o.pickedPlace(p, c.scale)
		list := []rectangle{
			{"facts", panelMargin * c.scale, panelMargin * c.scale, factsWidth * c.scale, factsHeight * c.scale},
			{"keys", 0, p.lowerEdge(c.scale), p.width, p.height},
			{"controls", left, top, p.width, o.rowsBottom(p, c.scale)},
			{"picked", x, y, x + p.widest(o.Picked) + 20*c.scale, y + 7*p.lineHeight() + 14*c.scale},
		}
		plots := 0
		o.eachPlot(p, c.scale, func(one plot, left, top float32) {
			plots++
			list = append(list, rectangle{"a plot", left, top, left + plotWidth*c.scale, top + plotHeight(p, c.scale)})
		})
		if plots != 4 {
			t.Errorf("%d × %d: %d plots have room, want 4", c.width, c.height, plots)
		}
		for i, a := range list {
			if a.right > p.width || a.bottom > p.height {
				t.Errorf("%d × %d: %v leaves the picture", c.width, c.height, a)
			}
			for _, b := range list[:i] {
				if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
					t.Errorf("%d × %d: %v lies on %v", c.width, c.height, a, b)
				}
			}
		}
	}
}
