// Package control closes a loop around an engine. At the end of every period it reads sensors
// from the state, lets controllers compute an action, and sets inputs of the run, such as the
// length of a muscle, the speed of a motor or a force.
//
// A [Spec] describes sensors, controllers and inputs. A [Loop] wraps an engine with one; it
// has a [Runner], which works for any [Body] that can be sensed and steered.
//
// Boundary b is the moment after step b·N, where N is the number of steps per period. The
// action u_b, computed from the sensors at boundary b, acts in the steps (b+L)·N to (b+L+1)·N
// − 1, counted from 0, where L is the latency in periods. In the first L periods the inputs
// have their initial values. Results do not depend on computing time: a period waits only for
// its own action, so an engine on a device can work ahead by L periods.
//
// Sensors and controllers compute in float64 on the host, equally for every engine.
package control
