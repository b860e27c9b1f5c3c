// Lists of pairs of the pipeline ensemble-resident. An invocation makes, reads and keeps those of its own
// masses; what others read of them is in shared memory.
shared uint heldOld;         // 1: some list is old
shared float heldFirst[3];   // where the first mass that takes part was when lists were made

void tellOld(uint i, uint member, vec3 x) {
	vec3 drift = POSITION_OF(numbered(0u)) - vec3(heldFirst[0], heldFirst[1], heldFirst[2]);
	if (takesPart(i) && isOld(TABLE(ballOf(i) + BALL_NUMBER), member, x, drift)) {
		atomicOr(heldOld, 1u);
	}
}

void makeBoxes(uint lane) {
	for (uint chunk = lane; chunk < CHUNKS; chunk += WORKGROUP) {
		vec3 lo, hi;
		boxOf(chunk, lo, hi);
		for (uint axis = 0u; axis < 3u; axis++) {
			boxes[6u * chunk + axis] = lo[axis];
			boxes[6u * chunk + 3u + axis] = hi[axis];
		}
	}
}

void holdFirst(vec3 x) {
	heldFirst[0] = x.x;
	heldFirst[1] = x.y;
	heldFirst[2] = x.z;
}

// beginLists takes up the lists that were made in dispatches before. All wait for each other behind it.
void beginLists(uint member, uint lane) {
	if (lane == 0u) {
		heldOld = WORD(WORD_OLD);
		holdFirst(builtOf(0u, member));
	}
}

// makeLists makes all lists anew.
void makeLists(uint member, uint lane) {
	makeBoxes(lane);
	meet();
	for (uint k = 0u; k < EACH; k++) {
		uint i = k * WORKGROUP + lane;
		if (i < MASSES && takesPart(i)) {
			list(TABLE(ballOf(i) + BALL_NUMBER), member);
		}
	}
	if (lane == 0u) {
		heldOld = 0u;
		holdFirst(POSITION_OF(numbered(0u)));
	}
	meet();
}

#ifdef PAIR_FRICTION
void wish(uint i, vec4 w) {
	wishes[4u * i] = w.x;
	wishes[4u * i + 1u] = w.y;
	wishes[4u * i + 2u] = w.z;
	wishes[4u * i + 3u] = w.w;
}
#endif
