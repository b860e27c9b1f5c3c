// Package ledger keeps the energy ledger of a run of the engine cpu: the energy of the
// structure, and the power of every flow after each step.
//
// Powers evaluates the flows of most runs in the engine's buffers and with its kernels, in
// chunks of slices for threads. Keeper evaluates all others, and the state when a caller asks
// for the ledger, in float64 and in the model's order of masses. Both add parts in a fixed
// order, so that bits do not depend on threads.
//
// The laws are those of docs/physics.md, Ledger.
package ledger
