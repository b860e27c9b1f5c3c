// Muscles and external forces of a member at the time of its next step. Who includes this defines
// SET_REST(law, x) and SET_FORCE(row, x). All of it follows from the age of the member, its values, and the state that smoothed muscles
// had a step before, of which there are two, taken in turn: to do it again changes nothing.
STORAGE_MemberPhase(readonly);

#define PHASE(row) memberPhase[inRow(row, member)].word

// turnAt is where a muscle is in its cycle after n steps, in high and low words: origin + age step,
// exactly, modulo a cycle.
uvec2 turnAt(uint muscle, uint age, uint member) {
	uint high, low, carry;
	uint step = PHASE(4u * muscle + 2u);
	umulExtended(age, step, high, low);
	high += age * PHASE(4u * muscle + 3u);
	low = uaddCarry(low, PHASE(4u * muscle), carry);
	return uvec2(high + PHASE(4u * muscle + 1u) + carry, low);
}

// sine is sin 2πc of a place in the cycle, of which 2^32 is all: with y the place folded to ±1/4 a
// polynomial, within 4e-9, as in cpu/ensemble.
float sine(uint turn) {
	if (((turn ^ turn << 1) & 0x80000000u) != 0u) { // between 1/4 and 3/4 of the cycle
		turn = 0x80000000u - turn;
	}
	precise float y = float(int(turn)) * (1.0 / 4294967296.0);
	precise float z = y * y;
	precise float p = (((39.535813710422055 * z - 76.54965682048898) * z + 81.60099819260749) * z - 41.34165492934339) * z + 6.283185159611164;
	precise float s = p * y;
	return s;
}

#if CURVES
// timeAt is the time of a member after n steps [s], t0 + age dt in two words.
Two timeAt(uint age, uint member) {
	return plus(Two(VALUE(ROW_TIME), VALUE(ROW_TIME + 1u)), scaled(twoSum(float(age & 0xfffff000u), float(age & 0xfffu)), Two(VALUE(ROW_TIME + 2u), VALUE(ROW_TIME + 3u))));
}

// curve is the value of a curve at x: points from word first of the table on, each with x in two words
// and its value.
float curve(uint first, uint count, float high, float low) {
	if (count == 0u) {
		return 1.0;
	}
	float before = 0.0;
	for (uint k = 0u; k < count; k++) {
		uint at = first + 3u * k;
		precise float over = (high - TABLE_FLOAT(at)) + (low - TABLE_FLOAT(at + 1u));
		if (!(over > 0.0)) {
			if (k == 0u) {
				return TABLE_FLOAT(at + 2u);
			}
			precise float share = before / (before - over);
			precise float value = TABLE_FLOAT(at - 1u) + share * (TABLE_FLOAT(at + 2u) - TABLE_FLOAT(at - 1u));
			return value;
		}
		before = over;
	}
	return TABLE_FLOAT(first + 3u * count - 1u);
}
#endif

// Words of a muscle in the table, and its waves.
const uint MUSCLE_WAVE = 0u;
const uint MUSCLE_CURVE = 1u;  // where its curve begins in the table, and
const uint MUSCLE_POINTS = 2u; // how many points it has
const uint MUSCLE_LAWS = 3u;   // where the laws that it drives begin, and
const uint MUSCLE_DRIVEN = 4u; // end
const uint MUSCLE_WORDS = 5u;
const uint SQUARE = 1u;
const uint SAWTOOTH = 2u;
const uint CURVED = 3u;
const uint JUMPS = 4u; // a curve that jumps between cycles

#if SMOOTH
// wave is a w at a place in the cycle.
float wave(uint muscle, uvec2 turn, uint member) {
	uint at = MUSCLE_AT + muscle * MUSCLE_WORDS, kind = TABLE(at + MUSCLE_WAVE);
	float amplitude = VALUE(ROW_AMPLITUDE + muscle);
	float w;
	if (kind == SQUARE) {
		w = turn.x < 0x80000000u ? 1.0 : -1.0;
#if CURVES
	} else if (kind >= CURVED) {
		w = curve(TABLE(at + MUSCLE_CURVE), TABLE(at + MUSCLE_POINTS), float(turn.x >> 8) * (1.0 / 16777216.0), float(turn.x & 255u) * (1.0 / 4294967296.0));
#endif
	} else if (kind == SAWTOOTH) {
		w = float(int(turn.x ^ 0x80000000u)) * (1.0 / 2147483648.0);
	} else {
		w = sine(turn.x);
	}
	precise float out_ = amplitude * w;
	return out_;
}

