// Package kernels holds the inner loops of the engine cpu, in plain Go and in the assembly
// that cpu/generate writes, and the data that they read and write: the motion of masses,
// contacts, and the forces that one slice hands on to another.
package kernels
