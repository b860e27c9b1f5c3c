// The number of this invocation, counted over a grid of work groups that is
// folded into two dimensions: one dimension ends at 65,535 groups.
layout(local_size_x = WORKGROUP) in;

uint invocation() {
	uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	return group * WORKGROUP + gl_LocalInvocationID.x;
}
