// A work group of a pass that steps a block of a box of a lattice: it keeps the positions of the block and of the masses
// around it in shared memory, with dampers their velocities, too. LATTICE_SIZE is the size of the box, LATTICE_BLOCK that of a block, whose volume is
// WORKGROUP, and LATTICE_REACH how far springs go, all in masses.
// A pass includes state.glsl with OWN_STATE before it includes this.
const ivec3 EXTENT = LATTICE_BLOCK + 2 * LATTICE_REACH;
const ivec3 BLOCKS = (LATTICE_SIZE + LATTICE_BLOCK - 1) / LATTICE_BLOCK;
shared vec4 tile[EXTENT.x * EXTENT.y * EXTENT.z];
#if DAMPING
shared vec4 tileVelocity[EXTENT.x * EXTENT.y * EXTENT.z];
#endif
int inTile; // index of the mass of this invocation

// placeIn is where number k is in rows of a box of a size.
ivec3 placeIn(int k, ivec3 size) { return ivec3(k % size.x, k / size.x % size.y, k / (size.x * size.y)); }

// firstOf is the first mass of a block.
ivec3 firstOf(int block) { return LATTICE_BLOCK * placeIn(block, BLOCKS); }

// massIn is the mass of this invocation in a block; behind the last one it is one past the last mass, in the first invocation.
uint massIn(int block) {
	int lane = int(gl_LocalInvocationID.x), end = LATTICE_SIZE.x * LATTICE_SIZE.y * LATTICE_SIZE.z;
	ivec3 inBlock = placeIn(lane, LATTICE_BLOCK);
	inTile = inBlock.x + LATTICE_REACH.x + EXTENT.x * (inBlock.y + LATTICE_REACH.y + EXTENT.y * (inBlock.z + LATTICE_REACH.z));
	ivec3 at = firstOf(block) + inBlock;
	if (all(lessThan(at, LATTICE_SIZE))) {
		return uint(at.x + LATTICE_SIZE.x * (at.y + LATTICE_SIZE.y * at.z));
	}
	return uint(block == BLOCKS.x * BLOCKS.y * BLOCKS.z && lane == 0 ? end : end + 1);
}

// loadTile has the work group load the box around a block. Indices beyond the box, which no spring uses, are clamped
// to the lattice.
void loadTile(int block) {
	ivec3 first = firstOf(block) - LATTICE_REACH;
	for (int k = int(gl_LocalInvocationID.x); k < EXTENT.x * EXTENT.y * EXTENT.z; k += int(WORKGROUP)) {
		ivec3 at = clamp(first + placeIn(k, EXTENT), ivec3(0), LATTICE_SIZE - 1);
		int mass = at.x + LATTICE_SIZE.x * (at.y + LATTICE_SIZE.y * at.z);
		tile[k] = FETCH_POSITION(mass);
#if DAMPING
		tileVelocity[k] = FETCH_VELOCITY(mass);
#endif
	}
	memoryBarrierShared();
	barrier();
}
