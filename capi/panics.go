//go:build panics

package main

// #include "hooke.h"
import "C"

import (
	"hooke/machine"
	"hooke/order"
)

// goPanic panics, for tests of what a panic does to the program around the library: 0 without a guard, 1 in a call, 2 in a
// goroutine that works for a call, 3 in a thread of an engine.
//
//export goPanic
func goPanic(number C.uint64_t, where C.int, to *C.hk_error) C.int {
	if where == 0 {
		panic("on call")
	}
	return with(number, to, func(*handle) error {
		switch where {
		case 2:
			order.InParallel(1<<20, 1, func(first, _ int) {
				if first > 0 {
					panic("on call")
				}
			})
		case 3:
			threads := machine.NewThreads(2, func(int, int) { panic("on call") }, func() func() machine.Job {
				tasks := 1
				return func() machine.Job { tasks--; return machine.Job{Blocks: 100 * (tasks + 1)} }
			}())
			defer threads.Close()
			threads.Do()
		}
		panic("on call")
	})
}
