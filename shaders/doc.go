// Package shaders holds every shader of hooke as a file, and the one source of
// the buffer layout that host and device share.
//
// A pass is one file: spring_force.comp is the pass "spring-force". Its header
// says what it is for, what it reads, what it writes, and the formula. Common
// parts are *.glsl files, taken in with #include "name". Folders are subjects: step,
// force, contact, ledger, measure, draw, pick; a name is one file in all of them.
//
// layout.go declares the records and the bindings; layout.glsl is generated
// from it, checked in, and verified by a test. At link time package gpu hands
// Blocks to the driver for a comparison of offsets and strides.
package shaders

//go:generate go run ./generate
