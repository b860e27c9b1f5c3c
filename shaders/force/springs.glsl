// The numbers that are particular to a spring. A pass declares Params, Spring and Material
// before it includes this, or Palette when FUSED is 1, and Signals when ACTUATORS is 1. In
// place of Spring it may define SPRING_OF, the record of a spring.
//
// variants: COEFFICIENTS 1 is for models whose materials do not say k and c in
// SI units, and for precisions above single. Each spring then has LAW_RECORDS records of its own
// behind the palette, with the second word of its rest length in the first; in double, as many
// records for each spring, with second words, follow behind the records of all
// springs. Each range of springs has the palette and records of its own.
// ACTUATORS 1 is for models with actuated springs.
#if ACTUATORS
#include "signals.glsl"
#endif

#include "spring_record.glsl"

const uint TENSION_ONLY = 1u; // flag of a material

// actuate is L0(t) from L0, at the time of the signals [m].
void actuate(uint actuator, inout Law law) {
#if ACTUATORS
	if (actuator > 0u) {
#if PRECISION == COMPENSATED
		Two rest = scaled(Two(law.restLength, law.restLengthLow), signalWords(actuator - 1u));
		law.restLength = rest.high;
		law.restLengthLow = rest.low;
#else
		law.restLength *= signalOf(actuator - 1u);
#endif
	}
#endif
}

#if FUSED
uint actuatorOf(uint kind) { return palette.kind[kind].w >> 16; }

// classLaw is that of a class of springs, without actuation.
Law classLaw(uint kind) {
	uvec4 bits = palette.kind[kind];
	Law law;
	takeNumbers(law, bits, kind);
	law.restLength = real(uintBitsToFloat(bits.z));
	law.restLengthLow = 0.0;
	law.tensionOnly = (bits.w & TENSION_ONLY) != 0u;
#if PRECISION != SINGLE
	law.restLengthLow = uintBitsToFloat(palette.kind[SECOND_WORDS + kind].z);
#endif
#if PRECISION == DOUBLE
	law.restLength += real(law.restLengthLow);
#endif
	return law;
}
#else
#ifndef SPRING_OF
#define SPRING_OF(s) spring[s - FIRST]
#endif

// materialOf is the first record of the material of a spring; 0: it is removed.
uint materialOf(uint s) { return LAW_RECORDS * (SPRING_OF(s).kind & 0xffffu); }

Law lawOf(uint s) {
	uint record = materialOf(s);
	Law law;
	law.tensionOnly = (material[record].flags & TENSION_ONLY) != 0u;
	law.restLength = real(SPRING_OF(s).restLength);
	law.restLengthLow = 0.0;
#if COEFFICIENTS
	record = params.paletteCount + LAW_RECORDS * (s - FIRST);
#endif
	takeNumbers(law, record);
#if PRECISION != SINGLE
	law.restLengthLow = uintBitsToFloat(material[record].flags);
#endif
#if PRECISION == DOUBLE
	law.restLength += real(law.restLengthLow);
#endif
	actuate(SPRING_OF(s).kind >> 16, law);
	return law;
}
#endif
