package color

import (
	"math"
	"testing"
)

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

// The range is a round number, and what came before does not count.
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

// The range never shows what float32 positions cannot: a spring of length L at
// coordinate x has strains that are wrong by about 2⁻²⁴ x/L.
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
		if got, want := ByStrain.RangeOf(seenIn(sampleOf(0.5)), floor), max(c.want, 0.5); got != want {
			t.Errorf("%s: the range of a strain of 0.5 is %g, want %g", c.name, got, want)
		}
	}
}
