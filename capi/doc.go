// Command capi is the C library of hooke.h, built as libhooke.so with go build -buildmode=c-shared. It puts packages
// sim, robots and env behind handles, numbers that C programs hold, and adds nothing else.
//
// Rules: no panic leaves a call (panics.Guard); C gets no pointer of Go, and reads memory of C alone; one thread at a time uses a
// handle, and only the thread that opened it makes calls of a device (sim.Thread). hooke.c refuses calls in a forked child.
package main

// main is never called in a library.
func main() {}
