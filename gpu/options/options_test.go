package options_test

import (
	"math"
	"strings"
	"testing"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// Sizes of work groups are those that a device allows. Others are refused with a list of them.
func TestWorkGroups(t *testing.T) {
	device := limits.Limits{Invocations: 512, WorkGroupSize: [3]int32{256, 64, 64}}
	must.BeAll(t, options.WorkGroupsOn(device), []int{32, 64, 128, 256}, "a device of 256 along x and 512 in all allows")
	for _, size := range []int{-32, 1, 48, 512, 1024, 2048} {
		_, err := options.WorkGroupOf(device, size)
		must.Hold(t, err != nil && strings.Contains(err.Error(), "this device allows [32 64 128 256]"), "work groups of %d: %v", size, err)
	}
	for software, want := range map[bool]int{false: 256, true: 64} {
		device.Software = software
		if got, err := options.WorkGroupOf(device, 0); got != want || err != nil {
			t.Errorf("no size asked for, in software %v: %d, %v", software, got, err)
		}
	}
}

// Precisions are found by the names that they say of themselves.
func TestPrecisionsByName(t *testing.T) {
	for name, want := range map[string]options.Precision{"single": options.Single, "compensated": options.Compensated, "double": options.Double} {
		if got, err := options.ParsePrecision(name); got != want || err != nil || got.String() != name {
			t.Errorf("%s is %v, %v", name, got, err)
		}
	}
	must.Say(t, "half", must.Err(options.ParsePrecision("half")), "known are [single compensated double]")
}

// Two words of float32 hold 48 bits of a number: the rest is below 2^-48 of it.
func TestTwoWords(t *testing.T) {
	for _, x := range []float64{math.Pi, -1.0 / 3, 1e7 + 1.0/7, 0} {
		high, low := options.TwoWords(x)
		must.Hold(t, high == float32(x) && math.Abs(float64(high)+float64(low)-x) <= math.Abs(x)/(1<<48), "%v is %v and %v", x, high, low)
	}
	v := model.Vec3{1 + 1e-9, 2, 0.1}
	high, low := options.TwoWords3(v)
	high4, low4 := options.TwoWords4(v)
	for axis := range 3 {
		h, l := options.TwoWords(v[axis])
		if high[axis] != h || low[axis] != l || high4[axis] != h || low4[axis] != l {
			t.Errorf("axis %d is %v, %v and %v, %v; want %v, %v", axis, high[axis], low[axis], high4[axis], low4[axis], h, l)
		}
	}
}

// Records come once with first words, and in double once more with second ones.
func TestInWords(t *testing.T) {
	x := 1 + 1e-9 // its second word is not 0
	records := func(word options.Rounding) []float32 { return []float32{word(x), word(2)} }
	for precision, want := range map[options.Precision][]float32{options.Single: {1, 2}, options.Compensated: {1, 2}, options.Double: {1, 2, 1e-9, 0}} {
		got := options.InWords(precision, records)
		if len(got) != len(want) || got[0] != 1 || got[1] != 2 || len(got) == 4 && (math.Abs(float64(got[2])-1e-9) > 1e-15 || got[3] != 0) {
			t.Errorf("%v: %v, want %v", precision, got, want)
		}
		position, other := precision.Words()
		must.Hold(t, int64(len(got)) == 2*other && position >= other, "%v: positions of %d words, others of %d", precision, position, other)
	}
}
