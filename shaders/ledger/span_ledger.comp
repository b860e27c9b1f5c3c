#version 430 core
// Pass span-ledger: the energy of contacts with edges and triangles. It adds to the sums of the work groups
// of the pass mass-ledger.
//
// reads:  position, contact, span
// writes: ledger (sums of the work groups of mass-ledger)
// formula, of every touch with the excess e > 0 (span.glsl): ½ kc e²
#include "layout.glsl"
#include "index.glsl"
#include "two_words.glsl"
#include "real.glsl"

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_Contact(readonly);
STORAGE_Span(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#define SPAN_PLACE(i) positionOf(i)
#include "contact.glsl"
#include "span.glsl"
#define TERMS 1
#include "ledger.glsl"

void main() {
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint s = invocation(); s < END_OF(SPANS); s += stride) {
		Spanned all = spanOf(s);
		if (!moves(all)) {
			continue;
		}
		for (uint k = 0u; k < params.contactCount; k++) {
			if (span[k].touches == 0u) {
				continue;
			}
			Solid c = spanSolid(k);
			Pressed t = excessOf(all, k, c);
			if (!(t.depth > real(0.0))) {
				continue;
			}
#ifdef SPANS_PER_MASS
			c = metBy(c, k, s, all);
#endif
			sum[0] = with(sum[0], real(0.5) * c.stiffness * t.depth * t.depth);
		}
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		uint slot = groupSum(TERM_CONTACT, GROUPS_BEFORE + gl_WorkGroupID.x);
		write(slot, plus(Two(ledger[slot].hi, ledger[slot].lo), gathered(0u)));
	}
}
