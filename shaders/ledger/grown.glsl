// grown is how much longer the rest length is than a step before [m].
real grown(uint s) {
	uint actuator = spring[s - FIRST].kind >> 16;
	if (actuator == 0u) {
		return real(0.0);
	}
	real rest = real(spring[s - FIRST].restLength);
#if PRECISION == DOUBLE
	rest += real(uintBitsToFloat(material[params.paletteCount + s - FIRST].flags));
#endif
	return rest * (signalOf(actuator - 1u) - signalBeforeOf(actuator - 1u));
}
