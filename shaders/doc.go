// Package shaders holds every shader of hooke as a file, and the one source of
// the buffer layout that host and device share.
//
// A pass is one file: spring_force.comp is the pass "spring-force". Its header
// says what the pass is for, what it reads, what it writes, and the formula. Common
// parts are *.glsl files, which shaders take in with #include "name". Each folder has a
// subject: laws, step, force, contact, collide, ledger, measure, draw, pick. No two folders have a file
// of the same name.
//
// layout.go declares the records and the bindings; layout.glsl is generated
// from it, checked in, and verified by a test. At link time package gpu hands
// Blocks to the driver for a comparison of offsets and strides.
package shaders

//go:generate go run ./generate
