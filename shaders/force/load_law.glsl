// The force of a load, see load.comp. A pass declares Params, Signals and Load, and includes
// real.glsl and signals.glsl, before it includes this.
#include "load_laws.glsl"

const uint FORCE = 0u;
const uint MOTOR = 1u;
const uint HANDLE = 2u;

// loadForce is the force of load number k on a mass [N].
real3 loadForce(uint k, real3 x, real3 v) {
	Load l = load[k];
	real3 p = real3(l.px, l.py, l.pz);
	switch (l.kind) {
	case MOTOR:
		return motorOf(real(l.damping), real(l.limit), signalOf(l.signal), dot(v, p)) * p;
	case HANDLE:
		return handleOf(real(l.stiffness), real(l.damping), p - x, real3(l.qx, l.qy, l.qz) - v);
	default:
		return signalOf(l.signal) * p;
	}
}
