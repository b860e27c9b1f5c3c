// Package resident takes many steps of a small model in one dispatch. One work group has all
// masses and keeps their state in its shared memory, so that a step costs neither a dispatch
// nor a trip to the device's memory. Refusal returns why it does not support a run, and
// Passes steps a run. Results are those of the pipeline fused: bit for bit on software
// renderers, to rounding on graphics cards, whose compilers contract a·b + c differently in
// each program.
// Persistent takes many steps of a box of a lattice in one dispatch of work groups that wait for each other.
//
// Call everything except Refusal, PersistentRefusal and Fits on the thread whose context is current.
package resident
