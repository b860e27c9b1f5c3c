// Package laws defines the force laws of springs, contacts, colliding pairs, loads and air
// once, for all code but the reference: as small functions of numbers, in float32 or float64.
//
// The engine cpu and package measure call these functions. laws/generate prints them in GLSL
// into shaders/laws; for the law of springs it also prints how shaders read its numbers from
// records. Package laws/material derives a law from a material. Run "go generate ./laws"
// after a change.
//
// These texts do not use the package:
//
//   - the reference (package cpuref), which has each equation by hand, so that check compares
//     two texts;
//   - the assembly of cpu, with the wind in Go beside it, and the shaders of members, which
//     have their own order of operations;
//   - the stretch in two words in shaders/force/spring_law.glsl;
//   - the depth in a shape and its crossing, which are in model and physics, where the
//     reference finds crossings too, and in shaders/contact.
//
// Products are converted to T before they are added or returned, since callers may add them.
// Otherwise Go could fuse the two into one operation on some processors, and results would
// depend on the machine.
//
// Comments that begin with "//glsl:" are instructions for the generator, see there.
package laws

//go:generate go run ./generate -to ../shaders/laws
