// Where contacts of members are that move: model.Contact.Posed, written as trajectory.glsl reads it.
#ifndef EXACT
#define EXACT
#define real float
#define real3 vec3
#endif
#define cross(a, b) crossOf(a, b)
#include "turned.glsl"
#undef cross
#include "shapes.glsl"

// Words of a trajectory in the table, behind those of its path.
const uint TRAJECTORY_CONTACT = WAY_WORDS;       // its contact
const uint TRAJECTORY_SPINS = WAY_WORDS + 1u;    // 1: it turns
const uint TRAJECTORY_AXIS = WAY_WORDS + 2u;     // unit length
const uint TRAJECTORY_SPIN = WAY_WORDS + 5u;     // ω [rad/s]
const uint TRAJECTORY_PHASE = WAY_WORDS + 6u;    // number of the phase of half the turn, where the rate is 1
const uint TRAJECTORY_RATE = WAY_WORDS + 7u;     // where the rate begins, and how many points it has: of five words
const uint TRAJECTORY_HALVES = WAY_WORDS + 9u;   // ω/4π [1/s], in two words
const uint TRAJECTORY_BELT = WAY_WORDS + 11u;    // [m/s]
const uint TRAJECTORY_PIVOTED = WAY_WORDS + 14u; // 1: its pivot is given; else it is the middle of the shape
const uint TRAJECTORY_PIVOT = WAY_WORDS + 15u;   // [m]
const uint TRAJECTORY_WORDS = WAY_WORDS + 18u;

// sinceStart is the integral of a rate from time 0 to t, in two words. Each point has, behind time and value, the
// integral up to it.
Two sinceStart(uint first, uint count, Two t) {
	uint at = first;
	for (uint k = 1u; k < count && minus(t, twoWords(first + 5u * k)).high >= 0.0; k++) {
		at = first + 5u * k;
	}
	Two since = minus(t, twoWords(at));
	float mean = TABLE_FLOAT(at + 2u);
	if (since.high > 0.0 && at + 5u < first + 5u * count) {
		float leg = minus(twoWords(at + 5u), twoWords(at)).high;
		precise float half_ = mean + 0.5 * (since.high / leg) * (TABLE_FLOAT(at + 7u) - mean);
		mean = half_;
	}
	return plus(twoWords(at + 3u), scaled(since, Two(mean, 0.0)));
}

// rateAt is a rate at t.
float rateAt(uint first, uint count, Two t) {
	float value = TABLE_FLOAT(first + 2u);
	for (uint k = 1u; k < count; k++) {
		uint at = first + 5u * k;
		float since = minus(t, twoWords(at - 5u)).high, leg = minus(twoWords(at), twoWords(at - 5u)).high;
		if (since > 0.0) {
			precise float inside = TABLE_FLOAT(at - 3u) + since / leg * (TABLE_FLOAT(at + 2u) - TABLE_FLOAT(at - 3u));
			value = since < leg ? inside : TABLE_FLOAT(at + 2u);
		}
	}
	return value;
}

// turnOf is the part of a cycle beyond whole ones, of which 2^32 is all.
uint turnOf(Two cycles) {
	float high = cycles.high - floor(cycles.high);
	precise float low = high + cycles.low;
	low -= floor(low);
	return uint(low * 16777216.0) << 8;
}

// side is model.Capsule.Side: a unit vector across an axis.
vec3 side(vec3 axis) {
	uint least = abs(axis.y) < abs(axis.x) ? 1u : 0u;
	least = abs(axis.z) < abs(axis[least]) ? 2u : least;
	vec3 other = vec3(0.0);
	other[least] = 1.0;
	vec3 across = crossOf(axis, other);
	float size = lengthOf(across);
	return size < 1e-12 ? vec3(0.0, 0.0, 1.0) : across / size;
}

// trajectory sets the signals of a contact, which begin at a row.
void trajectory(uint at, uint row, uint age, Two t, uint member) {
	uint contact = TABLE(at + TRAJECTORY_CONTACT), form = CONTACT_AT + CONTACT_WORDS * contact, values = ROW_CONTACT + 8u * contact;
	uint shape = TABLE(form + CONTACT_SHAPE) & 255u;
	form += CONTACT_FORM;
	Way w = wayOf(at, age, t, member);
	bool spins = TABLE(at + TRAJECTORY_SPINS) != 0u;
	vec3 q = vec3(0.0);
	float qw = 1.0, rate = 1.0;
	if (spins) {
		uint first = TABLE(at + TRAJECTORY_RATE), count = TABLE(at + TRAJECTORY_RATE + 1u), turn;
		if (count == 0u) {
			turn = turnAt(uint(MUSCLES) + TABLE(at + TRAJECTORY_PHASE), age, member).x;
		} else {
			turn = turnOf(scaled(sinceStart(first, count, t), twoWords(at + TRAJECTORY_HALVES)));
			rate = rateAt(first, count, t);
		}
		q = signalVector(at + TRAJECTORY_AXIS) * sine(turn);
		qw = sine(turn + 0x40000000u);
	}
	vec3 normal = vec3(VALUE(values), VALUE(values + 1u), VALUE(values + 2u)); // of a plane
	vec3 p = signalVector(form), a = signalVector(form + 3u), own = signalVector(form + 6u);
	float ownW = TABLE_FLOAT(form + 9u), size = TABLE_FLOAT(form + 10u);
	vec3 pivot = signalVector(at + TRAJECTORY_PIVOT);
	if (shape == PLANE) {
		p = normal;
		precise float offset = VALUE(values + 3u) + dotOf(w.offset, normal);
		size = offset;
		if (TABLE(at + TRAJECTORY_PIVOTED) == 0u) {
			precise vec3 middle = VALUE(values + 3u) * normal;
			pivot = middle;
		}
	} else {
		vec3 place = p - pivot;
		precise vec3 there = (pivot + w.offset) + (spins ? turned(place, q, qw) : place);
		p = there;
	}
	if (spins && shape == CAPSULE) {
		a = turned(a, q, qw);
		own = side(a);
	}
	if (spins && shape == BOX) {
		precise vec3 v = (qw * own + ownW * q) + crossOf(q, own);
		precise float scalar = qw * ownW - dotOf(q, own);
		own = v;
		ownW = scalar;
	}
	setVector(row, p, member);
	setVector(row + 3u, a, member);
	setVector(row + 6u, own, member);
	SET_SIGNAL(row + 9u, ownW);
	SET_SIGNAL(row + 10u, size);
	setVector(row + 11u, w.rate, member);
	setVector(row + 14u, TABLE_FLOAT(at + TRAJECTORY_SPIN) * rate * signalVector(at + TRAJECTORY_AXIS), member);
	precise vec3 center = pivot + w.offset;
	setVector(row + 17u, center, member);
	setVector(row + 20u, turned(signalVector(at + TRAJECTORY_BELT), q, qw), member);
}
