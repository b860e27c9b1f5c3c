package hud

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/draw/color"
)

// name is a block's, for messages.
func (b block) name() string {
	if b >= plotBlock {
		return fmt.Sprintf("plot %d", int(b-plotBlock))
	}
	return [...]string{"facts", "message", "notice", "opening", "faults", "controls", "legend", "picked", "time line", "footer", "badge", "help", "gait"}[b]
}

// checkLayout returns the faults of a layout: parts that meet or leave the page.
func checkLayout(at [blocks]rect, width, height float32) string {
	const rounding = 0.01
	for b, r := range at {
		if !r.there() {
			continue
		}
		if r.left < 0 || r.top < 0 || r.right() > width+rounding || r.bottom() > height+rounding {
			return fmt.Sprintf("%s at %+v leaves the page", block(b).name(), r)
		}
		for c, q := range at[:b] {
			if r.meets(q, 0) {
				return fmt.Sprintf("%s at %+v lies on %s at %+v", block(b).name(), r, block(c).name(), q)
			}
		}
	}
	return ""
}

// wishesFor are those of a person who has opened some blocks, in usual sizes [points].
func wishesFor(open uint, scale float32) (w [blocks]wish) {
	flow := func(length float32) func(float32) float32 {
		return func(width float32) float32 {
			return (20*float32(math.Ceil(float64(length/max(width/scale-20, 8)))) + 14) * scale
		}
	}
	text := func(length float32) wish {
		return wish{width: (length + 20) * scale, height: 34 * scale, least: 34 * scale, narrow: 100 * scale, flow: flow(length)}
	}
	all := [blocks]wish{
		factsBlock: {width: 300 * scale, height: 234 * scale, lower: []float32{94 * scale, 54 * scale}, narrow: 100 * scale}, messageBlock: text(1400), noticeBlock: text(700),
		openingBlock: {width: 300 * scale, height: 34 * scale, narrow: 100 * scale}, faultsBlock: text(2000),
		rowsBlock:   {width: 330 * scale, height: 440 * scale, least: 80 * scale, narrow: 200 * scale},
		legendBlock: {width: 120 * scale, height: 286 * scale, least: 126 * scale}, pickedBlock: {width: 420 * scale, height: 154 * scale, least: 34 * scale, narrow: 100 * scale},
		timeLineBlock: {width: 1e6, height: 34 * scale, narrow: 100 * scale}, footerBlock: {width: 1e6, height: 38 * scale, least: 18 * scale, narrow: 100 * scale},
		badgeBlock: {width: 400 * scale, height: 34 * scale, narrow: 100 * scale},
		helpBlock:  {width: 960 * scale, height: 480 * scale, least: 54 * scale, narrow: 100 * scale, flow: flow(20000)},
		gaitBlock:  {width: 470 * scale, height: 226 * scale, least: 70 * scale, narrow: 100 * scale},
	}
	for b := plotBlock; b < blocks; b++ {
		all[b] = wish{width: 296 * scale, height: 172 * scale, narrow: 100 * scale}
	}
	for b := range all {
		if open&(1<<b) != 0 {
			w[b] = all[b]
		}
	}
	return w
}

// No two blocks meet and none leaves the page, whatever is open, at any size and density. The short form
// has a fifth of what may be open, but all of the first ten blocks.
func TestNoBlockLiesOnAnother(t *testing.T) {
	sizes := [][2]float32{{1280, 720}, {1920, 1080}, {800, 600}, {640, 480}, {500, 400}, {400, 900}, {320, 240}, {200, 120}, {17, 17}, {1, 1}, {1300, 90}}
	for open := range uint(1) << blocks {
		size := sizes[int(open)%len(sizes)]
		if open >= 1<<10 && open%5 > 0 && !must.Long() {
			continue
		}
		if open%7 == 0 || open < 1<<12 {
			sizes := sizes
			for _, size = range sizes {
				layOutAndCheck(t, open, size)
			}
			continue
		}
		layOutAndCheck(t, open, size)
		if t.Failed() {
			return
		}
	}
}

func layOutAndCheck(t *testing.T, open uint, size [2]float32) {
	t.Helper()
	for _, scale := range []float32{1, 2} {
		want := wishesFor(open, scale)
		at := layOut(size[0], size[1], scale, &want)
		if wrong := checkLayout(at, size[0], size[1]); wrong != "" {
			t.Fatalf("%g × %g at %g, open %b: %s", size[0], size[1], scale, open, wrong)
		}
		for b, r := range at {
			if w := want[b]; r.there() && (!w.wanted() || r.height < w.leastHeight()-0.01 && b != int(factsBlock)) {
				t.Fatalf("%g × %g at %g, open %b: %s has %+v, and wants %+v", size[0], size[1], scale, open, block(b).name(), r, w)
			}
		}
		again := layOut(size[0], size[1], scale, &want)
		if at != again {
			t.Fatalf("open %b: it is laid out in two ways", open)
		}
	}
}

