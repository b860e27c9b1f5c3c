// Package resident makes many steps of a small model in one dispatch. One work group has all
// masses and keeps their state in its shared memory, so that a step costs neither a dispatch nor
// a way to the device's memory. Refusal says which runs it steps, Passes steps them; their
// results are those of the pipeline fused: bit for bit on software renderers, to rounding on
// graphics cards, whose compilers contract a·b + c differently in each program.
//
// Everything but Refusal and Fits must be called on the thread whose context is current.
package resident
