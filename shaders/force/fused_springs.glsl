// The springs of a mass in the pipeline fused, in three kinds. Regular springs lead to a
// neighbor at the same offset for all masses; the mask of a mass says which of them it
// has. Springs of groups lead to neighbors at the same offsets within a slice of masses.
// All others are entries of the mass in the table, whose layout is in
// gpu/table/table.go. A pass includes springs.glsl and spring_law.glsl before this.
//
// variants, chosen for a model: REGULAR_WORDS is the length of a mask; GROUPS 1 and
// ENTRIES 1 if the model has any, ENTRY_RESTS 1 if entries have rest lengths, ENTRY_OWN 1
// if they have the numbers of their laws. Chosen for a device, with the same results bit for bit: UNROLL is
// the number of visits that are written in a row; SLOT_LAWS is where the laws of regular
// springs begin in the palette, each in the place of its slot, and SLOT_OFFSETS says that
// the last word of a law there is the offset, since no such spring is actuated or
// tension-only. REGULAR_VISITS is a text that visits all regular slots, with their
// laws, in single precision, which rounds otherwise. LANES is the number of invocations that
// share the springs of a mass, see lanes.glsl; HELD_TABLE says that the table is in shared
// memory, with that number of words.

const uint NONE = 0xffffffffu;
const uint SLOT_BITS = 32u - MASS_BITS;

#if TEXELS && !defined(HELD_TABLE)
#if GROUPS
layout(binding = TEXELS_GROUPS) uniform usamplerBuffer groupTexels;
uvec4 groupAt(uint at) { return texelFetch(groupTexels, int(at)); }
#endif
uint word(uint at) { return texelFetch(tableTexels, int(at)).x; }
#else
#ifdef HELD_TABLE
uint word(uint at) { return heldTable[at]; }
#else
uint word(uint at) { return table[at].word; }
#endif
uvec4 groupAt(uint at) { return uvec4(word(4u * at), word(4u * at + 1u), word(4u * at + 2u), word(4u * at + 3u)); }
#endif

// Pull sums up the springs at a mass.
struct Pull {
	Place here;
	real3 v;
	real3 force;  // [N]
	real longest; // of the spring that ran away, else the largest length allowed [m]
	uint slot;    // of it: bits of masks first, then entries
};

void pull(inout Pull p, uint neighbor, Law law, uint slot) {
	Reach r = reachOf(p.here, placeOf(neighbor), law);
	if (r.distance > p.longest) {
		p.longest = r.distance;
		p.slot = slot;
	}
	p.force += springForce(p.v, velocityOf(neighbor), r, law);
}

#if ENTRIES
const uint NEIGHBOR = (1u << MASS_BITS) - 1u; // bits of an entry

// entryLaw is that of the entry at a word, whose next words are stride apart.
Law entryLaw(uint at, uint stride) {
	Law law = classLaw(word(at) >> MASS_BITS);
#if ENTRY_RESTS
	at += stride;
	law.restLength = real(uintBitsToFloat(word(at)));
#if PRECISION != SINGLE
	at += stride;
	law.restLengthLow = uintBitsToFloat(word(at));
#endif
#if PRECISION == DOUBLE
	law.restLength += real(law.restLengthLow);
#endif
#endif
#if ENTRY_OWN
	takeEntry(law, at, stride);
#endif
	return law;
}

void pullEntry(inout Pull p, uint at, uint stride, uint slot) {
	uint entry = word(at);
	uint kind = entry >> MASS_BITS;
	if (kind != 0u) {
		Law law = entryLaw(at, stride);
		actuate(actuatorOf(kind), law);
		pull(p, entry & NEIGHBOR, law, slot);
	}
}
#endif

// reportRunaway keeps the first step with a spring that is longer than any may
// be, and the lowest mass that has one then, with the slot of the longest; the
// highest number of a slot stands for all above.
void reportRunaway(uint i, uint slot) {
	uint now = evaluations() / EVALUATIONS;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, i << SLOT_BITS | min(slot, (1u << SLOT_BITS) - 1u));
	}
}

