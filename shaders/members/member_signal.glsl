// Other values that change with time: speeds of motors, the wind, paths of guides, and contacts that move,
// all by the laws of package model. Like muscles they follow from the age of the member alone. A pass that
// includes this defines SET_SIGNAL(row, x).
#include "member_exact.glsl"

Two twoWords(uint at) { return Two(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u)); }

vec3 signalVector(uint at) { return vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u)); }

#if WAYS
// Way is how far something has moved [m], and how fast it moves [m/s].
struct Way {
	vec3 offset, rate;
};

// Words of a path in the table: its velocity in two words each, and the rest.
const uint WAY_SWING = 6u; // its amplitude
const uint WAY_WAVE = 9u;  // 0: none, 1: a sine, 2: a cycle
const uint WAY_PHASE = 10u; // number of its phase, behind those of muscles
const uint WAY_FREQUENCY = 11u;
const uint WAY_CYCLE = 12u; // where its cycle begins, and how many points it has
const uint WAY_TABLE = 14u; // likewise, of its table: points of five words
const uint WAY_WORDS = 16u;

// slope is the rate of a curve at x, to the right of its points.
float slope(uint first, uint count, float high, float low) {
	for (uint k = 0u; k < count; k++) {
		uint at = first + 3u * k;
		precise float over = (high - TABLE_FLOAT(at)) + (low - TABLE_FLOAT(at + 1u));
		if (over < 0.0) {
			if (k == 0u) {
				return 0.0;
			}
			precise float run = (TABLE_FLOAT(at) - TABLE_FLOAT(at - 3u)) + (TABLE_FLOAT(at + 1u) - TABLE_FLOAT(at - 2u));
			return (TABLE_FLOAT(at + 2u) - TABLE_FLOAT(at - 1u)) / run;
		}
	}
	return 0.0;
}

vec2 swing(uint at, uint age, uint member) {
	uint turn = turnAt(uint(MUSCLES) + TABLE(at + WAY_PHASE), age, member).x;
	float frequency = TABLE_FLOAT(at + WAY_FREQUENCY);
	if (TABLE(at + WAY_WAVE) == 1u) {
		return vec2(sine(turn), 6.283185307179586 * frequency * sine(turn + 0x40000000u));
	}
	float high = float(turn >> 8) * (1.0 / 16777216.0), low = float(turn & 255u) * (1.0 / 4294967296.0);
	uint first = TABLE(at + WAY_CYCLE), count = TABLE(at + WAY_CYCLE + 1u);
	return vec2(curve(first, count, high, low), frequency * slope(first, count, high, low));
}

// stage is where the table of a path is.
Way stage(uint first, uint count, Two t) {
	Way w = Way(signalVector(first + 2u), vec3(0.0));
	for (uint k = 1u; k < count; k++) {
		uint at = first + 5u * k;
		Two since = minus(t, twoWords(at - 5u)), leg = minus(twoWords(at), twoWords(at - 5u));
		if (since.high >= 0.0) {
			vec3 from = signalVector(at - 3u), rate = (signalVector(at + 2u) - from) / leg.high;
			bool here = since.high < leg.high;
			precise vec3 offset = from + rate * since.high;
			w.offset = here ? offset : signalVector(at + 2u);
			w.rate = here ? rate : vec3(0.0);
		}
	}
	return w;
}

// wayOf is a path at the age, at the time t.
Way wayOf(uint at, uint age, Two t, uint member) {
	Way w = Way(vec3(0.0), vec3(0.0));
	if (TABLE(at + WAY_TABLE + 1u) != 0u) {
		w = stage(TABLE(at + WAY_TABLE), TABLE(at + WAY_TABLE + 1u), t);
	}
	vec2 s = TABLE(at + WAY_WAVE) != 0u ? swing(at, age, member) : vec2(0.0);
	vec3 size = signalVector(at + WAY_SWING), speed = vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 2u), TABLE_FLOAT(at + 4u));
	vec3 steady = vec3(scaled(twoWords(at), t).high, scaled(twoWords(at + 2u), t).high, scaled(twoWords(at + 4u), t).high);
	precise vec3 offset = w.offset + (steady + size * s.x);
	precise vec3 rate = w.rate + (speed + size * s.y);
	return Way(offset, rate);
}
#endif

