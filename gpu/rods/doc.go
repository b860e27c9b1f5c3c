// Package rods is how the device turns segments of rods with the solver impulses. A substep has
// these passes, between those of package gpu/impulses:
//
//	begin     spins without joints, and constraints as they are where the substep begins
//	sweep     segments color by color, joints color by color, and back again, between the springs
//	          there and back; again for each iteration
//	finish    turns segments
//	residual  how far rods are from solved, in the last substep of what Step was asked for
//
// The formulas are those of package cpuref/rods. In precision single
// they compute in float32, in the others in float64, with two words of float32 for what is kept.
package rods