#ifdef REGULAR_VISITS
// VISIT visits the regular spring to the mass an offset ahead, with k, k L0 and c: f = (k − k L0/L) d +
// c ((vB − vA)·d) d/L². MASK is a word of the mask of mass i: who has no such spring may look at itself, where d is 0.
// BOX_VISIT is for a neighbor in a box, that far along x, y and z; TILE 1 has it in shared memory.
#define MASK(n) word((n) * COUNT_OF(params.massCount) + i - FIRST)
#if DAMPING
#define MOVING_BY(v) (v).xyz
#else
#define MOVING_BY(v) vec3(0.0)
#endif
#define VISIT(offset, k, tension, c) visit(p, worst, FETCH_POSITION(int(i) + (offset)).xyz, MOVING_BY(FETCH_VELOCITY(int(i) + (offset))), k, tension, c)
#ifdef TILE
#define IN_TILE(dx, dy, dz) (inTile + (dx) + EXTENT.x * ((dy) + EXTENT.y * (dz)))
#define BOX_VISIT(offset, dx, dy, dz, k, tension, c) visit(p, worst, tile[IN_TILE(dx, dy, dz)].xyz, MOVING_BY(tileVelocity[IN_TILE(dx, dy, dz)]), k, tension, c)
#else
#define BOX_VISIT(offset, dx, dy, dz, k, tension, c) VISIT(offset, k, tension, c)
#endif
#ifndef OWN_STATE
#define FETCH_POSITION(mass) POSITION(POSITION_AT(uint(mass)))
#define FETCH_VELOCITY(mass) VELOCITY(VELOCITY_AT(uint(mass)))
#endif
void visit(inout Pull p, inout real worst, vec3 there, vec3 speed, float k, float tension, float c) {
	vec3 d = there - p.here.x;
	float q = (SHORTEST * SHORTEST + d.x * d.x) + d.y * d.y + d.z * d.z; // never 0
	worst = max(worst, q);
	float by = inversesqrt(q);
	float share = k - tension * by;
#if DAMPING
	share += c * dot(speed - p.v, d) * (by * by);
#endif
	p.force += share * d;
}

// findLongest finds the longest regular spring of mass i, which ran away.
void findLongest(inout Pull p, uint i) {
	for (uint slot = 0u; slot < palette.regularCount; slot++) {
		uint has = word((slot >> 5) * COUNT_OF(params.massCount) + i - FIRST) >> (slot & 31u) & 1u;
		real reach = length(FETCH_POSITION(int(i + has * palette.kind[REGULAR_PAIRS + slot].x)).xyz - p.here.x);
		if (reach > p.longest) {
			p.longest = reach;
			p.slot = slot;
		}
	}
}
#endif

#if defined(SLOT_LAWS) || defined(UNROLL) || defined(LANES)
// pullRegular visits the regular spring in a slot. Who has no such spring looks at itself,
// which feels no force.
void pullRegular(inout Pull p, uint i, uint slot, bool has) {
#ifdef SLOT_LAWS
	uint kind = SLOT_LAWS + slot;
	Law law = classLaw(kind);
#ifdef SLOT_OFFSETS
	uint offset = palette.kind[kind].w;
	law.tensionOnly = false;
#else
	uint offset = palette.kind[REGULAR_PAIRS + slot].x;
	actuate(actuatorOf(kind), law);
#endif
#else
	uvec4 regular = palette.kind[REGULAR_PAIRS + slot];
	uint offset = regular.x;
	Law law = classLaw(regular.y);
	actuate(actuatorOf(regular.y), law);
#endif
	pull(p, i + (has ? offset : 0u), law, slot);
}
#endif

#if GROUPS && (defined(UNROLL) || defined(LANES))
// pullGroup visits the springs of a group, as the loop of springForces does.
void pullGroup(inout Pull p, uint i, uint lane, uvec4 g, uint slot) {
	uint kind = 0xffffu & g.y;
	Law law = classLaw(kind);
	actuate(actuatorOf(kind), law);
	bool other = (g.w >> lane & 1u) != 0u;
	uint offset = g.x + (other ? g.y >> 16 : 0u);
	pull(p, i + (other || (g.z >> lane & 1u) == 1u ? offset : 0u), law, slot);
}
#endif

