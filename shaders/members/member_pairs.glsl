// Which masses of a member may touch each other. Masses that take part (those with a radius) have
// numbers among themselves, ascending. Each has a list of the masses that it may touch until lists are
// made again, ascending too, with room for ROOM of them. One with more has no list, and looks at all
// masses of the chunks around: the same pairs in the same order. Lists have more than what touches, so
// that no bit depends on their age or room.
//
// They are made from places x_built, and are good as long as no mass has moved by more than 0.45 skin
// against a motion that all masses share:
//   listed: |x_i − x_j| < r_i + r_j + skin, of different bodies or with |X_i − X_j| > 1.001 (r_i + r_j)
//   old:    |x − x_built − (x − x_built) of the first mass, a step ago| > 0.45 skin
// A chunk is CHUNK masses, one after the other, with the box that they were in.
const uint CHUNK = 16u;
const uint CHUNKS = (TAKING + CHUNK - 1u) / CHUNK;

// Words of a mass in the table, from MASS_BALL on.
const uint BALL_RADIUS = 0u; // r [m]; 0: it takes part in no collision
const uint BALL_BODY = 1u;
const uint BALL_REST = 2u;   // X [m]
const uint BALL_NUMBER = 5u; // among those that take part

// Words of collisions in the table, from PAIR_AT on.
const uint PAIR_SKIN = 0u;    // [m]
const uint PAIR_LARGEST = 1u; // largest radius [m]
const uint PAIR_MASSES = 2u;  // those that take part, then kc, ζ, μs and μk of each body

#ifndef PAIR_WORD
#define PAIR_WORD(row) WORD(WORD_PAIRS + (row))
#endif
#ifndef BOX
#define BOX(chunk, k) uintBitsToFloat(PAIR_WORD(boxAt(chunk, k)))
#endif

// Rows of a member: how long lists are, their entries, x_built, and boxes.
uint entryAt(uint number, uint k) { return (1u + k) * TAKING + number; }
uint builtAt(uint number, uint axis) { return (1u + ROOM + axis) * TAKING + number; }
uint boxAt(uint chunk, uint k) { return (4u + ROOM) * TAKING + 6u * chunk + k; }

uint ballOf(uint i) { return i * MASS_WORDS + MASS_BALL; }
uint numbered(uint number) { return TABLE(PAIR_AT + PAIR_MASSES + number); }
bool takesPart(uint i) { return TABLE_FLOAT(ballOf(i) + BALL_RADIUS) > 0.0; }

vec3 builtOf(uint number, uint member) {
	return uintBitsToFloat(uvec3(PAIR_WORD(builtAt(number, 0u)), PAIR_WORD(builtAt(number, 1u)), PAIR_WORD(builtAt(number, 2u))));
}

vec3 restOf(uint ball) {
	uint at = ball + BALL_REST;
	return vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u));
}

// restSquare is |X_i − X_j|² [m²], of rest positions as rounded as states are: bodies that rest in each other
// start without a push.
float restSquare(uint a, uint b) {
	precise vec3 d = restOf(a) - restOf(b);
	precise float square = d.z * d.z + (d.y * d.y + d.x * d.x);
	return square;
}

// mayTouch says whether two masses ever touch, by their words.
bool mayTouch(uint a, uint b) {
	if (TABLE(a + BALL_BODY) != TABLE(b + BALL_BODY)) {
		return OTHERS != 0;
	}
	precise float never = 1.001 * (TABLE_FLOAT(a + BALL_RADIUS) + TABLE_FLOAT(b + BALL_RADIUS)); // model.RestReach
	precise float square = never * never;
	return SELF != 0 && restSquare(a, b) > square;
}

// Walk is the way through the masses that one may touch: the first `end` entries of its list or, where that has no
// room, all masses that take part, of which the law of the pair leaves out those that never touch.
struct Walk {
	uint number, end;
	bool crowded;
};

Walk walkOf(uint i, uint member) {
	uint number = TABLE(ballOf(i) + BALL_NUMBER), count = PAIR_WORD(number);
	return Walk(number, count > ROOM ? TAKING : count, count > ROOM);
}

uint metBy(Walk w, uint k, uint member) {
	if (w.crowded) {
		return numbered(k);
	}
	return PAIR_WORD(entryAt(w.number, k));
}

#ifdef LISTS
// nearChunk says whether masses of a chunk may be in the list of a mass at a position.
bool nearChunk(uint chunk, uint member, vec3 at, float radius) {
	vec3 lo = vec3(BOX(chunk, 0u), BOX(chunk, 1u), BOX(chunk, 2u)), hi = vec3(BOX(chunk, 3u), BOX(chunk, 4u), BOX(chunk, 5u));
	vec3 gap = max(max(lo - at, at - hi), vec3(0.0));
	float reach = 1.001 * (radius + TABLE_FLOAT(PAIR_AT + PAIR_LARGEST) + TABLE_FLOAT(PAIR_AT + PAIR_SKIN));
	return !(dot(gap, gap) > reach * reach);
}

// list makes the list of a mass.
void list(uint number, uint member) {
	uint i = numbered(number), a = ballOf(i), count = 0u;
	vec3 here = PLACE_OF(i);
	float radius = TABLE_FLOAT(a + BALL_RADIUS);
	for (uint axis = 0u; axis < 3u; axis++) {
		PAIR_WORD(builtAt(number, axis)) = floatBitsToUint(here[axis]);
	}
	for (uint chunk = 0u; chunk < CHUNKS; chunk++) {
		if (!nearChunk(chunk, member, here, radius)) {
			continue;
		}
		uint end = min(chunk * CHUNK + CHUNK, TAKING);
		for (uint k = chunk * CHUNK; k < end; k++) {
			uint j = numbered(k), b = ballOf(j);
			vec3 way = here - PLACE_OF(j);
			float reach = radius + TABLE_FLOAT(b + BALL_RADIUS) + TABLE_FLOAT(PAIR_AT + PAIR_SKIN);
			if (k != number && dot(way, way) < reach * reach && mayTouch(a, b)) {
				if (count < ROOM) {
					PAIR_WORD(entryAt(number, count)) = j;
				}
				count++;
			}
		}
	}
	PAIR_WORD(number) = count;
}

// boxOf is the box of the masses of a chunk.
void boxOf(uint chunk, out vec3 lo, out vec3 hi) {
	lo = vec3(3.0e38);
	hi = -lo;
	uint end = min(chunk * CHUNK + CHUNK, TAKING);
	for (uint k = chunk * CHUNK; k < end; k++) {
		vec3 x = PLACE_OF(numbered(k));
		lo = min(lo, x);
		hi = max(hi, x);
	}
}
#endif

// isOld says whether the list of a mass that is at a place now is old; drift is how the first mass
// has moved.
bool isOld(uint number, uint member, vec3 x, vec3 drift) {
	vec3 moved = x - builtOf(number, member) - drift;
	float most = 0.45 * TABLE_FLOAT(PAIR_AT + PAIR_SKIN);
	return !(dot(moved, moved) <= most * most);
}
