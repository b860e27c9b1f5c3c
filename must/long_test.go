package must

import "testing"

// The short form takes the first of each kind, the long form all.
func TestKinds(t *testing.T) {
	for long, want := range map[string]string{"": "ab", "1": "aaba"} {
		t.Setenv("HOOKE_LONG", long)
		taken, takes := "", Kinds()
		for _, kind := range []string{"a", "a", "b", "a"} {
			if takes(kind) {
				taken += kind
			}
		}
		Be(t, taken, want, "HOOKE_LONG=%s: ", long)
		Be(t, Long(), long != "", "long: ")
	}
}
