// Package makers makes the engines of this program for the benchmark, and the meters of
// the memory that each engine uses.
package makers
