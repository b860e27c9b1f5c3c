package must

import "os"

// Long says whether tests take their long forms: "make test-long" sets HOOKE_LONG.
func Long() bool { return os.Getenv("HOOKE_LONG") != "" }

// Kinds returns a function that says whether a test takes a case: every one in the long form, and
// the first of each kind in the short one.
func Kinds() func(kind string) bool {
	seen := map[string]bool{}
	return func(kind string) bool {
		first := !seen[kind]
		seen[kind] = true
		return first || Long()
	}
}