bool jumps(uint kind, uint from, uint to) {
	if (kind == SQUARE) {
		return ((from ^ to) & 0x80000000u) != 0u;
	}
	return (kind == SAWTOOTH || kind == JUMPS) && to < from;
}

// smoothed is the state of a critically damped spring that follows a wave, position and velocity a step
// later; see physics.Smoothed.
vec2 smoothed(vec2 s, float from, float to, bool jumping, uint row, uint member) {
	float xx = VALUE(row + 1u), xv = VALUE(row + 2u), xq = VALUE(row + 3u), vx = VALUE(row + 4u), vv = VALUE(row + 5u), vq = VALUE(row + 6u);
	if (jumping) {
		precise vec2 after = vec2(to + (xx * (s.x - to) + xv * s.y), vx * (s.x - to) + vv * s.y);
		return after;
	}
	precise float rate = (to - from) / memberRow.dt;
	precise vec2 offset = vec2(s.x - from, s.y - rate);
	precise vec2 after = vec2(to + ((xx * offset.x + xv * offset.y) - xq * rate), rate + ((vx * offset.x + vv * offset.y) - vq * rate));
	return after;
}

#define SOFT(k, muscle, copy) memberRest[inRow(ROW_SOFT + 4u * (muscle) + 2u * (copy) + (k), member)].value

float driven(uint muscle, uint age, uint member) {
	uvec2 turn = turnAt(muscle, age, member);
	float to = wave(muscle, turn, member);
	uint row = ROW_SMOOTH + 7u * muscle, now = age & 1u;
	vec2 s = vec2(to, 0.0);
	if (VALUE(row) > 0.0) { // it has a half-life
		if (age == 0u) {
			return SOFT(0u, muscle, 0u);
		}
		uvec2 before = turnAt(muscle, age - 1u, member);
		s = smoothed(vec2(SOFT(0u, muscle, 1u - now), SOFT(1u, muscle, 1u - now)), wave(muscle, before, member), to,
			jumps(TABLE(MUSCLE_AT + muscle * MUSCLE_WORDS), before.x, turn.x), row, member);
	}
	SOFT(0u, muscle, now) = s.x;
	SOFT(1u, muscle, now) = s.y;
	return s.x;
}
#else
float driven(uint muscle, uint age, uint member) {
	precise float w = VALUE(ROW_AMPLITUDE + muscle) * sine(turnAt(muscle, age, member).x);
	return w;
}
#endif

#if SIGNALS > 0
#include "member_signal.glsl"
#endif

// drive sets the rest lengths and the external forces of every stride-th muscle and force.
void drive(uint member, uint age, uint first, uint stride) {
#if MUSCLES > 0
	for (uint m = first; m < MUSCLES; m += stride) {
		precise float scale = 1.0 + driven(m, age, member);
		uint at = MUSCLE_AT + m * MUSCLE_WORDS, end = TABLE(at + MUSCLE_DRIVEN);
		for (uint k = TABLE(at + MUSCLE_LAWS); k < end; k++) {
			uint law = TABLE(k);
			precise float rest = VALUE(ROW_REST + law) * scale;
			SET_REST(law, rest);
		}
	}
#endif
#if FORCES > 0
	for (uint k = first; k < FORCES; k += stride) {
		float factor = 1.0;
#if CURVES
		Two t = timeAt(age, member);
		factor = curve(TABLE(FORCE_AT + 2u * k), TABLE(FORCE_AT + 2u * k + 1u), t.high, t.low);
#endif
		for (uint axis = 0u; axis < 3u; axis++) {
			precise float x = VALUE(ROW_LOAD + 3u * k + axis) * factor;
			SET_FORCE(3u * k + axis, x);
		}
	}
#endif
#if SIGNALS > 0
	signal(member, age, first, stride);
#endif
}
