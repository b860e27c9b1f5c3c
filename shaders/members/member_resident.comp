#version 430 core
// Pass member-resident: some steps of the pipeline ensemble-resident. A work group has one member, and
// keeps its state in shared memory; an invocation has every WORKGROUP-th mass and keeps their next
// states in registers until all have been read.
//
// reads:  position, velocity, memberTable, memberValue, memberPhase, memberRest, memberWord
// writes: position, velocity, memberRest, memberWord
// formula: that of the passes member-step and member-begin, whose code this is: the same bits.
// variants: COLLIDES where masses of a member collide: it makes their lists, too (member-list, member-friction).
// As those; EACH is the number of masses of an invocation.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_MemberRest(restrict);
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
layout(local_size_x = WORKGROUP) in;

shared float held[6u * MASSES + 1u]; // x, y, z of positions, then of velocities
shared float heldRest[LAWS + 1u];
shared uint seen[FLAG_WORDS];
shared uint heldAge; // all ones: the member has ended

vec3 heldAt(uint k) { return vec3(held[k], held[k + 1u], held[k + 2u]); }

#define POSITION_OF(i) heldAt(3u * (i))
#define VELOCITY_OF(i) heldAt(3u * (MASSES + (i)))
#define REST_OF(law) heldRest[law]
#if FORCES > 0
shared float heldForce[3u * FORCES];
#define FORCE_OF(row) heldForce[row]
#endif
#ifdef COLLIDES
#define PAIR_WORD(row) memberWord[WORD_PAIRS * memberRow.members + member * PAIR_ROWS + (row)].word
shared float boxes[6u * ((TAKING + 15u) / 16u)];
#define BOX(chunk, k) boxes[6u * (chunk) + (k)]
#define PLACE_OF(i) POSITION_OF(i)
#define LISTS
#endif
#ifdef PAIR_FRICTION
shared float wishes[4u * MASSES]; // velocities without the friction of pairs, and how many masses push each
#define WISH_OF(i) vec4(wishes[4u * (i)], wishes[4u * (i) + 1u], wishes[4u * (i) + 2u], wishes[4u * (i) + 3u])
#endif
#if SIGNALS > 0
shared float heldSignal[SIGNALS];
#define SIGNAL_OF(row) heldSignal[row]
#else
#define SIGNAL_OF(row) 0.0 // no pass reads one
#endif
#include "member_mass.glsl"

#define FLAG(k) seen[k]
#define HELD 0u
#define BEFORE 0u
#include "member_judge.glsl"

#define SET_REST(law, x) { heldRest[law] = x; memberRest[inRow(ROW_NOW + (law), member)].value = x; }
#define SET_FORCE(row, x) { heldForce[row] = x; memberRest[inRow(ROW_FORCE + (row), member)].value = x; }
#define SET_SIGNAL(row, x) { heldSignal[row] = x; memberRest[inRow(ROW_SIGNAL + (row), member)].value = x; }
#include "member_drive.glsl"

void put(uint i, vec3 x, vec3 v) {
	held[3u * i] = x.x;
	held[3u * i + 1u] = x.y;
	held[3u * i + 2u] = x.z;
	held[3u * (MASSES + i)] = v.x;
	held[3u * (MASSES + i) + 1u] = v.y;
	held[3u * (MASSES + i) + 2u] = v.z;
}

void meet() {
	memoryBarrierShared();
	barrier();
}

#ifdef COLLIDES
#include "member_lists.glsl"
#endif

