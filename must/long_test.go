package must

import "testing"

// The short form takes the first fault, the long form all.
func TestFaults(t *testing.T) {
	for long, want := range map[string]int{"": 1, "1": 4} {
		t.Setenv("HOOKE_LONG", long)
		taken, takes := 0, Faults()
		for range 4 {
			if takes() {
				taken++
			}
		}
		Be(t, taken, want, "HOOKE_LONG=%s: faults", long)
		Be(t, Long(), long != "", "long: ")
		Be(t, Sized(1, 2) == 2, long != "", "sized: ")
	}
}
