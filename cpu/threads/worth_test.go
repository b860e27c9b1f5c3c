package threads

import (
	"testing"
	"time"
)

// As many threads step as have enough to do between two meetings, and no more than there are.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		sweep        time.Duration
		most, levels int
		want         int
	}{
		{3400 * time.Nanosecond, 2, 0, 1}, {LeastShare, 2, 0, 1}, {2*LeastShare - 1, 2, 1, 1}, {2 * LeastShare, 2, 1, 2},
		{time.Second, 2, 0, 2}, {time.Second, 192, 0, 192}, {5 * LeastShare, 192, 0, 5}, {0, 8, 0, 1}, {time.Second, 1, 0, 1},
		{LeastShare / 4, 2, 64, 2}, {LeastShare / 4, 2, 2, 1}, // tiles meet twice for 64 steps
	} {
		if got := Worth(c.sweep, c.most, func(int) int { return c.levels }); got != c.want {
			t.Errorf("%v of work, %d steps at once, at most %d threads: %d step, want %d", c.sweep, c.levels, c.most, got, c.want)
		}
	}
}
