package cputest

import "testing"

// Allocations is how often do allocates memory, as testing.AllocsPerRun counts it: the least of
// three counts, since those are of the whole process, in which an engine that was closed before
// or the garbage collector may allocate meanwhile.
func Allocations(runs int, do func()) float64 {
	least := testing.AllocsPerRun(runs, do)
	for range 2 {
		if least == 0 {
			break
		}
		least = min(least, testing.AllocsPerRun(runs, do))
	}
	return least
}
