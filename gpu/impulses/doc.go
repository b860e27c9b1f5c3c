// Package impulses is how the device steps with the solver impulses. A step is divided into
// substeps, and each substep is a list of passes:
//
//	predict   velocities without springs and contacts, a pass of masses
//	warm      a part of what springs pushed in the last substep, color by color, where wanted
//	sweep     the springs, color by color; then attachments, round by round, and contact, of
//	          masses; again for each iteration
//	residual  how far springs are from solved, in the last substep of what Step was asked for
//	finish    moves masses
//
// Springs are in the order of their colors, see package colored.
//
// The formulas are those of package cpuref/impulses; docs/physics.md has them.
package impulses
