// Package model holds the nouns of hooke: the frozen structure (Model), what moves
// (State), the numbers of a run (Params), a float32 copy of a state (Snapshot),
// energies, and the interface of everything that steps a model (Engine).
//
// A model is data, not behavior: engines, file formats and graphics live elsewhere. All
// units are SI (meters, kilograms, seconds, newtons), and z points up. Arrays are one
// per quantity (a structure of arrays), so that an engine can pass them on without
// repacking them. Goroutines may share a finished model; they may not share states and
// snapshots.
package model
