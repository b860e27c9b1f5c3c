// The state of a mass, in whatever words it is kept. A pass declares Params,
// Position and Velocity, or includes gathered.glsl, before it includes this, and
// defines WRITES_STATE when it moves masses, which it does in place, unless FUSED is
// 1 and IN_PLACE is not defined: then NextPosition and NextVelocity are the next state, of velocities only unless
// VELOCITY_IN_PLACE is defined. CHANGED_VELOCITY is where
// a pass keeps velocities that it changes in place, other than Velocity. Second words stand behind the first ones of
// all masses, or of their range.

#ifdef OWN_STATE
// The state of the mass of this invocation, which is loaded once. All functions here are about it; FETCH_POSITION and
// FETCH_VELOCITY are of any mass, by its number.
vec4 ownPosition;
vec4 ownVelocity;
#define POSITION(at) ownPosition
#define VELOCITY(at) ownVelocity
#ifdef PERSISTENT
#define FETCH_POSITION(at) fetchPosition(at)
#elif TEXELS
#define FETCH_POSITION(at) texelFetch(positionTexels, int(at))
#else
#define FETCH_POSITION(at) position[at]
#endif
#if TEXELS && !defined(VELOCITY_IN_PLACE)
#define FETCH_VELOCITY(at) texelFetch(velocityTexels, int(at))
#else
#define FETCH_VELOCITY(at) velocity[at]
#endif
#elif defined(GATHERS)
#if TEXELS
#define POSITION(at) texelFetch(positionTexels, int(at))
#define VELOCITY(at) texelFetch(velocityTexels, int(at))
#endif
#endif
#ifndef POSITION
#define POSITION(at) position[at]
#define VELOCITY(at) velocity[at]
#endif

// Where the words of a mass are.
#if RANGES
uint oneWordAt(uint i) { return i - range.state; }

// The ranges before it have both words of their masses there.
uint firstWordAt(uint i) {
	uint at = i - range.state;
	return at + (at & ~(MASS_RANGE - 1u));
}

uint secondWordAt(uint i) { return firstWordAt(i) + min(MASS_RANGE, params.massCount - (i & ~(MASS_RANGE - 1u))); }
#else
uint oneWordAt(uint i) { return i; }
uint firstWordAt(uint i) { return i; }
uint secondWordAt(uint i) { return params.massCount + i; }
#endif
#if PRECISION == SINGLE
#define POSITION_AT oneWordAt
#else
#define POSITION_AT firstWordAt
#endif
#if PRECISION == DOUBLE
#define VELOCITY_AT firstWordAt
#else
#define VELOCITY_AT oneWordAt
#endif

// positionOf is [m]; of a compensated position the first word.
real3 positionOf(uint i) {
	return TWO_WORDS3(POSITION(POSITION_AT(i)).xyz, POSITION(secondWordAt(i)).xyz);
}

// velocityOf is [m/s].
real3 velocityOf(uint i) {
	return TWO_WORDS3(VELOCITY(VELOCITY_AT(i)).xyz, VELOCITY(secondWordAt(i)).xyz);
}

// inverseMassOf is [1/kg], 0 when the mass is pinned on all axes.
real inverseMassOf(uint i) {
	return TWO_WORDS(POSITION(POSITION_AT(i)).w, POSITION(secondWordAt(i)).w);
}

// isFree says whether a mass moves at all.
bool isFree(uint i) { return POSITION(POSITION_AT(i)).w != 0.0; }

// pinOf has a bit per axis that does not move, in the last three; see contact.glsl for the
// bits before them.
uint pinOf(uint i) { return uint(VELOCITY(VELOCITY_AT(i)).w); }

// Place is the position of a mass, with the second word when that is compensated [m].
struct Place {
	real3 x;
	vec3 low;
};