// In the least window each block has room beside facts and keys, and in the usual one all
// that users have open together.
func TestEveryBlockHasRoom(t *testing.T) {
	const always = 1<<factsBlock | 1<<footerBlock
	for b := range blocks {
		want := wishesFor(always|1<<b, 1)
		if at := layOut(LeastWidth, LeastHeight, 1, &want); !at[b].there() && b <= plotBlock {
			t.Errorf("%s has no room in the least window", b.name())
		}
	}
	together := uint(1<<blocks-1) &^ (1<<helpBlock | 1<<faultsBlock | 1<<openingBlock | 1<<messageBlock)
	want := wishesFor(together&^(1<<timeLineBlock), 1)
	at := layOut(1280, 720, 1, &want)
	for b := range blocks {
		if want[b].wanted() && !at[b].there() && b <= plotBlock {
			t.Errorf("%s has no room in a window of 1280 × 720 with all panels open", b.name())
		}
	}
	bare := wishesFor(always|1<<legendBlock, 1)
	for _, size := range [][2]float32{{320, 240}, {500, 400}, {1280, 720}} {
		if at := layOut(size[0], size[1], 1, &bare); !at[factsBlock].there() || !at[legendBlock].there() {
			t.Errorf("%v: facts %+v, legend %+v", size, at[factsBlock], at[legendBlock])
		}
	}
}

// panelsOverlay has everything open that text is made of.
func panelsOverlay() Overlay {
	energy := Series{Title: "energy", Names: []string{"kinetic", "elastic", "gravity", "contact", "total"}}
	flows := Series{Title: "flows", Names: []string{"damping", "contact damping", "drag", "friction", "actuators", "external", "constraints", "residual"}}
	for k := range 100 {
		energy.Add(float64(k), math.Sin(float64(k)), 1, 2, math.NaN(), math.Inf(1))
		flows.Add(float64(k), 1, 2, -3, 4, 5, 6, 7, 8)
	}
	o := fullOverlay()
	o.Help, o.Notice, o.RealTime = nil, "a notice of what was done last that is longer than a small window is wide", 0.5
	o.Panels = Panels{Energy: &energy, Flows: &flows, Strains: Histogram{Bins: make([]int, 41), High: 0.1}, Passes: []PassTime{{"a", 1e6}, {"a pass with a name that is much too long", 2}},
		Picked: []string{"mass 1", "at 1 2 3", "a line of what is picked, as long as they are here"}, Selected: 7}
	for range 18 {
		o.Rows = append(o.Rows, Row{Name: "a control with a long name", Value: "a value that is far too long for it", Share: 0.5, Mark: 2})
	}
	o.TimeLine, o.Recording = &TimeLine{Frames: 400, Last: 12}, "recording 1.0 s, 30 frames: a/path/that/is/long.mp4"
	return o
}

// Each block writes within its place, at every usual size and density.
func TestBlocksWriteWithinTheirPlaces(t *testing.T) {
	overlays := map[string]Overlay{"everything": panelsOverlay()}
	for name, change := range map[string]func(*Overlay){
		"controls": func(o *Overlay) { o.Message, o.Energy, o.Picked, o.TimeLine, o.Recording = "", nil, nil, nil, "" },
		"plots":    func(o *Overlay) { o.Message, o.Rows, o.Picked, o.TimeLine, o.Recording = "", nil, nil, nil, "" },
		"picked":   func(o *Overlay) { o.Message, o.Rows, o.Energy, o.Recording = "", nil, nil, "" },
		"message":  func(o *Overlay) { o.Rows, o.Energy, o.Picked, o.TimeLine, o.Recording = nil, nil, nil, nil, "" },
		"faults": func(o *Overlay) {
			o.Doing.Faults, o.Rows = strings.Split(strings.Repeat("x.toml:12: a fault of some length\n", 30), "\n"), nil
		},
		"help": func(o *Overlay) {
			o.Help = strings.Split(strings.Repeat("keys\twhat they do, in a line that is long\n", 40), "\n")
		},
	} {
		o := panelsOverlay()
		change(&o)
		overlays[name] = o
	}
	for _, c := range []struct {
		width, height int
		scale         float64
	}{{1280, 720, 1}, {3840, 2160, 2.5}, {1920, 1080, 1.5}, {640, 360, 1}, {500, 400, 1}, {320, 240, 1}, {640, 480, 2}, {100, 60, 1}, {1, 1, 1}} {
		a := must.Get(newAtlas(fontSize * c.scale))(t)
		for name, o := range overlays {
			p := &Page{atlas: a, inks: color.Light.Inks()}
			p.Begin(c.width, c.height, p.inks)
			l := &Legend{Low: -0.02, High: 0.02}
			scale := float32(c.scale)
			want := o.wishes(p, l, scale)
			at := layOut(p.width, p.height, scale, &want)
			for b := range blocks {
				p.Begin(c.width, c.height, p.inks)
				var only [blocks]rect
				only[b] = at[b]
				o.Stroke, o.Ring = nil, nil
				o.write(p, only, scale)
				if b == legendBlock && at[b].there() {
					l.write(p, at[b], scale)
				}
				if at[b].there() && len(p.vertices) == 0 {
					t.Errorf("%s, %d × %d: %s has a place, and writes nothing", name, c.width, c.height, b.name())
				}
				for _, v := range p.vertices {
					slack := 2 * scale // glyphs lie on whole pixels; the mark of a line reaches over it
					if v.X < at[b].left-slack || v.X > at[b].right()+slack || v.Y < at[b].top-slack || v.Y > at[b].bottom()+slack {
						t.Errorf("%s, %d × %d: %s at %+v has a corner at (%g, %g)", name, c.width, c.height, b.name(), at[b], v.X, v.Y)
						break
					}
				}
			}
		}
	}
}

