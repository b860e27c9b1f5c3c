// Package external has the forces on masses that come neither from springs nor from
// contacts: loads that change with time, that depend on velocities or that act on all
// masses, and wind. The engine adds them to the forces of springs, slice by slice. It is
// plain Go: few structures have them, and those that have them spend most of a step in
// their springs.
//
// The laws are those of docs/physics.md, External forces.
package external
