// The mass or spring of this invocation, counted over a grid of work groups that is
// folded into two dimensions: one dimension ends at 65,535 groups. RANGES 1 is for
// models whose arrays are longer than a storage block may be: a dispatch is for a
// range of masses or springs, whose arrays begin with the first of them.
#ifndef RANGES
#define RANGES 0
#endif
layout(local_size_x = WORKGROUP) in;

#if RANGES
UNIFORM_Range;
#define FIRST range.first
#define COUNT_OF(all) range.count
#define END_OF(all) (range.first + range.count)
#define GROUPS_BEFORE range.group
#define IS_LAST (range.last != 0u)
#else
#define FIRST 0u
#define COUNT_OF(all) (all)
#define END_OF(all) (all)
#define GROUPS_BEFORE 0u
#define IS_LAST true
#endif

uint groupNumber() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

uint invocation() {
	return FIRST + groupNumber() * WORKGROUP + gl_LocalInvocationID.x;
}
