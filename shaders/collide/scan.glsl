// A scan in three passes: scan-sum adds up blocks of 1,024 numbers, scan-top turns the sums
// into what comes before each block, scan-add into what comes before each number. OpenGL
// does not promise that a work group continues while another waits, so none waits for another. A
// pass declares Collision, Grid and, with LISTS 1, PairList, and includes grid.glsl before
// this.
//
// variants: LISTS 0 scans the masses in buckets, 1 the lengths of lists.
const uint BLOCK = 1024u;
const uint SHARE = BLOCK / WORKGROUP; // numbers of an invocation

#if LISTS
#define NUMBERS collision.count
#define NUMBER(k) listed[k].entry
#define BEFORE(k) listed[k].entry
#else
#define NUMBERS collision.buckets
#define NUMBER(k) grid[countAt(k)].entry
#define BEFORE(k) grid[startAt(k)].entry
#endif

shared uint sums[WORKGROUP];

// before is the sum of the own numbers of all invocations before this one, of those in the
// work group. Every invocation calls it. Afterwards sums[WORKGROUP - 1] is the sum of all.
uint before(uint own) {
	uint me = gl_LocalInvocationID.x;
	sums[me] = own;
	for (uint reach = 1u; reach < WORKGROUP; reach *= 2u) {
		memoryBarrierShared();
		barrier();
		uint other = me >= reach ? sums[me - reach] : 0u;
		memoryBarrierShared();
		barrier();
		sums[me] += other;
	}
	memoryBarrierShared();
	barrier();
	return sums[me] - own;
}
