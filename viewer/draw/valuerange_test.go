package draw

import (
	"math"
	"testing"

	"hooke/shaders"
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

func TestStrainRangeIsRoundAndSteady(t *testing.T) {
	r := valueRange{floor: leastStrain, ceiling: mostStrain}
	for _, c := range []struct {
		strain float32
		want   float64
		why    string
	}{
		{0, leastStrain, "so little is not worth a color"},
		{0.013, 0.015, "up at once, to a round number"},
		{0.008, 0.015, "a little less keeps it"},
		{0.004, 0.004, "much less shrinks it"},
		{0.0041, 0.005, "just more grows it"},
		{7, mostStrain, "it has an upper bound"},
	} {
		r.follow(sampleOf(c.strain))
		if math.Abs(r.value-c.want) > 1e-6*c.want { // float32 samples
			t.Errorf("strain %g: range %g, want %g: %s", c.strain, r.value, c.want, c.why)
		}
	}
}

func TestStrainRangeIgnoresFewAndBroken(t *testing.T) {
	r := valueRange{floor: leastStrain, ceiling: mostStrain}
	sample := sampleOf(0.01)
	sample[0], sample[1], sample[2] = 50, float32(math.NaN()), float32(math.Inf(-1))
	r.follow(sample)
	if math.Abs(r.value-0.01) > 1e-8 {
		t.Errorf("range %g, want 0.01: one outlier, a NaN and an infinity must not set it", r.value)
	}
	r.follow(nil)
	if r.value != leastStrain {
		t.Errorf("without springs the range is %g, want %g", r.value, leastStrain)
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
		r := valueRange{floor: max(leastStrain, strainFloor(c.farthest, c.along)), ceiling: mostStrain}
		r.follow(sampleOf(1e-6))
		if math.Abs(r.value-c.want) > 1e-6*c.want { // float32
			t.Errorf("%s: at rest the range is %g, want %g", c.name, r.value, c.want)
		}
		r.follow(sampleOf(0.5)) // real strain is shown as ever
		if want := max(c.want, 0.5); r.value != want {
			t.Errorf("%s: the range of a strain of 0.5 is %g, want %g", c.name, r.value, want)
		}
	}
}

func TestFarthestCoordinate(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	position := []shaders.Position{{Xyz: [3]float32{1, -7, 2}}, {Xyz: [3]float32{nan, 3, inf}}}
	if got := farthestCoordinate(position); got != 7 {
		t.Errorf("farthest coordinate %g, want 7", got)
	}
	if got := farthestCoordinate(nil); got != 0 {
		t.Errorf("without masses it is %g, want 0", got)
	}
}
