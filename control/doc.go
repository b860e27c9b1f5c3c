// Package control closes the loop around an engine: at the end of every period it takes
// sensors from the state, has controllers answer, and sets inputs of the run, such as the
// length of a muscle, the speed of a motor or a force.
//
// Boundary b is the moment after step b·N, where N is the number of steps in a period. What
// is made of the sensors of boundary b, the action u_b, acts in the steps (b+L)·N to
// (b+L+1)·N − 1, counted from 0, where L is the latency in periods; the first L periods have the
// inputs' initial values. Nothing depends on how long anything takes: a period waits for its
// action, and for nothing else, so that an engine on a device has L periods to do meanwhile.
//
// Sensors and controllers compute in float64 on the host, the same for every engine.
package control
