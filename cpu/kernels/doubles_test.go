package kernels

import (
	"reflect"
	"testing"

	"hooke/cpu/table"
)

// Kernels for float64 read numbers at twice the places of those for float32, and calls where
// these have them.
func TestDoublesAreLaidOutAsSingles(t *testing.T) {
	for name, c := range map[string]struct {
		single, double any
		times          uintptr
		last           string // the last field that assembly reads
	}{
		"numbers":   {Numbers[float32]{}, Numbers[float64]{}, 2, "Reach"},
		"contact":   {contact[float32]{}, contact[float64]{}, 2, "Kinetic"},
		"record":    {table.Record[float32]{}, table.Record[float64]{}, 2, "Quarter"},
		"forces":    {ForcesCall[float32]{}, ForcesCall[float64]{}, 1, "perSpan"},
		"integrate": {IntegrateCall[float32]{}, IntegrateCall[float64]{}, 1, "Stage"},
		"wind":      {WindCall[float32]{}, WindCall[float64]{}, 1, "numbers"},
		"air":       {WindNumbers[float32]{}, WindNumbers[float64]{}, 2, "Lift"},
		"gather":    {GatherCall[float32]{}, GatherCall[float64]{}, 1, "skip"},
		"run":       {RunState[float32]{}, RunState[float64]{}, 1, "Count"},
	} {
		single, double := reflect.TypeOf(c.single), reflect.TypeOf(c.double)
		seen := false
		for i := range single.NumField() {
			a, b := single.Field(i), double.Field(i)
			if b.Offset != c.times*a.Offset {
				t.Errorf("%s.%s is at %d, and at %d in float32", name, a.Name, b.Offset, a.Offset)
			}
			if seen = a.Name == c.last; seen {
				break
			}
		}
		if !seen {
			t.Errorf("%s has no %s", name, c.last)
		}
	}
}
