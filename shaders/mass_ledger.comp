#version 430 core
// Pass mass-ledger: what masses hold, lose and are given.
//
// reads:  position, velocity, contact, external
// writes: ledger (sums of the work groups)
// formula, with the push F_N = max(0, kc δ − bc v·n) of a contact:
//   kinetic         ½ m v²
//   gravitational   −m g·x
//   contact         ½ kc δ²
//   contact damping (kc δ − F_N) v·n
//   friction        min(μk F_N, m |v_t|/dt) |v_t|
//   drag            m v² ln 2/h + q |v|³
//   external        load·v + q |v|³
// A mass pinned on all axes does not move and is left out: the host knows what
// it weighs and on which path it is.
// variants: LEDGER 0 sums what is held alone; CONTACTS 0, FRICTION 0 and LOADS 0
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
#define TERMS 7
#include "ledger.glsl"

void main() {
	// kinetic, gravitational, contact, contact damping, drag, friction, external
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint i = invocation(); i < END_OF(params.massCount); i += stride) {
		if (!isFree(i)) {
			continue;
		}
		real mass = real(1.0) / inverseMassOf(i);
		real3 x = positionOf(i);
		real3 v = velocityOf(i);
		real kinetic = real(0.5) * mass * dot(v, v);
		sum[0] = with(sum[0], kinetic);
		sum[1] = with(sum[1], -mass * dot(GRAVITY, x));
#if LEDGER
		real slowed = real(2.0) * kinetic * DRAG_RATE;
#if LOADS
		real slowing = params.quadraticDrag * dot(v, v) * sqrt(dot(v, v));
		sum[6] = with(sum[6], dot(externalOn(i), v) + slowing);
		slowed += slowing;
#endif
		sum[4] = with(sum[4], slowed);
#endif
#if CONTACTS
		for (uint k = 0u; k < params.contactCount; k++) {
			Contact c = contact[k];
			Touch t = touching(c, x);
			if (!(t.depth > 0.0)) {
				continue;
			}
			sum[2] = with(sum[2], real(0.5) * c.stiffness * t.depth * t.depth);
#if LEDGER
			real pushed = push(c, t, v);
			real leaving = dot(v, t.normal);
			// What the damper takes: all of it, or what it leaves of the spring's push.
			sum[3] = with(sum[3], min(c.damping * leaving, c.stiffness * t.depth) * leaving);
#if FRICTION
			real speed = length(v - leaving * t.normal);
			sum[5] = with(sum[5], min(c.kineticFriction * pushed * DT, mass * speed) / DT * speed);
#endif
#endif
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
	}
}
