package inspect

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// What info says of a structure by a pattern is what it says of the same one in arrays, but for
// the memory of the model and the engine gpu, which has no layout of it.
func TestPatternsAreDescribedAsArrays(t *testing.T) {
	for _, c := range []struct {
		preset string
		o      scene.Options
	}{{"lattice", scene.Options{Springs: 20_000}}, {"cloth", scene.Options{Springs: 20_000}}, {"lattice", scene.Options{Size: [3]int{2, 40, 3}}}, {"lattice", scene.Options{Size: [3]int{1, 1, 90}}}} {
		preset := c.preset
		var described [2]*Structure
		for i, byPattern := range []bool{false, true} {
			c.o.ByPattern = byPattern
			s, err := open.Scene(preset, c.o)
			must.Do(t, err)
			if (s.Model.Pattern != nil) != byPattern || (s.Start.Position == nil) != byPattern {
				t.Fatalf("%s, by pattern %v: %+v", preset, byPattern, s.Model.Pattern)
			}
			if described[i], err = Describe(s, Asked{}); err != nil {
				t.Fatal(err)
			}
		}
		arrays, pattern := described[0], described[1]
		if pattern.Memory.Model > arrays.Memory.Model/2 || pattern.Fused.Reason == "" || *pattern.Memory.CPU != *arrays.Memory.CPU {
			t.Errorf("%s: %d bytes of the model, %d in arrays; %+v", preset, pattern.Memory.Model, arrays.Memory.Model, pattern.Fused)
		}
		if why := roundingDiffers(arrays.Rounding, pattern.Rounding); why != "" {
			t.Errorf("%s: %s", preset, why)
		}
		arrays.Memory, arrays.Fused, arrays.Rounding = pattern.Memory, pattern.Fused, pattern.Rounding
		if !reflect.DeepEqual(pattern, arrays) {
			t.Errorf("%s: %+v, want %+v", preset, pattern, arrays)
		}
	}
}

// roundingDiffers says where sums by kinds are not those of all springs, to rounding.
func roundingDiffers(a, b Rounding) string {
	for _, pair := range [][2]float64{{a.Far, b.Far}, {a.Step, b.Step}, {a.Strain, b.Strain}, {a.Expected, b.Expected}} {
		if !(math.Abs(pair[0]-pair[1]) <= 1e-11*math.Abs(pair[0])) {
			return fmt.Sprintf("%v, want %v", b, a)
		}
	}
	if a.text != b.text || (a.Origin == nil) != (b.Origin == nil) {
		return b.text + ", want " + a.text
	}
	return ""
}
