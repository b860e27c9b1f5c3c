// Package external computes the forces on masses other than those of springs and contacts:
// loads that change with time, that depend on velocities or that act on all masses, and wind; and
// those of springs that tear, yield or creep, which tables leave out.
// The engine adds them to the forces of springs, slice by slice. The package is plain Go,
// because few structures have such forces and these spend most of a step in their springs.
//
// The laws are those of docs/physics.md, External forces and Springs that change.
package external
