// Package enginetest is the conformance suite of engines: closed forms, and runs beside the
// reference, that every engine must pass for the features that it supports. Only test files
// import it.
//
// An engine's own tests cover its layouts, kernels and programs, which the suite cannot see
// from outside, and check that a fault in one of these is noticed.
package enginetest
