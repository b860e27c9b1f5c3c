// The force of a load, see load.comp. A pass declares Params, Signals and Load, and includes
// real.glsl and signals.glsl, before it includes this.
const uint FORCE = 0u;
const uint MOTOR = 1u;
const uint HANDLE = 2u;

// loadForce is the force of load number k on a mass [N].
real3 loadForce(uint k, real3 x, real3 v) {
	Load l = load[k];
#if PRECISION == DOUBLE
	Load low = load[params.loadCount + k];
#endif
	real3 p = TWO_WORDS3(vec3(l.px, l.py, l.pz), vec3(low.px, low.py, low.pz));
	switch (l.kind) {
	case MOTOR:
		real f = TWO_WORDS(real(l.damping), low.damping) * (signalOf(l.signal) - dot(v, p));
		if (l.limit > 0.0) {
			real limit = TWO_WORDS(real(l.limit), low.limit);
			f = clamp(f, -limit, limit);
		}
		return f * p;
	case HANDLE:
		real3 q = TWO_WORDS3(vec3(l.qx, l.qy, l.qz), vec3(low.qx, low.qy, low.qz));
		return TWO_WORDS(real(l.stiffness), low.stiffness) * (p - x) + TWO_WORDS(real(l.damping), low.damping) * (q - v);
	default:
		return signalOf(l.signal) * p;
	}
}
