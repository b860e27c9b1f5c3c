// Package model holds the nouns of hooke: the frozen structure (Model), what
// moves (State), the numbers of a run (Params), a float32 read-back
// (Snapshot), energies, and the Engine interface that everything which steps a
// model satisfies.
//
// A model is data, not behavior: no engine, no file format and no graphics
// live here. Everything is SI (meters, kilograms, seconds, newtons), z points
// up, and positions are structure of arrays, so that an engine can hand them
// on without repacking. Models are safe to share between goroutines once
// built; states and snapshots are not.
package model
