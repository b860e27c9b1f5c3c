// Package laws holds what springs, contacts, pairs of masses, loads and air do, once, for all that is not the reference: as
// small functions of numbers, in float32 or float64.
//
// The engine cpu and all that people read (measure) call them, and laws/generate prints them in
// GLSL, for shaders, into shaders/laws: the functions, and for the law of springs how its numbers are read from records of the
// device. Package laws/material says how a law follows from a material. After a change run "go generate ./laws".
//
// Not from here are the reference (package cpuref), which has each equation by hand, so that
// check compares two texts; the assembly of cpu with the wind in Go beside it, and the shaders of members, whose order of
// operations is their own; the stretch in two words of shaders/force/spring_law.glsl; and the depth in a shape and the
// crossing of it, which are in model and physics, where the reference finds crossings too, and in shaders/contact.
//
// Products are converted to T before they are added or returned, since callers may add them: Go may otherwise fuse the two into one
// operation on processors that have it, and results would depend on the machine.
//
// Comments that begin with "//glsl:" are for the generator, see there.
package laws

//go:generate go run ./generate -to ../shaders/laws