void main() {
	uint lane = gl_LocalInvocationID.x;
	uint member = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
	if (member >= memberRow.members) {
		return; // all of a work group
	}
	vec3 nextX[EACH], nextV[EACH];
	vec2 slips[EACH];
	float slipped[EACH];
	for (uint k = 0u; k < EACH; k++) {
		uint i = k * WORKGROUP + lane;
		if (i < MASSES) {
			uint place = placeOf(i, member);
			vec4 x = position[place], v = velocity[place];
			put(i, x.xyz, v.xyz);
			slips[k] = vec2(x.w, v.w);
		}
	}
	for (uint law = lane; law < LAWS; law += WORKGROUP) {
		heldRest[law] = memberRest[inRow(ROW_NOW + law, member)].value;
	}
#if FORCES > 0
	for (uint k = lane; k < 3u * FORCES; k += WORKGROUP) {
		heldForce[k] = memberRest[inRow(ROW_FORCE + k, member)].value;
	}
#endif
#if SIGNALS > 0
	for (uint k = lane; k < SIGNALS; k += WORKGROUP) {
		heldSignal[k] = memberRest[inRow(ROW_SIGNAL + k, member)].value;
	}
#endif
	if (lane == 0u) {
		heldAge = WORD(WORD_ENDED) == 0u ? WORD(WORD_AGE) : 0xffffffffu;
		for (uint k = 0u; k < FLAG_WORDS; k++) {
			seen[k] = 0u;
		}
	}
#if MEASURED
	uint countFrom = WORD(WORD_COUNT_FROM);
#endif
#ifdef COLLIDES
	beginLists(member, lane);
#endif
	meet();
	for (uint step = 0u; step < memberRow.steps; step++) {
		uint age = heldAge;
		bool lives = age != 0xffffffffu;
#ifdef COLLIDES
		if (lives && heldOld != 0u) { // the same for all
			makeLists(member, lane);
		}
#endif
		uint flags[FLAG_WORDS];
		for (uint k = 0u; k < FLAG_WORDS; k++) {
			flags[k] = 0u;
		}
		for (uint k = 0u; k < EACH; k++) {
			uint i = k * WORKGROUP + lane;
#ifdef COLLIDES
			if (lives && i < MASSES) { // pinned masses push, too
#else
			if (lives && i < MASSES && TABLE(i * MASS_WORDS + MASS_MOVES) != 0u) {
#endif
				advance(i, member, POSITION_OF(i), VELOCITY_OF(i), nextX[k], nextV[k], slipped[k], flags);
#ifdef PAIR_FRICTION
				wish(i, vec4(nextV[k], float(met)));
#elif defined(COLLIDES)
				tellOld(i, member, nextX[k]);
#endif
			}
		}
#ifdef PAIR_FRICTION
		for (uint pass = 0u; pass < FRICTION_PASSES; pass++) {
			meet(); // all masses have written their wishes
			for (uint k = 0u; k < EACH; k++) {
				uint i = k * WORKGROUP + lane;
				if (lives && i < MASSES) {
					nextV[k] = afterPairFriction(i, member, POSITION_OF(i), VELOCITY_OF(i), WISH_OF(i));
				}
			}
			meet(); // all wishes have been read
			for (uint k = 0u; k < EACH; k++) {
				uint i = k * WORKGROUP + lane;
				if (lives && i < MASSES) {
					wish(i, vec4(nextV[k], wishes[4u * i + 3u]));
				}
			}
		}
		for (uint k = 0u; k < EACH; k++) {
			uint i = k * WORKGROUP + lane;
			if (lives && i < MASSES) {
				if (MOVES(i * MASS_WORDS) != 0u) {
					vec3 w = nextV[k];
					land(i, member, POSITION_OF(i), w, nextX[k], nextV[k], flags);
				}
				tellOld(i, member, nextX[k]);
			}
		}
#endif
		for (uint k = 0u; k < FLAG_WORDS; k++) {
			if (flags[k] != 0u) {
				atomicOr(seen[k], flags[k]);
			}
		}
		meet(); // all masses have been read, and have written their flags
		lives = lives && (seen[0] & RAN_AWAY) == 0u;
		for (uint k = 0u; k < EACH; k++) {
			uint i = k * WORKGROUP + lane;
			if (lives && i < MASSES && TABLE(i * MASS_WORDS + MASS_MOVES) != 0u) {
				put(i, nextX[k], nextV[k]);
#if MEASURED
				if (slipped[k] != 0.0 && age >= countFrom) {
					slips[k] = slid(slips[k], slipped[k]);
				}
#endif
			}
		}
		meet();
		if (lane == 0u) {
			heldAge = judge(member) ? age + 1u : 0xffffffffu;
		}
		meet();
		if (heldAge != 0xffffffffu) {
			drive(member, heldAge, lane, WORKGROUP);
		}
		meet();
	}
#ifdef COLLIDES
	if (lane == 0u) {
		WORD(WORD_OLD) = heldOld;
	}
#endif
	for (uint k = 0u; k < EACH; k++) {
		uint i = k * WORKGROUP + lane;
		if (i < MASSES) {
			uint place = placeOf(i, member);
			position[place] = vec4(POSITION_OF(i), slips[k].x);
			velocity[place] = vec4(VELOCITY_OF(i), slips[k].y);
		}
	}
}
