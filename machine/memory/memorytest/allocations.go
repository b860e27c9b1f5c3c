// Package memorytest counts for tests how often code allocates memory.
package memorytest

import "testing"

// tries is how often Allocations counts before it believes that code allocates.
const tries = 5

// Allocations returns how often do allocates memory, as testing.AllocsPerRun counts it over a number
// of runs: the least of some counts. A count is that of the whole process, and the runtime starts
// a thread where a call of a driver takes long, a garbage collector ends, or an engine that was
// closed before is freed: all of these allocate. Allocations of do itself are in each count.
func Allocations(runs int, do func()) float64 {
	least := testing.AllocsPerRun(runs, do)
	for range tries - 1 {
		if least == 0 {
			break
		}
		least = min(least, testing.AllocsPerRun(runs, do))
	}
	return least
}

// AllocationsWithin returns Allocations of code in a context: around sets it up, calls its argument and
// undoes it, as glx.Context.Muted does, so that messages of a driver are not counted.
func AllocationsWithin(around func(do func()), runs int, do func()) (count float64) {
	around(func() { count = Allocations(runs, do) })
	return count
}
