// Segments: three vectors of turning for each, and quaternions x, y, z, w that turn the axes of a section to those of the world, and what resists
// turning. A pass declares Turning before it includes this; Segment, where it defines ANSWERS; and includes state.glsl, unless it defines NO_PLACES.
//
// Rods compute in wide, which is float in precision single, and double in the others: places of
// masses have two words there, and so has everything that is kept of rods. A second word is
// behind its first one.
#if PRECISION == SINGLE
#define wide float
#define wide3 vec3
#define wide4 vec4
#define wide33 mat3
#define ROD_WORDS 1u
#define WHOLE(high, low) (high)
#define WHOLE3(high, low) (high)
#else
#define wide double
#define wide3 dvec3
#define wide4 dvec4
#define wide33 dmat3
#define ROD_WORDS 2u
#define WHOLE(high, low) (wide(high) + wide(low))
#define WHOLE3(high, low) (wide3(high) + wide3(low))
#endif
#define WIDE_DT WHOLE(params.dt, params.dtLow)                         // [s]
#define WIDE_DRAG WHOLE(params.dragFactor, params.dragFactorLow)       // per substep

// What a segment has.
#define TURN_ORIENTATION 0u
#define TURN_SPIN 1u
#define TURN_TARGET 2u

wide4 turningOf(uint k, uint which) {
	uint at = ROD_WORDS * (3u * k + which);
#if PRECISION == SINGLE
	return turning[at];
#else
	return wide4(turning[at]) + wide4(turning[at + 1u]);
#endif
}

wide4 orientationOf(uint k) { return turningOf(k, TURN_ORIENTATION); }

wide3 spinOf(uint k) { return turningOf(k, TURN_SPIN).xyz; }

#ifdef WRITES_TURNING
void setTurning(uint k, uint which, wide4 to) {
	uint at = ROD_WORDS * (3u * k + which);
	turning[at] = vec4(to);
#if PRECISION != SINGLE
	turning[at + 1u] = vec4(to - wide4(vec4(to)));
#endif
}

void setSpin(uint k, wide3 to) { setTurning(k, TURN_SPIN, wide4(to, 0.0)); }
#endif

#ifndef NO_PLACES
// placeIn is where a mass is, in all words [m].
wide3 placeIn(uint i) {
#if PRECISION == COMPENSATED
	return WHOLE3(POSITION(POSITION_AT(i)).xyz, POSITION(secondWordAt(i)).xyz);
#else
	return wide3(positionOf(i));
#endif
}
#endif

// timesOf is p q.
wide4 timesOf(wide4 p, wide4 q) { return wide4(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz)); }

wide4 conjugateOf(wide4 q) { return wide4(-q.xyz, q.w); }

// axesOf are the axes of the section in the world, as columns; the last one is the tangent.
wide33 axesOf(wide4 q) {
	wide x = q.x;
	wide y = q.y;
	wide z = q.z;
	wide w = q.w;
	return wide33(
		wide3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
		wide3(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
		wide3(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)));
}

#if PRECISION == SINGLE
// turnBy is the rotation by a rotation vector [rad]. Small ones are series, since devices have sines
// of few digits.
vec4 turnBy(vec3 by) {
	float half2 = dot(by, by) / 4.0;
	if (half2 < 0.25) {
		float sine = 1.0 - half2 / 6.0 * (1.0 - half2 / 20.0 * (1.0 - half2 / 42.0 * (1.0 - half2 / 72.0)));
		float cosine = 1.0 - half2 / 2.0 * (1.0 - half2 / 12.0 * (1.0 - half2 / 30.0 * (1.0 - half2 / 56.0)));
		return vec4(0.5 * sine * by, cosine);
	}
	float angle = sqrt(half2);
	return vec4(sin(angle) / (2.0 * angle) * by, cos(angle));
}

// vectorOf is the rotation vector of a unit quaternion [rad], the short way round.
vec3 vectorOf(vec4 q) {
	q = q.w < 0.0 ? -q : q;
	float sine2 = dot(q.xyz, q.xyz);
	if (sine2 < 0.09) { // arc sine
		return 2.0 * (1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0 + sine2 * (105.0 / 3456.0))))) * q.xyz;
	}
	float sine = sqrt(sine2);
	return 2.0 * atan(sine, q.w) / sine * q.xyz;
}
#else
// turnBy is the rotation by a rotation vector [rad]: that by a small part of it, by series, squared again and again,
// since there are no sines in double.
wide4 turnBy(wide3 by) {
	int times = 0;
	for (; times < 40 && dot(by, by) > 0.01lf; times++) {
		by *= 0.5lf;
	}
	wide half2 = dot(by, by) / 4.0lf;
	wide sine = 1.0lf - half2 / 6.0lf * (1.0lf - half2 / 20.0lf * (1.0lf - half2 / 42.0lf * (1.0lf - half2 / 72.0lf * (1.0lf - half2 / 110.0lf))));
	wide cosine = 1.0lf - half2 / 2.0lf * (1.0lf - half2 / 12.0lf * (1.0lf - half2 / 30.0lf * (1.0lf - half2 / 56.0lf * (1.0lf - half2 / 90.0lf))));
	wide4 q = wide4(0.5lf * sine * by, cosine);
	for (; times > 0; times--) {
		q = timesOf(q, q);
	}
	return q;
}

// vectorOf is the rotation vector of a unit quaternion [rad], the short way round: that of a root of it, by the
// series of the arc sine, as often as roots were drawn.
wide3 vectorOf(wide4 q) {
	q = q.w < 0.0lf ? -q : q;
	wide times = 2.0lf;
	for (int k = 0; k < 8 && dot(q.xyz, q.xyz) > 0.0025lf; k++) {
		q.w += 1.0lf;
		q /= sqrt(dot(q, q));
		times *= 2.0lf;
	}
	wide s = dot(q.xyz, q.xyz);
	wide series = 1.0lf + s * (1.0lf / 6.0lf + s * (3.0lf / 40.0lf + s * (15.0lf / 336.0lf + s * (105.0lf / 3456.0lf + s * (945.0lf / 42240.0lf + s * (10395.0lf / 599040.0lf))))));
	return times * series * q.xyz;
}
#endif

#ifdef ANSWERS
// acrossOf and alongOf are the inertia of segment k about axes across it and about its own [kg·m²].
wide acrossOf(uint k) { return WHOLE(segment[ROD_WORDS * k].across, segment[ROD_WORDS * k + 1u].across); }

wide alongOf(uint k) { return WHOLE(segment[ROD_WORDS * k].along, segment[ROD_WORDS * k + 1u].along); }

bool isHeld(uint k) { return segment[ROD_WORDS * k].held != 0u; }

// answerOf is I⁻¹ of an impulse that turns segment k [rad/s]; 0 where a clamp holds it. t is the
// tangent.
wide3 answerOf(uint k, wide3 t, wide3 impulse) {
	if (isHeld(k)) {
		return wide3(0.0);
	}
	wide3 own = dot(t, impulse) * t;
	return (impulse - own) / acrossOf(k) + own / alongOf(k);
}

wide3 tangentOf(uint k) { return axesOf(orientationOf(k))[2]; }
#endif
