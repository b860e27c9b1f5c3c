#version 430 core
// Pass mass-ledger: what masses hold, lose and are given.
//
// reads:  position, velocity, centered, contact, external
// writes: ledger (sums of the work groups)
// formula, with the centered velocity v, that which forces see, v' (centered.glsl), and
// the push F_N = max(0, kc δ − bc v'·n) of a contact:
//   kinetic         ½ m v², and that of the velocities of the state
//   gravitational   −m g·x
//   contact         ½ kc δ²
//   contact damping (kc δ − F_N) v·n
//   friction        as the pass center has it; without one min(μk F_N, m |v_t|/dt) |v_t|
//   drag            m v'·v ln 2/h + q |v'| v'·v; in symplectic Euler the first is
//                   m (2v − v')·v (2^(dt/h) − 1)/dt, since the factor made 2v − v'
//   external        load·v + q |v'| v'·v
//   pushed          F_N v_s·n, of contacts that move; above, their v and v' are less v_s
//   carried         as the pass center has it; without one the friction times v_s
// A mass pinned on all axes does not move and is left out: the host knows what
// it weighs and on which path it is.
// variants: LEDGER 0 sums what is held alone; CONTACTS 0, MOVING 0, FRICTION 0 and LOADS 0
// leave those terms out.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#if CONTACTS
STORAGE_Contact(readonly);
#include "contact.glsl"
#endif
#if LEDGER && LOADS
STORAGE_External(readonly);
#include "external.glsl"
#endif
#if MOVING
#define TERMS 10
#else
#define TERMS 8
#endif
#include "ledger.glsl"
#include "centered.glsl"

void main() {
	// kinetic, gravitational, contact, contact damping, drag, friction, external, motion
#if MOVING
	// and pushed, carried
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
#else
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
#endif
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint i = invocation(); i < END_OF(params.massCount); i += stride) {
		if (!isFree(i)) {
			continue;
		}
		real mass = real(1.0) / inverseMassOf(i);
		real3 x = positionOf(i);
		real3 v = centeredOf(i);
		sum[0] = with(sum[0], real(0.5) * mass * dot(v, v));
		sum[7] = with(sum[7], real(0.5) * mass * dot(velocityOf(i), velocityOf(i)));
		sum[1] = with(sum[1], -mass * dot(GRAVITY, x));
#if LEDGER
		real3 seen = seenOf(i);
#if CENTERED == 1
		real3 left = real(2.0) * v - seen; // by the factor of the step
#else
		real3 left = seen;
#endif
		real slowed = mass * dot(left, v) * DRAG_TAKEN;
#if LOADS
		real slowing = QUADRATIC_DRAG * sqrt(dot(seen, seen)) * dot(seen, v);
		sum[6] = with(sum[6], dot(externalOn(i), v) + slowing);
		slowed += slowing;
#endif
		sum[4] = with(sum[4], slowed);
#endif
#if CONTACTS
#if NORMALIZED
		face(i);
		uint sharers = sharersOf(x);
#endif
		for (uint k = 0u; k < params.contactCount; k++) {
			Solid c = contactOf(k);
#if NORMALIZED
			c = sharedBy(c, sharers);
#endif
			Touch t = touching(c, x);
			if (!(t.depth > 0.0)) {
				continue;
			}
			sum[2] = with(sum[2], real(0.5) * c.stiffness * t.depth * t.depth);
#if LEDGER
#if MOVING
			sum[8] = with(sum[8], push(c, t, seen) * dot(c.surface, t.normal));
			real3 surface = c.surface;
			real3 v = centeredOf(i) - surface; // from here on relative to the surface
			real3 seen = seenOf(i) - surface;
			c.surface = real3(0.0);
#endif
			real leaving = dot(v, t.normal);
			// What the damper takes: all of it, or what it leaves of the spring's push.
			sum[3] = with(sum[3], min(c.damping * dot(seen, t.normal), c.stiffness * t.depth) * leaving);
#if FRICTION && CENTERED == 0
			real pushed = push(c, t, seen);
			real speed = length(v - leaving * t.normal);
			sum[5] = with(sum[5], min(c.kineticFriction * pushed * DT, mass * speed) / DT * speed);
#if MOVING
			if (speed > 0.0) {
				sum[9] = with(sum[9], -min(c.kineticFriction * pushed * DT, mass * speed) / (DT * speed) * dot(v - leaving * t.normal, surface));
			}
#endif
#endif
#endif
		}
#endif
#if LEDGER && CENTERED && (FRICTION || defined(PAIR_FRICTION))
		if (CENTERED == 1 || !begins()) {
#if MOVING
			sum[9] = with(sum[9], real(OTHER(secondOtherAt(i)).w));
#endif
			sum[5] = with(sum[5], real(OTHER(otherAt(i)).w));
		}
#endif
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		uint group = GROUPS_BEFORE + gl_WorkGroupID.x;
		write(groupSum(TERM_KINETIC, group), gathered(0u));
		write(groupSum(TERM_GRAVITATIONAL, group), gathered(1u));
		write(groupSum(TERM_CONTACT, group), gathered(2u));
		write(groupSum(TERM_CONTACT_DAMPING, group), gathered(3u));
		write(groupSum(TERM_DRAG, group), gathered(4u));
		write(groupSum(TERM_FRICTION, group), gathered(5u));
		write(groupSum(TERM_EXTERNAL, group), gathered(6u));
		write(groupSum(TERM_MOTION, group), gathered(7u));
#if MOVING
		write(groupSum(TERM_PUSHED, group), gathered(8u));
		write(groupSum(TERM_CARRIED, group), gathered(9u));
#endif
	}
}
