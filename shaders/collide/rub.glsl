// The velocities that the friction of pairs changes, in two sets: it reads those of one and
// writes those of the other, so that no mass sees what another one has become (Jacobi). In
// w stands the power that friction takes from what moves a mass that is pinned on all axes
// [W]. In double, second words stand behind the first words of all masses. Where the model
// is divided, each range has both sets of its masses. A pass declares Params and Rub before it
// includes this; READS_ALL_RUBS says that it reads those of any mass, as texels with TEXELS 1.
#if RANGES && defined(READS_ALL_RUBS)
uint rangeOf(uint i) { return i & ~(MASS_RANGE - 1u); }
uint rubCount(uint i) { return min(MASS_RANGE, params.massCount - rangeOf(i)); }
#if PRECISION == DOUBLE
uint rubAt(uint set, uint i) { return 3u * rangeOf(i) + i + 2u * set * rubCount(i); }
#else
uint rubAt(uint set, uint i) { return rangeOf(i) + i + set * rubCount(i); }
#endif
#else
uint rubCount(uint i) { return COUNT_OF(params.massCount); }
#if PRECISION == DOUBLE
uint rubAt(uint set, uint i) { return 2u * set * COUNT_OF(params.massCount) + i - FIRST; }
#else
uint rubAt(uint set, uint i) { return set * COUNT_OF(params.massCount) + i - FIRST; }
#endif
#endif

#if TEXELS && defined(READS_ALL_RUBS)
layout(binding = TEXELS_ALL) uniform samplerBuffer rubTexels;
#define RUB_AT(at) texelFetch(rubTexels, int(at))
#else
#define RUB_AT(at) rub[at]
#endif

real3 rubOf(uint set, uint i) {
	return TWO_WORDS3(RUB_AT(rubAt(set, i)).xyz, RUB_AT(rubAt(set, i) + rubCount(i)).xyz);
}

#if TEXELS && defined(READS_ALL_RUBS) // the storage block is a window
uint putAt(uint set, uint i) {
#if PRECISION == DOUBLE
	return 2u * set * COUNT_OF(params.massCount) + i - FIRST;
#else
	return set * COUNT_OF(params.massCount) + i - FIRST;
#endif
}
#else
uint putAt(uint set, uint i) { return rubAt(set, i); }
#endif

void setRub(uint set, uint i, real3 w, real power) {
	rub[putAt(set, i)] = vec4(vec3(w), float(power));
#if PRECISION == DOUBLE
	rub[putAt(set, i) + rubCount(i)] = vec4(vec3(w - real3(vec3(w))), 0.0);
#endif
}
