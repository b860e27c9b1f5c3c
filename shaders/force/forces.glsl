// The forces of springs, which one pass of the pipeline two-pass hands on to the next. A
// pass declares Params and Force before it includes this, and defines WRITES_FORCES when
// it makes the forces. In double, second words stand behind the first words of all forces,
// or of their range. FORCE_TEXELS 1 is for a pass that reads the forces as texels of a
// buffer. COLUMN_SUM is defined where the forces are in columns.

#if defined(COLUMN_SUM) && !defined(WRITES_FORCES)
#include "columns.glsl"
#elif defined(WRITES_FORCES)
void setForce(uint s, real3 f) {
	uint at = s - FIRST;
	vec3 high = vec3(f);
	force[at] = Force(high.x, high.y, high.z);
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	force[COUNT_OF(params.springCount) + at] = Force(low.x, low.y, low.z);
#endif
}
#else
#if FORCE_TEXELS
vec3 forceWord(uint at) { return texelFetch(forceTexels, int(at)).xyz; }
#else
vec3 forceWord(uint at) { return vec3(force[at].x, force[at].y, force[at].z); }
#endif

// forceOf is the force of a spring [N].
real3 forceOf(uint s) {
#if RANGES
	uint at = s - range.force;
	uint second = SPRING_RANGE;
#if PRECISION == DOUBLE
	at += at & ~(SPRING_RANGE - 1u);
	second = at + min(SPRING_RANGE, params.springCount - (s & ~(SPRING_RANGE - 1u)));
#endif
#else
	uint at = s;
	uint second = params.springCount + s;
#endif
	return TWO_WORDS3(forceWord(at), forceWord(second));
}
#endif
