// The state of a mass, in whatever words it is kept. A pass declares Params,
// Position and Velocity before it includes this, and defines WRITES_STATE when
// it moves masses, which it does in place, unless FUSED is 1: then NextPosition and
// NextVelocity are the next state. Second words stand behind the first ones of all
// masses.

#if FUSED
#if TEXELS
#define POSITION(at) texelFetch(positionTexels, int(at))
#define VELOCITY(at) texelFetch(velocityTexels, int(at))
#endif
#endif
#ifndef POSITION
#define POSITION(at) position[at]
#define VELOCITY(at) velocity[at]
#endif

// positionOf is [m]; of a compensated position the first word.
real3 positionOf(uint i) {
	return TWO_WORDS3(POSITION(i).xyz, POSITION(params.massCount + i).xyz);
}

// velocityOf is [m/s].
real3 velocityOf(uint i) {
	return TWO_WORDS3(VELOCITY(i).xyz, VELOCITY(params.massCount + i).xyz);
}

// inverseMassOf is [1/kg], 0 when the mass is pinned on all axes.
real inverseMassOf(uint i) {
	return TWO_WORDS(POSITION(i).w, POSITION(params.massCount + i).w);
}

// fromPoint is the way from a point to a mass [m], in all the words of its place.
real3 fromPoint(uint i, real3 p) {
#if PRECISION == COMPENSATED
	return positionOf(i) - p + POSITION(params.massCount + i).xyz;
#else
	return positionOf(i) - p;
#endif
}

// isFree says whether a mass moves at all.
bool isFree(uint i) { return POSITION(i).w != 0.0; }

// pinOf has a bit per axis that does not move.
uint pinOf(uint i) { return uint(VELOCITY(i).w); }

// Place is where a mass is, with the second word when that is compensated [m].
struct Place {
	real3 x;
	vec3 low;
};

Place placeOf(uint i) {
#if PRECISION == COMPENSATED
	return Place(POSITION(i).xyz, POSITION(params.massCount + i).xyz);
#else
	return Place(positionOf(i), vec3(0.0));
#endif
}

#ifdef WRITES_STATE
#if FUSED
#define PUT_POSITION(at, x) nextPosition[at] = vec4(x, POSITION(at).w)
#define PUT_VELOCITY(at, v) nextVelocity[at] = vec4(v, VELOCITY(at).w)
#else
#define PUT_POSITION(at, x) position[at].xyz = x
#define PUT_VELOCITY(at, v) velocity[at].xyz = v
#endif

// stay keeps a mass where it is, at its velocity, bit for bit.
void stay(uint i) {
#if FUSED
	nextPosition[i] = POSITION(i);
	nextVelocity[i] = VELOCITY(i);
#if PRECISION != SINGLE
	nextPosition[params.massCount + i] = POSITION(params.massCount + i);
#endif
#if PRECISION == DOUBLE
	nextVelocity[params.massCount + i] = VELOCITY(params.massCount + i);
#endif
#endif
}

void setVelocity(uint i, real3 v) {
	PUT_VELOCITY(i, vec3(v));
#if PRECISION == DOUBLE
	PUT_VELOCITY(params.massCount + i, vec3(v - real3(vec3(v))));
#endif
}

// displace puts a mass at d [m] from a place and returns where that is.
real3 displace(uint i, Place from, real3 d) {
#if PRECISION == COMPENSATED
	for (int axis = 0; axis < 3; axis++) {
		Two sum = plus(Two(from.x[axis], from.low[axis]), Two(d[axis], 0.0));
		from.x[axis] = sum.high;
		from.low[axis] = sum.low;
	}
	PUT_POSITION(params.massCount + i, from.low);
#else
	from.x += d;
#endif
	PUT_POSITION(i, vec3(from.x));
#if PRECISION == DOUBLE
	PUT_POSITION(params.massCount + i, vec3(from.x - real3(vec3(from.x))));
#endif
	return from.x;
}
#endif
