package hud

import (
	"math/rand/v2"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw/color"
)

func TestNumbersForPeople(t *testing.T) {
	for got, want := range map[string]string{
		Grouped(0):              "0",
		Grouped(999):            "999",
		Grouped(1000):           "1,000",
		Grouped(984438):         "984,438",
		Grouped(1234567890):     "1,234,567,890",
		Grouped(-1234):          "-1,234",
		Rate(0):                 "—",
		Rate(118.24e6):          "118 M",
		Rate(33.449e6):          "33.4 M",
		Rate(999.6e3):           "1.00 M",
		Rate(0.5):               "500 m",
		Quantity(5e-5, "s"):     "50.0 µs",
		Quantity(1.69e-4, "s"):  "169 µs",
		Quantity(1e-3, "s"):     "1.00 ms",
		Quantity(2, "s"):        "2.00 s",
		Quantity(0, "s"):        "0 s",
		Quantity(3e-11, "s"):    "0.0300 ns",
		Quantity(4.56e15, "Hz"): "4560 THz",
	} {
		must.Be(t, got, want, "")
	}
}

func TestLegendLabels(t *testing.T) {
	got := strings.Join(Legend{Low: -0.02, High: 0.02}.labels(), "|")
	must.Be(t, got, "+2 %|+1 %| 0 %|−1 %|−2 %", "labels")
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	got := wrap("diverged at step 12: mass 3 is not a finite number", 20)
	want := []string{"diverged at step 12:", "mass 3 is not a", "finite number"}
	must.Hold(t, strings.Join(got, "|") == strings.Join(want, "|"), "%q, want %q", got, want)
}

func fullOverlay() Overlay {
	return Overlay{
		Title: "lattice 43×43×43", Masses: 79507, Springs: 984438, Time: 1.5, DT: 5e-5, StepsPerSecond: 120,
		FrameSeconds: 0.1, StepShare: 0.5, Paused: true, Software: true, Message: strings.Repeat("something broke ", 20),
		Engine: model.Description{Engine: "gpu", Pipeline: "two-pass", Precision: "single",
			Renderer: "NVIDIA GeForce RTX 4090/PCIe/SSE2, a name so long that it cannot fit a narrow window at all, not even nearly so"},
		Keys: "space pause · s step · r reset · f fit · ? help · q quit", Help: []string{"space\tpause", "", "q\tquit"},
	}
}

func TestOverlaySaysWhatMustBeSaid(t *testing.T) {
	o, ink := fullOverlay(), color.Dark.Inks()
	name, color := o.renderer(ink)
	must.Hold(t, strings.HasPrefix(name, "SOFTWARE RENDERER: NVIDIA") && color == ink.Warn, "a software renderer is called %q in ink %x", name, color)
	o.Software = false
	if name, color := o.renderer(ink); !strings.HasPrefix(name, "renderer NVIDIA") || color == ink.Warn {
		t.Errorf("a GPU is called %q in ink %x", name, color)
	}
	text := ""
	for _, f := range o.facts(ink) {
		text += f.label + f.value + "\n"
	}
	for _, want := range []string{"lattice 43×43×43", "79,507", "984,438", "1.5000 s   PAUSED", "50.0 µs", "120", "118 M", "10", "50 %", "gpu two-pass, single"} {
		must.Hold(t, strings.Contains(text, want), "the overlay lacks %q:\n%s", want, text)
	}
}

// Each glyph has ink, stays inside its cell and differs from the others.
func TestAtlasHasEveryGlyph(t *testing.T) {
	a := must.Get(newAtlas(14))(t)
	seen := map[string]rune{}
	for _, r := range "!~AZaz09" + printable {
		box := a.bounds(a.cell[r])
		ink := ""
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				ink += string(rune(a.picture.AlphaAt(x, y).A))
			}
		}
		must.Hold(t, strings.Trim(ink, "\x00") != "", "glyph %q has no ink", r)
		if other, ok := seen[ink]; ok {
			t.Errorf("glyphs %q and %q look the same", r, other)
		}
		seen[ink] = r
	}
	if lo, _ := a.glyph('☃'); lo != func() [2]float32 { lo, _ := a.glyph('?'); return lo }() {
		t.Error("an unknown character is not a question mark")
	}
}

// The free part of a picture meets no panel that counts, and no larger part is free.
func TestFreePartMeetsNoPanel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		var x Places
		var taken []rect
		for range r.IntN(6) {
			place := rect{float32(r.IntN(900)), float32(r.IntN(500)), float32(1 + r.IntN(300)), float32(1 + r.IntN(200))}
			taken = append(taken, place)
			x.at[[]block{factsBlock, legendBlock, gaitBlock, rowsBlock, plotBlock}[r.IntN(5)]] = place
		}
		page := rect{0, 0, 1000, 600}
		best := largestFree(page, taken)
		for _, q := range taken {
			if best.meets(q, 0) {
				t.Fatalf("%v meets %v", best, q)
			}
		}
		for range 200 { // others that are free are not larger
			other := rect{float32(r.IntN(1000)), float32(r.IntN(600)), float32(1 + r.IntN(1000)), float32(1 + r.IntN(600))}
			if other.right() <= 1000 && other.bottom() <= 600 && meetsNone(other, taken) && other.width*other.height > best.width*best.height {
				t.Fatalf("%v is free beside %v, and larger than %v", other, taken, best)
			}
		}
		part := x.Free(1000, 600)
		must.Hold(t, part.Right-part.Left >= leastFree && part.Bottom-part.Top >= leastFree, "%v is too small a part", part)
	}
}

// Panels that leave too little do not count, the time line last of all.
func TestFreePartOfAFullPicture(t *testing.T) {
	var x Places
	x.at[factsBlock] = rect{10, 10, 250, 200}
	x.at[legendBlock] = rect{880, 200, 110, 200}
	x.at[timeLineBlock] = rect{10, 560, 980, 30}
	must.Be(t, x.Free(1000, 600), (Part{0.26, 0, 0.88, 560. / 600}), "beside facts, a legend and a time line it")
	x.at[gaitBlock] = rect{10, 300, 500, 250} // leaves less than half of the width
	x.at[rowsBlock] = rect{600, 10, 390, 180}
	must.Be(t, x.Free(1000, 600), (Part{0.26, 0, 0.88, 560. / 600}), "among panels that come and go it")
	x.at[factsBlock], x.at[legendBlock] = rect{10, 10, 600, 400}, rect{620, 10, 370, 500}
	must.Be(t, x.Free(1000, 600), (Part{0, 0, 0.62, 560. / 600}), "under large facts it")
}
