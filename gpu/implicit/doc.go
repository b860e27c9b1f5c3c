// Package implicit is how the device steps with the solver implicit-euler, by vertex block
// descent. A step is divided into substeps, and each substep is a list of passes:
//
//	begin      notes where masses are, and takes them to where the descent begins
//	paths      puts masses that follow paths where they are at its end
//	yield      how loads yield where a mass goes elsewhere than its velocity says
//	look, judge  the largest force on a mass, and whether more iterations are needed
//	descend    the masses, color by color; again for each iteration
//	end        velocities of the ways, and the friction of contacts
//
// No spring joins two masses of a color, so a pass over one color changes places in it and is
// repeatable. The passes work on the tables of the pipeline fused; the second copy of the state,
// which that pipeline has, holds where masses began and their ways. After every fourth iteration
// judge looks at the residual. Where it is small enough, or nothing but rounding, the passes of
// the next iterations have no work groups: the host queues them all, and waits for nothing.
//
// The formulas are those of package cpuref/implicit; docs/physics.md has them.
package implicit
