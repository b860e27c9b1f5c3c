// Where masses are for passes of spans, and how fast. A pass includes state.glsl before it
// includes this. AHEAD 1: after the next step of symplectic Euler, before the friction of spans,
// from the centered velocities, ½ (v + v of the next step).
#if AHEAD
#if TEXELS
layout(binding = TEXELS_CENTERED) uniform samplerBuffer centeredTexels;
#define OTHER(at) texelFetch(centeredTexels, int(at))
#else
STORAGE_Centered(readonly);
#define OTHER(at) centered[at]
#endif
#include "others.glsl"
real3 movable;     // of friction of masses in contact.glsl, which passes of spans do not call
real surfacePower; // likewise

real3 aheadVelocity(uint i) { return real(2.0) * otherOf(i) - velocityOf(i); }

real3 aheadPlace(uint i) { return isFree(i) ? positionOf(i) + DT * aheadVelocity(i) : positionOf(i); }
#define SPAN_PLACE(i) aheadPlace(i)
#define SPAN_VELOCITY(i) aheadVelocity(i)
#else
#define SPAN_PLACE(i) positionOf(i)
#define SPAN_VELOCITY(i) velocityOf(i)
#endif
