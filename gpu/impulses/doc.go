// Package impulses implements the solver impulses on the device. A step is divided into
// substeps, and each substep is a list of passes:
//
//	predict   velocities without springs and contacts, a pass of masses
//	warm      a share of the springs' impulses of the last substep, color by color, if enabled
//	sweep     the springs, color by color; then attachments, round by round, and contact, of
//	          masses; again for each iteration
//	residual  the remaining error of springs, in the last substep of a call of Step
//	finish    moves masses
//
// Springs are in the order of their colors, see package colored. In the variant blocks a sweep there and back has
// a pass for several colors, see package order/blocks; all else is as without it.
//
// The formulas are those of package cpuref/impulses; docs/physics.md has them.
package impulses
