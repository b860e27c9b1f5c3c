package draw

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

func TestStrainRangeIsRoundAndSteady(t *testing.T) {
	var r strainRange
	for _, c := range []struct {
		strain float32
		want   float64
		why    string
	}{
		{0, leastStrain, "rounding must not be colored"},
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
	var r strainRange
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
