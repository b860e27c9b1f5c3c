package memorytest_test

import (
	"testing"

	"hooke/machine/memory/memorytest"
	"hooke/must"
)

var kept []byte // escaping variables are on the heap

// Allocations in each run of the code are counted; occasional ones beside it are not.
func TestAllocationsAreThoseOfTheCode(t *testing.T) {
	must.Be(t, memorytest.Allocations(10, func() { kept = make([]byte, 1) }), 1, "allocations of code that allocates once")
	beside := 8 // a thread that starts in the first count allocates more than once a run
	do := func() {
		for ; beside > 0; beside-- {
			kept = make([]byte, 1)
		}
	}
	must.Be(t, memorytest.Allocations(3, do), 0, "allocations of code that allocates nothing")
}
