#version 430 core
// Pass member-sample: a sample of the metrics of members, those of package metrics. With no step it samples
// the state at hand of all members that it has not sampled yet, ended or not.
//
// reads:  position, nextPosition (the two copies), memberTable, memberValue, memberRest, memberWord
// writes: memberSum, memberFrame, memberWord
// formula: c = Σ m x/Σ m; path Σ |Π Δc|; yaw of atan2(Σ m ê·(r0 × r), Σ m Πr0·Πr), of which the two sums
// and the number of turns are kept; work Σ ¼ k ((L − R)² − (L − R')² + (L' − R)² − (L' − R')²), R' and L' the rest
// length and the length at the last sample.
// variants: COPIES 2 where there are two copies of the state, 1 where there is one; STEERED where members are
// controlled: dispatches of n steps take in the work of muscles at boundaries, each PERIOD steps.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_Position(readonly);
#if COPIES > 1
STORAGE_NextPosition(readonly);
#define PLACE_OF(i, member, copy) ((copy) == 0u ? position[placeOf(i, member)].xyz : nextPosition[placeOf(i, member)].xyz)
#else
#define PLACE_OF(i, member, copy) position[placeOf(i, member)].xyz
#endif
STORAGE_MemberRest(readonly);
STORAGE_MemberSum(restrict);
STORAGE_MemberFrame(restrict);
layout(local_size_x = 32, local_size_y = 8) in;
#include "member_sum.glsl"

#define SUM(row) memberSum[inRow(row, member)].value
#define FRAME(row) memberFrame[inRow(row, member)].value

vec3 upOf(uint member) { return vec3(VALUE(ROW_UP), VALUE(ROW_UP + 1u), VALUE(ROW_UP + 2u)); }

Two sumAt(uint row, uint member) { return Two(SUM(row), SUM(row + 1u)); }

void put(uint row, uint member, Two x) {
	SUM(row) = x.high;
	SUM(row + 1u) = x.low;
}

// Words of a spring in the table.
const uint SPRING_WORDS = 7u;

// stretched is the largest strain of the springs of a part, the work of muscles on them since the last
// sample, and the positive part of that work. With keeps it stores the lengths of springs that muscles drive.
void stretched(uint member, uint copy, bool keeps, out float strain, out Two work, out Two positive) {
	strain = 0.0;
	work = Two(0.0, 0.0);
	positive = work;
	uvec2 own = partOf(gl_LocalInvocationID.y, SPRINGS);
	for (uint s = own.x; s < own.y; s++) {
		uint at = SPRING_AT + s * SPRING_WORDS, law = TABLE(at + 2u), kind = TABLE(at + 6u);
		vec3 d = PLACE_OF(TABLE(at), member, copy) - PLACE_OF(TABLE(at + 1u), member, copy);
		float rest = TABLE_FLOAT(at + 3u), scale = memberRest[inRow(ROW_NOW + law, member)].value;
		precise float square = d.x * d.x + d.y * d.y + d.z * d.z;
		float length = sqrt(square);
		precise float now = length - rest * scale;
		bool cable = (kind & 2u) != 0u;
		if (!cable || now > 0.0) {
			strain = max(strain, abs(now) * (TABLE_FLOAT(at + 4u) / scale));
		}
		if ((kind & 1u) == 0u) {
			continue;
		}
		uint kept = FRAME_LENGTHS + (kind >> 2u);
		float were = SUM(ROW_BEFORE + law), last = FRAME(kept);
		precise float a = length - rest * were, b = last - rest * scale, c = last - rest * were;
		if (cable) {
			now = max(now, 0.0);
			a = max(a, 0.0);
			b = max(b, 0.0);
			c = max(c, 0.0);
		}
		precise float done = (0.25 * (VALUE(ROW_STIFFNESS + law) + TABLE_FLOAT(at + 5u))) * ((now - a) * (now + a) + (b - c) * (b + c));
		if (keeps) {
			FRAME(kept) = length;
		}
		work = more(work, done);
		positive = more(positive, max(done, 0.0));
	}
}