Place placeOf(uint i) {
#if PRECISION == COMPENSATED
	return Place(POSITION(POSITION_AT(i)).xyz, POSITION(secondWordAt(i)).xyz);
#else
	return Place(positionOf(i), vec3(0.0));
#endif
}

#ifdef WRITES_STATE
#ifdef PERSISTENT
#define PUT_POSITION(i, x) putPosition(i, vec4(x, ownPosition.w))
#define PUT_VELOCITY(i, v) ownVelocity.xyz = v
#elif FUSED && !defined(IN_PLACE)
#ifdef RESIDENT
// Each invocation keeps the next state of its masses; see resident.comp.
uint nextAt(uint i) { return own; }
uint nextSecondAt(uint i) { return EACH + own; }
#else
uint nextAt(uint i) { return i - FIRST; }
uint nextSecondAt(uint i) { return COUNT_OF(params.massCount) + i - FIRST; }
#endif
#define PUT_POSITION(i, x) nextPosition[nextAt(i)] = vec4(x, POSITION(POSITION_AT(i)).w)
#ifdef VELOCITY_IN_PLACE
#define PUT_VELOCITY(i, v) velocity[i] = vec4(v, VELOCITY(i).w)
#else
#define PUT_VELOCITY(i, v) nextVelocity[nextAt(i)] = vec4(v, VELOCITY(VELOCITY_AT(i)).w)
#endif
#define PUT_SECOND_POSITION(i, x) nextPosition[nextSecondAt(i)] = vec4(x, POSITION(secondWordAt(i)).w)
#define PUT_SECOND_VELOCITY(i, v) nextVelocity[nextSecondAt(i)] = vec4(v, VELOCITY(secondWordAt(i)).w)
#else
#define PUT_POSITION(i, x) position[POSITION_AT(i)].xyz = x
#ifdef CHANGED_VELOCITY
#define PUT_VELOCITY(i, v) CHANGED_VELOCITY(VELOCITY_AT(i)).xyz = v
#else
#define PUT_VELOCITY(i, v) velocity[VELOCITY_AT(i)].xyz = v
#endif
#define PUT_SECOND_POSITION(i, x) position[secondWordAt(i)].xyz = x
#define PUT_SECOND_VELOCITY(i, v) velocity[secondWordAt(i)].xyz = v
#endif

// stay keeps a mass where it is, at its velocity, bit for bit.
void stay(uint i) {
#ifdef PERSISTENT
	putPosition(i, ownPosition);
#elif FUSED && !defined(IN_PLACE)
	nextPosition[nextAt(i)] = POSITION(POSITION_AT(i));
#ifndef VELOCITY_IN_PLACE
	nextVelocity[nextAt(i)] = VELOCITY(VELOCITY_AT(i));
#endif
#if PRECISION != SINGLE
	nextPosition[nextSecondAt(i)] = POSITION(secondWordAt(i));
#endif
#if PRECISION == DOUBLE
	nextVelocity[nextSecondAt(i)] = VELOCITY(secondWordAt(i));
#endif
#endif
}

void setVelocity(uint i, real3 v) {
	PUT_VELOCITY(i, vec3(v));
#if PRECISION == DOUBLE
	PUT_SECOND_VELOCITY(i, vec3(v - real3(vec3(v))));
#endif
}

// displace moves a mass by d [m] from a position and returns the new one.
real3 displace(uint i, Place from, real3 d) {
#if PRECISION == COMPENSATED
	for (int axis = 0; axis < 3; axis++) {
		Two sum = plus(Two(from.x[axis], from.low[axis]), Two(d[axis], 0.0));
		from.x[axis] = sum.high;
		from.low[axis] = sum.low;
	}
	PUT_SECOND_POSITION(i, from.low);
#else
	from.x += d;
#endif
	PUT_POSITION(i, vec3(from.x));
#if PRECISION == DOUBLE
	PUT_SECOND_POSITION(i, vec3(from.x - real3(vec3(from.x))));
#endif
	return from.x;
}
#endif
