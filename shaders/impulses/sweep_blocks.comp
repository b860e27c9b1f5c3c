#version 430 core
// Pass sweep-blocks: visit the springs of several colors in a row, color by color, as sweep does. A work
// group has a block of masses, keeps their velocities in shared memory meanwhile, and visits all springs that
// its own masses get to know in these colors; see package order/blocks. Groups read the results of the
// previous pass, and each writes its own to the other copy, so that no group sees the writes of another.
//
// reads:  blockTable, position, material, signals, and of these one copy:
// writes: and of these the other: velocity and swept; on the way there from impulse to swept, and back
//   from there; status
// formula: joint.glsl. A spring longer than params.runaway is reported.
// HELD is the number of masses that the largest block has. The words of blockTable are the number of
// each spring in the model; then, where sweep.first says, four words for each block: where its masses
// and the first visits of its colors are, how many masses it owns and has. A visit is the place of its
// spring; the ends among the masses of the block, 15 bits each, and above them whether it owns the spring; and the
// record of the spring, so that one load brings all that is asked for in advance.
// The words of swept are velocities, then impulses.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
UNIFORM_Params;
UNIFORM_Sweep;
#if ACTUATORS
UNIFORM_Signals;
#endif
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_BlockTable(readonly);
STORAGE_Material(readonly);
STORAGE_Impulse(restrict);
STORAGE_Swept(restrict);
STORAGE_Status(restrict);

shared vec4 heldPosition[HELD];
shared vec4 heldVelocity[HELD];
#define POSITION(at) heldPosition[at]
#define VELOCITY(at) heldVelocity[at]
#define CHANGED_VELOCITY(at) heldVelocity[at]
Spring visited; // the record of the spring that is visited
#define SPRING_OF(s) visited
#include "state.glsl"
#if ACTUATORS
#include "signals.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "pins.glsl"
#include "joint.glsl"

uint word(uint at) { return blockTable[at].word; }

// entryAt is a visit of those that end before a word; zeros are behind them.
uvec4 entryAt(uint at, uint end) {
	return at < end ? uvec4(word(at), word(at + 1u), word(at + 2u), word(at + 3u)) : uvec4(0u);
}

// sweptAt is where λ of a spring is in swept.
uint sweptAt(uint s) { return 3u * params.massCount + s; }

void report(uint s) {
	uint now = status[0].integratePasses;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, word(s));
	}
}

void visit(uvec4 entry) {
	uint s = entry.x;
	float before = 0.0; // asked for first, since it comes last
	if (sweep.begins == 0u) {
		before = sweep.back != 0u ? swept[sweptAt(s)].value : impulseOf(s);
	}
	uvec2 e = uvec2(entry.y & 0x7fffu, entry.y >> 15u & 0x7fffu);
	bool owns = entry.y >> 30u != 0u;
	visited = Spring(uintBitsToFloat(entry.z), entry.w);
	Joint j = jointOf(s, e);
	if (owns && sweep.looks != 0u && j.distance > params.runaway) {
		report(s);
	}
	float after = 0.0;
	if (j.acts) {
		vec3 vA = velocityOf(e.x);
		vec3 vB = velocityOf(e.y);
		float change = changeOf(j, vA, vB, before);
		after = before + change;
		strike(e, vA, vB, change * j.n);
	}
	if (owns) {
		if (sweep.back != 0u) {
			setImpulse(s, after);
		} else {
			swept[sweptAt(s)].value = after;
		}
	}
}

void main() {
	uint me = gl_LocalInvocationID.x;
	uint record = sweep.first + 4u * gl_WorkGroupID.x;
	uint masses = word(record);
	uint visits = word(record + 1u);
	uint own = word(record + 2u);
	uint all = word(record + 3u);
	for (uint k = me; k < all; k += WORKGROUP) {
		uint i = word(masses + k);
		vec4 v = velocity[i];
		if (sweep.swept != 0u) {
			v.xyz = vec3(swept[3u * i].value, swept[3u * i + 1u].value, swept[3u * i + 2u].value);
		}
		heldPosition[k] = position[i];
		heldVelocity[k] = v;
	}
	memoryBarrierShared();
	barrier();
	// The next color's part of the table is requested while this one is visited.
	uint from = word(visits);
	uint end = word(visits + 1u);
	uvec4 first = entryAt(from + 4u * me, end);
	for (uint c = 0u; c < sweep.count; c++) {
		uint next = end;
		uint nextEnd = word(visits + min(c + 2u, sweep.count));
		uvec4 nextFirst = entryAt(next + 4u * me, nextEnd);
		for (uint at = from + 4u * me; at < end; at += 4u * WORKGROUP) {
			visit(first);
			first = entryAt(at + 4u * WORKGROUP, end);
		}
		from = next;
		end = nextEnd;
		first = nextFirst;
		memoryBarrierShared();
		barrier();
	}
	for (uint k = me; k < own; k += WORKGROUP) {
		uint i = word(masses + k);
		vec3 v = heldVelocity[k].xyz;
		if (sweep.swept != 0u) {
			velocity[i].xyz = v;
		} else {
			swept[3u * i].value = v.x;
			swept[3u * i + 1u].value = v.y;
			swept[3u * i + 2u].value = v.z;
		}
	}
	// The last color is visited on the way there alone.
	for (uint s = sweep.carriedFirst + invocation(); s < sweep.carriedEnd; s += WORKGROUP * gl_NumWorkGroups.x) {
		setImpulse(s, swept[sweptAt(s)].value);
	}
}
