package run

import "testing"

// The most steps that times and tables can count are taken.
func TestStepsThatCanBeCounted(t *testing.T) {
	o := Options{}
	for _, steps := range []int64{1, 1 << 31, 1 << 53} {
		if err := o.countable(steps, 1e-7); err != nil {
			t.Errorf("%d steps: %v", steps, err)
		}
	}
}
