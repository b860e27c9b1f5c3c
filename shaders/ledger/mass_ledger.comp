#version 430 core
// Pass mass-ledger: the energies of masses and their contacts.
//
// reads:  position, velocity, contact
// writes: ledger (sums of the work groups)
// formula:
//   kinetic         ½ m v²
//   gravitational   −m g·x
//   contact         ½ kc δ²
// A mass pinned on all axes does not move and is left out: the host knows its mass and its path.
// variant: CONTACTS 0 leaves that term out.
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
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
#define TERMS 3
#include "ledger.glsl"

void main() {
	// kinetic, gravitational, contact
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint i = invocation(); i < END_OF(params.massCount); i += stride) {
		if (!isFree(i)) {
			continue;
		}
		real mass = real(1.0) / inverseMassOf(i);
		real3 x = positionOf(i);
		real3 v = velocityOf(i);
		sum[0] = with(sum[0], real(0.5) * mass * dot(v, v));
		sum[1] = with(sum[1], -mass * dot(GRAVITY, x));
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
		}
#endif
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		uint group = GROUPS_BEFORE + gl_WorkGroupID.x;
		write(groupSum(TERM_KINETIC, group), gathered(0u));
		write(groupSum(TERM_GRAVITATIONAL, group), gathered(1u));
		write(groupSum(TERM_CONTACT, group), gathered(2u));
	}
}