// The words of a control are where the mouse finds it, also when the list is scrolled; the selected one is
// always shown.
func TestControlsAreWhereTheyAre(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {320, 240}} {
		o := panelsOverlay()
		o.Message, o.Energy, o.Picked, o.TimeLine, o.Recording, o.Notice = "", nil, nil, nil, "", ""
		for _, selected := range []int{0, 9, 17} {
			o.Selected = selected
			a := must.Get(newAtlas(fontSize))(t)
			p := &Page{atlas: a}
			p.Begin(size[0], size[1], p.inks)
			at := o.writeAll(p, nil, 1)
			x, seen := placesOf(o, p, at, 1), false
			rows := at[rowsBlock]
			bar, width := barOf(rows, 1)
			for k := range x.rowsCount {
				y := float64(x.rowsFirst + (float32(k)+0.5)*x.rowHeight)
				on, ok := x.RowAt(float64(bar+0.25*width), y)
				if !ok || on.Row != x.RowsFrom()+k || !on.Bar || math.Abs(on.Share-0.25) > 1e-3 || on.Right {
					t.Errorf("%v: on the bar of control %d there is %+v, %v", size, x.RowsFrom()+k, on, ok)
				}
				if on, _ := x.RowAt(float64(rows.right()-20), y); !on.Right || on.Bar {
					t.Errorf("%v: on the number of control %d there is %+v", size, k, on)
				}
				seen = seen || on.Row == selected
			}
			if !seen {
				t.Errorf("%v: control %d is selected and not shown: %d from %d", size, selected, x.rowsCount, x.rowsFrom)
			}
			if _, ok := x.RowAt(float64(rows.left-5), float64(rows.top+20)); ok {
				t.Error("beside the controls there is one")
			}
		}
	}
}

// Every line of the help can be scrolled to in the least window, and in the usual one all
// are shown.
func TestHelpScrolls(t *testing.T) {
	o := Overlay{}
	for k := range 40 {
		o.Help = append(o.Help, fmt.Sprintf("key %d\twhat it does, in some words of line %d", k, k))
	}
	a := must.Get(newAtlas(fontSize))(t)
	for _, c := range []struct {
		width, height int
		all           bool
	}{{1280, 720, true}, {500, 400, false}, {320, 240, false}} {
		p := &Page{atlas: a}
		p.Begin(c.width, c.height, p.inks)
		at := o.writeAll(p, nil, 1)
		x := placesOf(o, p, at, 1)
		if (x.HelpMost() == 0) != c.all {
			t.Errorf("%d × %d: the help begins with line %d at most", c.width, c.height, x.HelpMost())
		}
		o.HelpFrom = 1000 // beyond
		p.Begin(c.width, c.height, p.inks)
		o.writeAll(p, nil, 1)
		last := len(p.vertices)
		o.HelpFrom = x.HelpMost()
		p.Begin(c.width, c.height, p.inks)
		o.writeAll(p, nil, 1)
		if len(p.vertices) != last || last == 0 {
			t.Errorf("%d × %d: scrolled beyond the end it writes %d corners, at the end %d", c.width, c.height, last, len(p.vertices))
		}
		o.HelpFrom = 0
	}
}

// A text that is narrower than other texts may become has a place of its own width, beside the facts in full.
func TestShortNoticeIsShown(t *testing.T) {
	var want [blocks]wish
	want[factsBlock] = wish{width: 292, height: 214, narrow: leastText, lower: []float32{94, 54}}
	want[noticeBlock] = wish{width: 68, height: 34, least: 34, narrow: leastText, flow: func(float32) float32 { return 34 }}
	at := layOut(1280, 720, 1, &want)
	if !at[noticeBlock].there() || !at[factsBlock].there() {
		t.Errorf("paused: notice there %v, facts there %v; want both", at[noticeBlock].there(), at[factsBlock].there())
	}
}
