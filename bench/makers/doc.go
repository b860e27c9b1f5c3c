// Package makers makes the engines of this program for the benchmark, with what measures
// the memory that each works in.
package makers
