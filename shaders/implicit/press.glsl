// The push of contacts on a mass that a substep takes to x. A pass declares Position, Velocity and
// Table and includes contact.glsl before it includes this.
//
//   F_N = max(0, kc δ + bc (δ − max(0, δ'))/dt) while δ > 0
//
// δ' is the depth before the substep, of the surface as it was then.
#if MOVING
#include "carried.glsl"
#endif

// pressing is F_N of contact k, which is now as in c and touches a mass as in t; before is where
// the mass was [N].
real pressing(uint k, Solid c, Touch t, real3 before) {
	if (t.depth <= real(0.0)) {
		return real(0.0);
	}
	Solid was = c;
#if MOVING
	uint at = contactWords(k).shape >> 8;
	if (at != 0u) {
		at -= 1u;
		was.p = coursesBefore(at);
		was.a = coursesBefore(at + 3u);
		was.q = coursesBefore(at + 6u);
		was.qw = courseBefore(at + 9u);
		was.size = courseBefore(at + 10u);
	}
#endif
	real depth = max(real(0.0), touching(was, before).depth);
	return max(real(0.0), c.stiffness * t.depth + c.damping * (t.depth - depth) / DT);
}
