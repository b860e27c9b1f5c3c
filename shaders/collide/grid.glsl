// The grid in which masses that collide find each other, and their lists. A mass that takes
// part has a number among those, in the order of the masses on the device. Space is cut into
// cells with edges a little longer than any pair of a list is apart; a cell has a bucket by
// its hash, so that the world has no bounds. Two cells may share a bucket: who looks into a
// cell accepts only masses of that cell. A pass declares Collision before it includes this.

// These are the parts of the array grid.
uint countAt(uint bucket) { return bucket; }                                      // masses in a bucket
uint startAt(uint bucket) { return collision.buckets + bucket; }                  // the first of its members, and past the last bucket all of them
uint memberAt(uint k) { return 2u * collision.buckets + 1u + k; }                 // masses, bucket by bucket
uint blockAt(uint block) { return 2u * collision.buckets + 1u + collision.count + block; } // sums of blocks of a scan

// These are the parts of the array listed: where the list of each mass begins, and the
// lists, which come behind the end of the last one.
uint entryAt(uint k) { return collision.count + 1u + k; }

// cellOf is the cell of a place. It rounds down on both sides of 0.
ivec3 cellOf(vec3 x) { return ivec3(clamp(floor(x * collision.perCell), vec3(-1e9), vec3(1e9))); }

uint bucketOf(ivec3 c) {
	return (uint(c.x) * 73856093u ^ uint(c.y) * 19349663u ^ uint(c.z) * 83492791u) & (collision.buckets - 1u);
}

// taking is the mass of this invocation among those that take part; a dispatch ends before
// TAKING_END. A range has the masses that take part of its own.
#if RANGES
#define TAKING_END range.contacts
uint taking() { return range.force + groupNumber() * WORKGROUP + gl_LocalInvocationID.x; }
#else
#define TAKING_END collision.count
uint taking() { return invocation(); }
#endif

// CROWD is the most masses that a bucket may have.
const uint CROWD = 256u;
