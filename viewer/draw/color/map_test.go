package color

import (
	"math"
	"testing"
)

// The published end points of the map are given in 8 bits, its middle to three
// digits; the conversion matrices have four.
const colorTolerance = 1.0 / 255

func TestCoolWarmMatchesThePublishedColors(t *testing.T) {
	m := CoolWarm(257)
	for _, c := range []struct {
		name  string
		entry int
		want  [3]float64
	}{
		{"cool end", 0, [3]float64{59. / 255, 76. / 255, 192. / 255}},
		{"middle", 128, [3]float64{0.865, 0.865, 0.865}},
		{"warm end", 256, [3]float64{180. / 255, 4. / 255, 38. / 255}},
	} {
		for k, got := range m[c.entry] {
			if math.Abs(got-c.want[k]) > colorTolerance {
				t.Errorf("%s: color %v, want %v", c.name, m[c.entry], c.want)
				break
			}
		}
	}
}

// Perceptually even: each step on one side is about as large in CIELAB as the
// others of that side, and lightness rises toward the middle.
func TestCoolWarmIsEven(t *testing.T) {
	m := CoolWarm(65)
	for side, from := range map[string]int{"compression": 0, "tension": 32} {
		smallest, largest := math.Inf(1), 0.0
		for i := from; i < from+32; i++ {
			d := labDistance(m[i], m[i+1])
			smallest, largest = min(smallest, d), max(largest, d)
		}
		// Msh is not CIELAB, but nearly: steps of 2.94 to 2.98 were measured.
		if largest > 1.05*smallest {
			t.Errorf("%s: steps in CIELAB range from %.2f to %.2f", side, smallest, largest)
		}
	}
	for i := range 32 {
		if lab(m[i])[0] >= lab(m[i+1])[0] || lab(m[64-i])[0] >= lab(m[63-i])[0] {
			t.Errorf("lightness does not rise toward the middle at entry %d", i)
		}
	}
}

func TestBytesAreOpaqueTexels(t *testing.T) {
	b := Map{{0, 0.5, 1}}.Bytes()
	if len(b) != 4 || b[0] != 0 || b[1] != 128 || b[2] != 255 || b[3] != 255 {
		t.Errorf("texel is %v, want [0 128 255 255]", b)
	}
}

func labDistance(a, b [3]float64) float64 {
	p, q := lab(a), lab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// lab is the textbook way from sRGB to CIELAB, written apart from the map's
// own way back.
func lab(rgb [3]float64) [3]float64 {
	var linear [3]float64
	for k, v := range rgb {
		if v <= 0.04045 {
			linear[k] = v / 12.92
		} else {
			linear[k] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	r, g, b := linear[0], linear[1], linear[2]
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124*r + 0.3576*g + 0.1805*b) / 0.95047)
	y := f(0.2126*r + 0.7152*g + 0.0722*b)
	z := f((0.0193*r + 0.1192*g + 0.9505*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// Viridis grows lighter all the way, evenly: no step of its lightness is twice the
// mean. Names can be told apart.
func TestViridisGrowsLighter(t *testing.T) {
	lightness := func(c [3]float64) float64 { // CIELAB
		linear := func(x float64) float64 {
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 116*math.Cbrt(0.2126*linear(c[0])+0.7152*linear(c[1])+0.0722*linear(c[2])) - 16
	}
	colors := Viridis(33)
	mean := (lightness(colors[32]) - lightness(colors[0])) / 32
	for i := 1; i < len(colors); i++ {
		if step := lightness(colors[i]) - lightness(colors[i-1]); step < 0.5*mean || step > 2*mean {
			t.Errorf("entry %d is %.3g lighter than the one before it; the mean is %.3g", i, step, mean)
		}
	}
	names := Names()
	if len(names) != NameCount+1 {
		t.Fatalf("%d names' colors, want %d", len(names), NameCount+1)
	}
	for i, a := range names {
		for _, b := range names[:i] {
			if far := math.Abs(a[0]-b[0]) + math.Abs(a[1]-b[1]) + math.Abs(a[2]-b[2]); far < 0.2 {
				t.Errorf("colors %v and %v are alike", a, b)
			}
		}
	}
}