#ifdef LANES
#include "lanes.glsl"
#else
// springForces is the sum over the mass's springs [N], in an order that does not
// depend on the device's schedule.
real3 springForces(uint i) {
	Pull p = Pull(placeOf(i), velocityOf(i), real3(0.0), real(params.runaway), NONE);
	uint slot = 0u;
#ifdef REGULAR_VISITS
	real worst = real(0.0);
	REGULAR_VISITS
	if (worst > p.longest * p.longest) {
		findLongest(p, i);
	}
	slot = palette.regularCount;
#elif REGULAR_WORDS > 0
	for (uint w = 0u; w < REGULAR_WORDS; w++) {
		uint mask = word(w * COUNT_OF(params.massCount) + i - FIRST);
		uint end = min(slot + 32u, palette.regularCount);
#ifdef UNROLL
		for (; slot + UNROLL <= end; slot += UNROLL) {
			for (uint u = 0u; u < UNROLL; u++) {
				pullRegular(p, i, slot + u, (mask >> u & 1u) != 0u);
			}
			mask >>= UNROLL;
		}
#endif
		for (; slot < end; slot++) {
#if defined(SLOT_LAWS) || defined(UNROLL)
			pullRegular(p, i, slot, (mask & 1u) != 0u);
#else
			uvec4 regular = palette.kind[REGULAR_PAIRS + slot];
			uint kind = regular.y;
			Law law = classLaw(kind);
			actuate(actuatorOf(kind), law);
			// Who has no such spring looks at itself, which feels no force.
			pull(p, i + ((mask & 1u) != 0u ? regular.x : 0u), law, slot);
#endif
			mask >>= 1;
		}
	}
#endif
#if ENTRIES || GROUPS
	uint slice = REGULAR_WORDS * COUNT_OF(params.massCount) + (GROUPS == 1 ? 4u : 2u) * ((i - FIRST) / SLICE_MASSES);
#endif
#if GROUPS
	uint lane = i % SLICE_MASSES;
	uint group = word(slice + 2u);
#ifdef UNROLL
	for (uint rows = word(slice + 3u) / UNROLL; rows > 0u; rows--) {
		for (uint u = 0u; u < UNROLL; u++) {
			pullGroup(p, i, lane, groupAt(group++), slot++);
		}
	}
	for (uint left = word(slice + 3u) % UNROLL; left > 0u; left--) {
		pullGroup(p, i, lane, groupAt(group++), slot++);
	}
#else
	for (uint end = group + word(slice + 3u); group < end; group++) {
		uvec4 g = groupAt(group);
		uint kind = g.y & 0xffffu;
		Law law = classLaw(kind);
		actuate(actuatorOf(kind), law);
		bool second = (g.w >> lane & 1u) != 0u;
		uint offset = g.x + (second ? g.y >> 16 : 0u);
		pull(p, i + (second || (g.z >> lane & 1u) != 0u ? offset : 0u), law, slot++);
	}
#endif
#endif
#if ENTRIES
	uint at = word(slice) + i % SLICE_MASSES;
	uint width = word(slice + 1u);
#ifdef UNROLL
	for (uint rows = (width & 0x7fffffffu) / UNROLL; rows > 0u; rows--) {
		for (uint u = 0u; u < UNROLL; u++) {
			pullEntry(p, at, SLICE_MASSES, slot++);
			at += ENTRY_WORDS * SLICE_MASSES;
		}
	}
	for (uint k = (width & 0x7fffffffu) % UNROLL; k != 0u; k--) {
#else
	for (uint k = width & 0x7fffffffu; k > 0u; k--) {
#endif
		pullEntry(p, at, SLICE_MASSES, slot++);
		at += ENTRY_WORDS * SLICE_MASSES;
	}
	if (width >> 31 != 0u) {
		uint end = word(at + SLICE_MASSES);
		for (at = word(at); at < end; at += ENTRY_WORDS) {
			pullEntry(p, at, 1u, slot++);
		}
	}
#endif
	if (p.slot != NONE) {
		reportRunaway(i, p.slot);
	}
	return p.force;
}
#endif