// turned are the two sums that yaw follows from, of a part.
void turned(uint member, uint copy, vec3 center, out Two sine, out Two cosine) {
	sine = Two(0.0, 0.0);
	cosine = sine;
	vec3 up = upOf(member), near = nearOf(member);
	uvec2 own = partOf(gl_LocalInvocationID.y, MASSES);
	for (uint i = own.x; i < own.y; i++) {
		uint record = i * MASS_WORDS;
		if (MOVES(record) == 0u) {
			continue;
		}
		vec3 from = vec3(FRAME(3u * i), FRAME(3u * i + 1u), FRAME(3u * i + 2u));
		vec3 moment = massOf(record, member) * ((PLACE_OF(i, member, copy) - near) - center);
		sine = more(sine, dot(moment, cross(up, from)));
		cosine = more(cosine, dot(moment, from - up * dot(up, from)));
	}
}

// frame keeps where the masses of a part are from the center of mass, and takes in their box.
void frame(uint member, uint copy, vec3 center, inout vec3 lo, inout vec3 hi) {
	vec3 near = nearOf(member);
	uvec2 own = partOf(gl_LocalInvocationID.y, MASSES);
	for (uint i = own.x; i < own.y; i++) {
		if (MOVES(i * MASS_WORDS) == 0u) {
			continue;
		}
		vec3 x = PLACE_OF(i, member, copy) - near;
		lo = min(lo, x);
		hi = max(hi, x);
		vec3 r = x - center;
		FRAME(3u * i) = r.x;
		FRAME(3u * i + 1u) = r.y;
		FRAME(3u * i + 2u) = r.z;
	}
}

float lowest(uint member, uint copy) {
	float least = 3.0e38;
	uvec2 own = partOf(gl_LocalInvocationID.y, MASSES);
	for (uint i = own.x; i < own.y; i++) {
		uint record = i * MASS_WORDS;
		if (MOVES(record) != 0u && TABLE(record + MASS_BODY) != 0u) {
			least = min(least, heightOf(PLACE_OF(i, member, copy), member));
		}
	}
	return least;
}

// go adds the way of the center of mass since the last sample to the path, and takes in the yaw.
void go(uint member, Two x, Two y, Two z, Two sine, Two cosine) {
	Two dx = minus(x, sumAt(ROW_CENTER, member)), dy = minus(y, sumAt(ROW_CENTER + 2u, member)), dz = minus(z, sumAt(ROW_CENTER + 4u, member));
	vec3 way = vec3(dx.high, dy.high, dz.high), up = upOf(member);
	put(ROW_PATH, member, more(sumAt(ROW_PATH, member), length(way - up * dot(up, way))));
	if (sine.high == 0.0 && cosine.high == 0.0) {
		return;
	}
	float s = SUM(ROW_YAW), c = SUM(ROW_YAW + 2u);
	// The short way from the last angle to this one crosses the half-line at which angles jump by a turn.
	if (s >= 0.0 && sine.high < 0.0 && c * sine.high - s * cosine.high > 0.0) {
		SUM(ROW_TURNS) += 1.0;
	} else if (s < 0.0 && sine.high >= 0.0 && c * sine.high - s * cosine.high < 0.0) {
		SUM(ROW_TURNS) -= 1.0;
	}
	put(ROW_YAW, member, sine);
	put(ROW_YAW + 2u, member, cosine);
}

