// The velocities that the friction of pairs changes, in two sets: it reads those of one and
// writes those of the other, so that no mass sees what another one has become (Jacobi). In
// w stands the power that friction takes from what moves a mass that is pinned on all axes
// [W]. Where the model is divided, each range has both sets of its masses. A pass declares
// Params and Rub before it includes this; READS_ALL_RUBS says that it reads those of any mass, as texels with TEXELS 1.
#if RANGES && defined(READS_ALL_RUBS)
uint rangeOf(uint i) { return i & ~(MASS_RANGE - 1u); }
uint rubAt(uint set, uint i) { return rangeOf(i) + i + set * min(MASS_RANGE, params.massCount - rangeOf(i)); }
#else
uint rubAt(uint set, uint i) { return set * COUNT_OF(params.massCount) + i - FIRST; }
#endif

#if TEXELS && defined(READS_ALL_RUBS)
layout(binding = TEXELS_ALL) uniform samplerBuffer rubTexels;
#define RUB_AT(at) texelFetch(rubTexels, int(at))
#else
#define RUB_AT(at) rub[at]
#endif

vec3 rubOf(uint set, uint i) { return RUB_AT(rubAt(set, i)).xyz; }

#if TEXELS && defined(READS_ALL_RUBS) // the storage block is a window
uint putAt(uint set, uint i) { return set * COUNT_OF(params.massCount) + i - FIRST; }
#else
uint putAt(uint set, uint i) { return rubAt(set, i); }
#endif

void setRub(uint set, uint i, vec3 w, float power) { rub[putAt(set, i)] = vec4(w, power); }
