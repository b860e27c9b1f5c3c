// Package must ends a test at an error that the test does not expect. Only test files import it.
package must

import "testing"

// Do ends the test where an error occurred.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
