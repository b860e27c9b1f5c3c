// The velocities that the friction of pairs changes, in two sets: it reads those of one and writes those of
// the other, so that no mass sees the new velocity of another (Jacobi). In w stands the power that friction
// takes from the drive of a mass that is pinned on all axes [W]. Where the model is divided, each range has
// both sets of its masses. A pass declares Params and PairVelocity before it includes this;
// READS_ALL_PAIR_VELOCITIES says that it reads those of any mass, as texels with TEXELS 1.
#if RANGES && defined(READS_ALL_PAIR_VELOCITIES)
uint rangeOf(uint i) { return i & ~(MASS_RANGE - 1u); }
uint pairVelocityAt(uint set, uint i) { return rangeOf(i) + i + set * min(MASS_RANGE, params.massCount - rangeOf(i)); }
#else
uint pairVelocityAt(uint set, uint i) { return set * COUNT_OF(params.massCount) + i - FIRST; }
#endif

#if TEXELS && defined(READS_ALL_PAIR_VELOCITIES)
layout(binding = TEXELS_ALL) uniform samplerBuffer pairVelocityTexels;
#define PAIR_VELOCITY_AT(at) texelFetch(pairVelocityTexels, int(at))
#else
#define PAIR_VELOCITY_AT(at) pairVelocity[at]
#endif

vec3 pairVelocityOf(uint set, uint i) { return PAIR_VELOCITY_AT(pairVelocityAt(set, i)).xyz; }

#if TEXELS && defined(READS_ALL_PAIR_VELOCITIES) // the storage block is a window
uint putAt(uint set, uint i) { return set * COUNT_OF(params.massCount) + i - FIRST; }
#else
uint putAt(uint set, uint i) { return pairVelocityAt(set, i); }
#endif

void setPairVelocity(uint set, uint i, vec3 w, float power) { pairVelocity[putAt(set, i)] = vec4(w, power); }