void main() {
	uint part = gl_LocalInvocationID.y;
	uint member = gl_WorkGroupID.x * PACK + gl_LocalInvocationID.x;
	uint age = WORD(WORD_AGE), ended = WORD(WORD_ENDED), samples = WORD(WORD_SAMPLES), copy = ended == 0u ? memberRow.copy : WORD(WORD_COPY);
	bool samplesNow = memberRow.steps != 0u ? ended == 0u && (age == 0u || (age + WORD(WORD_SAMPLE)) % SAMPLE_EVERY == 0u)
		: ended <= LEFT && ended != DIVERGED && WORD(WORD_SAMPLED) != age + 1u;
	bool counts = samplesNow && age >= WORD(WORD_COUNT_FROM), begins = counts && samples == 0u;
	bool keeps = samplesNow && memberRow.steps != 0u, renews = samplesNow;
#ifdef STEERED
	// Where controllers act, the work of muscles is taken in before and after, without a sample.
	bool acts = memberRow.steps == STEERED && ended == 0u && samples > 0u && (age + WORD(WORD_BOUNDARY)) % PERIOD == 0u;
	samplesNow = samplesNow && memberRow.steps != STEERED;
	counts = counts && samplesNow;
	begins = begins && samplesNow;
	keeps = samplesNow && memberRow.steps != 0u || acts;
	renews = samplesNow || acts;
#endif
	Two x, y, z, sine, cosine, work, positive;
	centerOf(member, copy, x, y, z);
	vec3 center = vec3(x.high, y.high, z.high), lo = vec3(3.0e38), hi = vec3(-3.0e38);
	if (begins) {
		frame(member, copy, center, lo, hi);
	}
	turned(member, copy, center, sine, cosine);
	float strain;
	stretched(member, copy, keeps, strain, work, positive);
	lend(0u, sine);
	lend(1u, cosine);
	lend(2u, work);
	lend(3u, positive);
	addUp(4u);
	sine = sumOf(0u);
	cosine = sumOf(1u);
	work = sumOf(2u);
	positive = sumOf(3u);
	meet(); // before others lend
	for (uint axis = 0u; axis < 3u; axis++) {
		lendOne(axis, hi[axis]);
		lendOne(3u + axis, -lo[axis]);
	}
	lendOne(6u, strain);
	lendOne(7u, -lowest(member, copy));
	findMost(8u);
	float least = -mostOf(7u);
	strain = mostOf(6u);
	if (renews) { // all have read what was there
		for (uint law = part; law < LAWS; law += PARTS) {
			SUM(ROW_BEFORE + law) = memberRest[inRow(ROW_NOW + law, member)].value;
		}
	}
#ifdef STEERED
	if (part == 0u && acts) {
		put(ROW_WORK, member, plus(sumAt(ROW_WORK, member), work));
		put(ROW_POSITIVE, member, plus(sumAt(ROW_POSITIVE, member), positive));
	}
#endif
	if (part != 0u || !samplesNow) {
		return;
	}
	WORD(WORD_SAMPLED) = age + 1u;
	if (!counts) {
		return;
	}
	WORD(WORD_SAMPLES) = samples + 1u;
	float height = heightOf(nearOf(member) + center, member);
	if (begins) {
		WORD(WORD_BEGAN) = age;
		put(ROW_BEGIN, member, x);
		put(ROW_BEGIN + 2u, member, y);
		put(ROW_BEGIN + 4u, member, z);
		put(ROW_YAW, member, Two(0.0, 0.0));
		put(ROW_YAW + 2u, member, Two(1.0, 0.0));
		SUM(ROW_LENGTH) = max(max(mostOf(0u) + mostOf(3u), mostOf(1u) + mostOf(4u)), mostOf(2u) + mostOf(5u));
		SUM(ROW_LEAST) = height;
		SUM(ROW_CLEARANCE) = least;
	} else {
		go(member, x, y, z, sine, cosine);
		put(ROW_WORK, member, plus(sumAt(ROW_WORK, member), work));
		put(ROW_POSITIVE, member, plus(sumAt(ROW_POSITIVE, member), positive));
	}
	put(ROW_CENTER, member, x);
	put(ROW_CENTER + 2u, member, y);
	put(ROW_CENTER + 4u, member, z);
	put(ROW_HEIGHT, member, more(sumAt(ROW_HEIGHT, member), height));
	SUM(ROW_LEAST) = min(SUM(ROW_LEAST), height);
	SUM(ROW_CLEARANCE) = min(SUM(ROW_CLEARANCE), least);
	SUM(ROW_STRAIN) = max(SUM(ROW_STRAIN), strain);
}
