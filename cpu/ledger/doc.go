// Package ledger keeps the energy ledger of a run of the engine cpu: what a structure holds,
// and the power of every flow after each step.
//
// Powers evaluates what most runs have in the engine's buffers and with its kernels, in chunks
// of slices that threads share out. Keeper evaluates everything, in float64 and in the model's
// numbering: what Powers does not know, and the state at which someone asks for the ledger. Both
// add parts in a fixed order, so that no bit depends on threads.
//
// The laws are those of docs/physics.md, Ledger.
package ledger