void setVector(uint row, vec3 x, uint member) {
	SET_SIGNAL(row, x.x);
	SET_SIGNAL(row + 1u, x.y);
	SET_SIGNAL(row + 2u, x.z);
}

#if WIND
// times is a product modulo 2^64, in low and high words.
uvec2 times(uvec2 a, uvec2 b) {
	uint high, low;
	umulExtended(a.x, b.x, high, low);
	return uvec2(low, high + a.x * b.y + a.y * b.x);
}

uvec2 shifted(uvec2 z, uint by) { return uvec2(z.x >> by | z.y << (32u - by), z.y >> by); }

// gustOf is the random number of a cell, from −1 to 1; see random.Mix.
float gustOf(uvec2 seed, int cell) {
	uvec2 z = times(uvec2(uint(cell), cell < 0 ? 0xffffffffu : 0u), uvec2(0x7f4a7c15u, 0x9e3779b9u));
	uint carry;
	z.x = uaddCarry(z.x, seed.x, carry);
	z.y += seed.y + carry;
	z = times(z ^ shifted(z, 30u), uvec2(0x1ce4e5b9u, 0xbf58476du));
	z = times(z ^ shifted(z, 27u), uvec2(0x133111ebu, 0x94d049bbu));
	z ^= shifted(z, 31u);
	return float(z.y >> 8) * (1.0 / 8388608.0) - 1.0;
}

// gusty is the factor of the wind.
float gusty(Two t) {
	float strength = TABLE_FLOAT(WIND_AT + 3u);
	if (strength == 0.0) {
		return 1.0;
	}
	Two x = scaled(t, twoWords(WIND_AT + 4u));
	float cell = floor(x.high), s = (x.high - cell) + x.low;
	if (s < 0.0) {
		cell -= 1.0;
		s += 1.0;
	}
	uvec2 seed = uvec2(TABLE(WIND_AT + 6u), TABLE(WIND_AT + 7u));
	float from = gustOf(seed, int(cell)), to = gustOf(seed, int(cell) + 1);
	precise float share = s * s * s * (s * (6.0 * s - 15.0) + 10.0);
	precise float noise = from + share * (to - from);
	precise float factor = 1.0 + strength * noise;
	return factor;
}
#endif

#if TRAJECTORIES > 0
#include "member_trajectory.glsl"
#endif

// signal sets every stride-th number that changes with time, at the age.
void signal(uint member, uint age, uint first, uint stride) {
	Two t = timeAt(age, member);
#if MOTORS > 0
	for (uint k = first; k < MOTORS; k += stride) {
		uint at = MOTOR_AT + 3u * k;
		precise float speed = TABLE_FLOAT(at) * curve(TABLE(at + 1u), TABLE(at + 2u), t.high, t.low);
		SET_SIGNAL(SIGNAL_MOTOR + k, speed);
	}
#endif
#if WIND
	if (first == 0u) {
		precise vec3 air = signalVector(WIND_AT) * gusty(t);
		setVector(SIGNAL_AIR, air, member);
	}
#endif
#if PATHS > 0
	Two end = timeAt(age + 1u, member); // guides hold masses after they have moved
	for (uint k = first; k < PATHS; k += stride) {
		Way w = wayOf(PATH_AT + WAY_WORDS * k, age + 1u, end, member);
		setVector(SIGNAL_PATH + 6u * k, w.offset, member);
		setVector(SIGNAL_PATH + 6u * k + 3u, w.rate, member);
	}
#endif
#if TRAJECTORIES > 0
	for (uint k = first; k < TRAJECTORIES; k += stride) {
		trajectory(TRAJECTORY_AT + TRAJECTORY_WORDS * k, SIGNAL_TRAJECTORY + 23u * k, age, t, member);
	}
#endif
}
