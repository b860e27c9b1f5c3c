package color

import (
	"math"
	"testing"

	"hooke/must"
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
		must.Hold(t, largest <= 1.05*smallest, "%s: steps in CIELAB range from %.2f to %.2f", side, smallest, largest)
	}
	for i := range 32 {
		must.Hold(t, lab(m[i])[0] < lab(m[i+1])[0] && lab(m[64-i])[0] < lab(m[63-i])[0], "lightness does not rise toward the middle at entry %d", i)
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

func sampleOf(strain float32) []float32 {
	out := make([]float32, 100)
	for i := range out {
		out[i] = strain
		if i%2 == 1 {
			out[i] = -strain
		}
	}
	return out
}

// seenIn are the values of springs of those strains, as the device sees them.
func seenIn(strain []float32) Seen {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range strain {
		if size := math.Abs(float64(v)); size <= math.MaxFloat32 {
			least, most = min(least, float64(v)), max(most, float64(v))
		}
	}
	return SeenOf(least, most, append([]float32{}, strain...))
}

// The range is a round number, and earlier values do not count.
func TestStrainRangeIsRound(t *testing.T) {
	for _, c := range []struct {
		strain float32
		want   float64
		why    string
	}{
		{0, leastStrain, "so little is not worth a color"},
		{0.013, 0.015, "up to a round number"},
		{0.008, 0.008, "whatever was seen before"},
		{0.0041, 0.005, "whatever was seen before"},
		{0.02, 0.02, "a round number stays"},
		{7, mostStrain, "it has an upper bound"},
	} {
		if got := ByStrain.RangeOf(seenIn(sampleOf(c.strain)), 0); math.Abs(got-c.want) > 1e-6*c.want { // float32 samples
			t.Errorf("strain %g: range %g, want %g: %s", c.strain, got, c.want, c.why)
		}
	}
}

func TestStrainRangeIgnoresFewAndBroken(t *testing.T) {
	sample := sampleOf(0.01)
	sample[0], sample[1], sample[2] = 50, float32(math.NaN()), float32(math.Inf(-1))
	seen := seenIn(sample)
	if got := ByStrain.RangeOf(seen, 0); math.Abs(got-0.01) > 1e-8 {
		t.Errorf("range %g, want 0.01: one outlier, a NaN and an infinity must not set it", got)
	}
	if seen.Most != 50 || math.Abs(seen.Least+0.01) > 1e-8 {
		t.Errorf("from %g to %g, want from -0.01 to 50: the outlier is said", seen.Least, seen.Most)
	}
	if got := ByStrain.RangeOf(seenIn(nil), 0); got != leastStrain || seenIn(nil).Known {
		t.Errorf("without springs the range is %g, want %g", got, leastStrain)
	}
}

// The range never shows strains below the resolution of float32 positions: a spring of length L at coordinate
// x has strains with errors of about 2⁻²⁴ x/L.
func TestStrainRangeIsAboveRounding(t *testing.T) {
	for _, c := range []struct {
		name            string
		farthest, along float32 // largest coordinate and spring length [m]
		want            float64 // of the range, rounded up to a digit of the legend
	}{
		{"short springs far out", 10, 0.01, 4e-3}, // 64 · 2⁻²⁴ · 1000 = 3.8e-3
		{"a million springs", 0.42, 0.01, 2e-4},   // 1.6e-4
		{"near the origin", 0.1, 0.1, leastStrain},
		{"no springs", 10, 0, leastStrain},
		{"hopeless", 1e6, 1e-3, mostStrain},
	} {
		floor := StrainFloor(c.farthest, c.along)
		if got := ByStrain.RangeOf(seenIn(sampleOf(1e-6)), floor); math.Abs(got-c.want) > 1e-6*c.want { // float32
			t.Errorf("%s: at rest the range is %g, want %g", c.name, got, c.want)
		}
		// Real strain is shown as ever.
		must.Be(t, ByStrain.RangeOf(seenIn(sampleOf(0.5)), floor), max(c.want, 0.5), "%s: the range of a strain of 0.5", c.name)
	}
}
