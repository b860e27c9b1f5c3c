package memorytest_test

import (
	"testing"

	"hooke/machine/memory/memorytest"
)

var kept []byte // what escapes is on the heap

// What code allocates in each run is counted; what happens beside it now and then is not.
func TestAllocationsAreThoseOfTheCode(t *testing.T) {
	if n := memorytest.Allocations(10, func() { kept = make([]byte, 1) }); n != 1 {
		t.Errorf("code that allocates once is said to allocate %g times", n)
	}
	beside := 8 // a thread that starts in the first count allocates more than once a run
	do := func() {
		for ; beside > 0; beside-- {
			kept = make([]byte, 1)
		}
	}
	if n := memorytest.Allocations(3, do); n != 0 {
		t.Errorf("code that allocates nothing is said to allocate %g times", n)
	}
}
