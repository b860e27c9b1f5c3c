// Package shaders holds every shader of hooke as a file, and the single definition of the
// buffer layout that host and device share.
//
// A pass is one file: spring_force.comp is the pass "spring-force". Its header states its
// purpose, inputs, outputs and formula. Common parts are *.glsl files, which shaders take in
// with #include "name". Each folder has one subject: laws, step, force, contact, collide,
// meet, ledger, measure, draw, pick. File names are unique over all folders.
//
// layout.go declares the records and the bindings. layout.glsl is generated from it, is
// checked in, and a test verifies it. When package gpu links a program, it compares Blocks
// with the offsets and strides that the driver reports.
package shaders

//go:generate go run ./generate
