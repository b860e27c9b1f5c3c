// The numbers that are particular to a spring. A pass declares Params, Spring and Material
// before it includes this, or Palette when FUSED is 1, and Signals when ACTUATORS is 1.
//
// variants: COEFFICIENTS 1 is for models whose materials do not say k and c in
// SI units, and for precisions above single. Each spring then has an entry of its own
// behind the palette, with the second word of its rest length; in double, another entry
// for each spring, with the second words of k and c, follows behind the entries of all
// springs. Each range of springs has the palette and entries of its own.
// ACTUATORS 1 is for models with actuated springs.
#if ACTUATORS
#include "signals.glsl"
#endif

// Law is how a spring resists.
struct Law {
	real stiffness;      // k [N/m]
	real damping;        // c [N·s/m]
	real restLength;     // L0 now [m]
	float restLengthLow; // its second word, when compensated [m]
	bool tensionOnly;
};

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
	vec3 first = uintBitsToFloat(bits.xyz);
	Law law;
	law.stiffness = real(first.x);
	law.damping = real(first.y);
	law.restLength = real(first.z);
	law.restLengthLow = 0.0;
	law.tensionOnly = (bits.w & TENSION_ONLY) != 0u;
#if PRECISION != SINGLE
	vec3 second = uintBitsToFloat(palette.kind[SECOND_WORDS + kind].xyz);
	law.restLengthLow = second.z;
#endif
#if PRECISION == DOUBLE
	law.stiffness += real(second.x);
	law.damping += real(second.y);
	law.restLength += real(second.z);
#endif
	return law;
}
#else
uint materialOf(uint s) { return spring[s - FIRST].kind & 0xffffu; }

Law lawOf(uint s) {
	uint kind = materialOf(s);
	Law law;
	law.tensionOnly = (material[kind].flags & TENSION_ONLY) != 0u;
	law.restLength = real(spring[s - FIRST].restLength);
	law.restLengthLow = 0.0;
#if COEFFICIENTS
	kind = params.paletteCount + s - FIRST;
#endif
	law.stiffness = real(material[kind].stiffness);
	law.damping = real(material[kind].damping);
#if PRECISION != SINGLE
	law.restLengthLow = uintBitsToFloat(material[kind].flags);
#endif
#if PRECISION == DOUBLE
	law.restLength += real(law.restLengthLow);
	law.stiffness += real(material[COUNT_OF(params.springCount) + kind].stiffness);
	law.damping += real(material[COUNT_OF(params.springCount) + kind].damping);
#endif
	actuate(spring[s - FIRST].kind >> 16, law);
	return law;
}
#endif
