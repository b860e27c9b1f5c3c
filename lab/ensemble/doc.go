// Package ensemble names what is stepped where many structures of one form are stepped
// together: a Kind is what they share, a Member is one of them with values of its own, and
// an Engine steps all. Rooms cpu/ensemble and cpuref/ensemble make engines.
//
// A member's bits depend on its kind, its values and its start alone: not on how many
// members there are, where it lies among them, how many threads step them, or which of
// them have ended. Each member is at its own origin; none meets another.
//
// What a value means is said by Written, which writes the values of a member into a model
// and parameters of its own: that run is the member.
package ensemble
