package hud

import (
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
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestLegendLabels(t *testing.T) {
	got := strings.Join(Legend{Low: -0.02, High: 0.02}.labels(), "|")
	if want := "+2 %|+1 %| 0 %|−1 %|−2 %"; got != want {
		t.Errorf("labels %s, want %s", got, want)
	}
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	got := wrap("diverged at step 12: mass 3 is not a finite number", 20)
	want := []string{"diverged at step 12:", "mass 3 is not a", "finite number"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
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
	if !strings.HasPrefix(name, "SOFTWARE RENDERER: NVIDIA") || color != ink.Warn {
		t.Errorf("a software renderer is called %q in ink %x", name, color)
	}
	o.Software = false
	if name, color := o.renderer(ink); !strings.HasPrefix(name, "renderer NVIDIA") || color == ink.Warn {
		t.Errorf("a GPU is called %q in ink %x", name, color)
	}
	text := ""
	for _, f := range o.facts(ink) {
		text += f.label + f.value + "\n"
	}
	for _, want := range []string{"lattice 43×43×43", "79,507", "984,438", "1.5000 s   PAUSED", "50.0 µs", "120", "118 M", "10", "50 %", "gpu two-pass, single"} {
		if !strings.Contains(text, want) {
			t.Errorf("the overlay lacks %q:\n%s", want, text)
		}
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
		if strings.Trim(ink, "\x00") == "" {
			t.Errorf("glyph %q has no ink", r)
		}
		if other, ok := seen[ink]; ok {
			t.Errorf("glyphs %q and %q look the same", r, other)
		}
		seen[ink] = r
	}
	if lo, _ := a.glyph('☃'); lo != func() [2]float32 { lo, _ := a.glyph('?'); return lo }() {
		t.Error("an unknown character is not a question mark")
	}
}
