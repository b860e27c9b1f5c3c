// The springs of a mass, shared out among LANES invocations of a work group, in the pass resident:
// lane n visits slots n, n + LANES and so on of each kind of springs. Each lane leaves its sum in
// shared memory for the invocation that moves the mass, which adds them up in the order of the
// lanes: the result does not depend on the device's schedule, and rounds otherwise than that of one
// invocation. fused_springs.glsl includes this; a pass includes lanes.glsl through it alone.

// The x of the sums of all lanes but the first, for each mass that is moved at a time, then y, then z.
const uint ABREAST = min(MOVERS, HELD);
const uint SHARED_OUT = (LANES - 1u) * ABREAST;
shared real laneForce[3u * SHARED_OUT];
real3 firstForce; // that of the first lane, which moves the mass

// pullLane is the sum over a lane's springs of mass i [N].
real3 pullLane(uint i, uint lane) {
	Pull p = Pull(placeOf(i), velocityOf(i), real3(0.0), real(params.runaway), NONE);
	uint slot = 0u; // the first of a kind of springs
#if REGULAR_WORDS > 0
	for (uint k = lane; k < palette.regularCount; k += LANES) {
		pullRegular(p, i, k, (word((k >> 5) * HELD + i) >> (k & 31u) & 1u) != 0u);
	}
	slot = palette.regularCount;
#endif
#if ENTRIES || GROUPS
	uint slice = REGULAR_WORDS * HELD + (GROUPS == 1 ? 4u : 2u) * (i / SLICE_MASSES);
#endif
#if GROUPS
	uint groups = word(slice + 3u);
	for (uint k = lane; k < groups; k += LANES) {
		pullGroup(p, i, i % SLICE_MASSES, groupAt(word(slice + 2u) + k), slot + k);
	}
	slot += groups;
#endif
#if ENTRIES
	uint at = word(slice) + i % SLICE_MASSES;
	uint width = word(slice + 1u);
	uint row = ENTRY_WORDS * SLICE_MASSES;
	uint rows = width & 0x7fffffffu;
	for (uint k = lane; k < rows; k += LANES) {
		pullEntry(p, at + k * row, SLICE_MASSES, slot + k);
	}
	if (width >> 31 != 0u) {
		at += rows * row;
		uint end = word(at + SLICE_MASSES);
		uint k = lane;
		for (at = word(at) + lane * ENTRY_WORDS; at < end; at += LANES * ENTRY_WORDS) {
			pullEntry(p, at, 1u, slot + rows + k);
			k += LANES;
		}
	}
#endif
	if (p.slot != NONE) {
		reportRunaway(i, p.slot);
	}
	return p.force;
}

// shareOut has this invocation visit its springs of mass i, as a lane, for the invocation with the
// number of the mass among those of the work group.
void shareOut(uint i, uint lane, uint number) {
	if (i >= HELD || !isFree(i)) {
		return;
	}
	firstForce = pullLane(i, lane);
	if (lane > 0u) {
		uint at = (lane - 1u) * ABREAST + number;
		laneForce[at] = firstForce.x;
		laneForce[SHARED_OUT + at] = firstForce.y;
		laneForce[2u * SHARED_OUT + at] = firstForce.z;
	}
}

// springForces is the sum over the lanes of the mass that this invocation moves [N].
real3 springForces(uint i) {
	real3 sum = firstForce;
	for (uint at = gl_LocalInvocationID.x; at < SHARED_OUT; at += ABREAST) {
		sum += real3(laneForce[at], laneForce[SHARED_OUT + at], laneForce[2u * SHARED_OUT + at]);
	}
	return sum;
}
