package hud

import "testing"

// A series keeps its last entries, in order.
func TestSeriesIsARing(t *testing.T) {
	var s Series
	for k := range 1000 {
		s.Add(float64(k), float64(k))
	}
	if len(s.Time) != mostEntries || s.Time[0] != 1000-mostEntries || s.Time[mostEntries-1] != 999 || s.Values[0][0] != s.Time[0] {
		t.Errorf("%d entries from %g to %g", len(s.Time), s.Time[0], s.Time[len(s.Time)-1])
	}
	s.Clear()
	if len(s.Time) != 0 || len(s.Values) != 0 {
		t.Error("it is not empty")
	}
}
