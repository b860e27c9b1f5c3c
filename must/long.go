package must

import "os"

// Long says whether tests take their long forms: "make test-long" sets HOOKE_LONG.
func Long() bool { return os.Getenv("HOOKE_LONG") != "" }

// Faults returns a function that says whether a test plants a fault: each in the long form, and the first in the
// short one, since they prove the test, not the program.
func Faults() func() bool {
	first := true
	return func() bool {
		takes := first || Long()
		first = false
		return takes
	}
}

// Sized returns the size of a test (a time, a number of masses, a list of cases) in its short or its long form.
func Sized[T any](short, long T) T {
	if Long() {
		return long
	}
	return short
}
