package limits_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/gpu/limits"
)

// Work groups that are more than one dimension allows are folded into two, which cover all
// invocations and less than a row more; those that do not fit are refused.
func TestGroupsFold(t *testing.T) {
	l := limits.Limits{WorkGroups: [3]int32{65535, 65535, 65535}}
	for _, c := range []struct {
		count int64
		size  int
		x, y  uint32
	}{
		{0, 256, 0, 1},
		{1, 256, 1, 1},
		{256, 256, 1, 1},
		{257, 256, 2, 1},
		{65535 * 256, 256, 65535, 1},
		{65535*256 + 1, 256, 32768, 2},
		{9_900_000 * 26, 256, 0, 0},
		{1 << 31, 256, 0, 0},
	} {
		x, y, err := l.Groups(c.count, c.size)
		if err != nil {
			t.Errorf("Groups(%d): %v", c.count, err)
			continue
		}
		covered := int64(x) * int64(y) * int64(c.size)
		if covered < c.count || covered-c.count >= int64(y+1)*int64(c.size) || x > 65535 || y > 65535 {
			t.Errorf("Groups(%d, %d) = %d × %d covers %d", c.count, c.size, x, y, covered)
		}
		if c.count <= 65535*256+1 && (x != c.x || y != c.y) {
			t.Errorf("Groups(%d, %d) = %d × %d, want %d × %d", c.count, c.size, x, y, c.x, c.y)
		}
	}
	if _, _, err := (limits.Limits{WorkGroups: [3]int32{10, 10, 1}}).Groups(101*64, 64); err == nil {
		t.Error("101 groups fit into 10 × 10")
	}
}

// A number of the device is an index if it is below the count of things, and else an error that names both.
func TestNumber(t *testing.T) {
	if got, err := limits.Number("mass", 59, 60); got != 59 || err != nil {
		t.Errorf("mass 59 of 60 is %d, %v", got, err)
	}
	for _, number := range []uint32{60, math.MaxUint32} {
		if _, err := limits.Number("mass", number, 60); !errors.Is(err, limits.ErrNumber) || !strings.Contains(err.Error(), fmt.Sprintf("mass %d of 60", number)) {
			t.Errorf("mass %d of 60: %v", number, err)
		}
	}
}
