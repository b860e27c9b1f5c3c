// The force of a load, see load.comp. A pass declares Params, Signals and Load, and includes
// real.glsl and signals.glsl, before it includes this.
const uint FORCE = 0u;
const uint MOTOR = 1u;
const uint HANDLE = 2u;

// loadForce is the force of load number k on a mass [N].
real3 loadForce(uint k, real3 x, real3 v) {
	Load l = load[k];
	real3 p = real3(l.px, l.py, l.pz);
	switch (l.kind) {
	case MOTOR:
		real f = real(l.damping) * (signalOf(l.signal) - dot(v, p));
		if (l.limit > 0.0) {
			f = clamp(f, -real(l.limit), real(l.limit));
		}
		return f * p;
	case HANDLE:
		return real(l.stiffness) * (p - x) + real(l.damping) * (real3(l.qx, l.qy, l.qz) - v);
	default:
		return signalOf(l.signal) * p;
	}
}
