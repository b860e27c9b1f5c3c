// What is particular to a spring. A pass declares Params, Spring and Material
// before it includes this, and Signals when ACTUATORS is 1; a pass that
// needs rest lengths of a step ago declares SignalsBefore and READS_SIGNALS_BEFORE.
//
// variants: COEFFICIENTS 1 is for models whose materials do not say k and c in
// SI units: each spring has an entry of its own behind the palette. ACTUATORS 1
// is for models with actuated springs.

// Law is how a spring resists.
struct Law {
	real stiffness;  // k [N/m]
	real damping;    // c [N·s/m]
	real restLength; // L0 now [m]
	bool tensionOnly;
};

const uint TENSION_ONLY = 1u; // flag of a material

uint materialOf(uint s) { return spring[s].kind & 0xffffu; }

#if ACTUATORS && defined(READS_SIGNALS_BEFORE)
// restLengthBefore is L0 of a spring a step ago [m].
real restLengthBefore(uint s) {
	real rest = real(spring[s].restLength);
	uint actuator = spring[s].kind >> 16;
	if (actuator > 0u) {
		uint slot = actuator - 1u;
		rest *= real(signalsBefore.signal[slot >> 2][slot & 3u]);
	}
	return rest;
}
#endif

// restLengthOf is L0(t) of a spring at the time of the signals [m].
real restLengthOf(uint s) {
	real rest = real(spring[s].restLength);
#if ACTUATORS
	uint actuator = spring[s].kind >> 16;
	if (actuator > 0u) {
		uint slot = actuator - 1u;
		rest *= real(signals.signal[slot >> 2][slot & 3u]);
	}
#endif
	return rest;
}

Law lawOf(uint s) {
	uint kind = materialOf(s);
	Law law;
	law.tensionOnly = (material[kind].flags & TENSION_ONLY) != 0u;
#if COEFFICIENTS
	kind = params.paletteCount + s;
#endif
	law.stiffness = real(material[kind].stiffness);
	law.damping = real(material[kind].damping);
	law.restLength = restLengthOf(s);
	return law;
}
