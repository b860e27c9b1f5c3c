// Package ledger keeps the energy ledger of a run of the engine cpu: what a structure holds,
// and the power of every flow after each step. It works in float64 and in the model's
// numbering. Large models are shared out in blocks, whose parts are added in the order of the
// blocks, so that no bit depends on threads.
//
// The laws are those of docs/physics.md, Ledger.
package ledger
