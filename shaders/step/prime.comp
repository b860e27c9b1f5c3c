#version 430 core
// Pass prime: the acceleration that the first drift of velocity Verlet needs.
//
// reads:  position, velocity, force, incidence, contact
// writes: stage (a), status
// formula: a = (Σ springs + Σ pushes of contacts)/m + g − (ln 2/h) v, 0 on pinned axes
// variants: FUSED 1 is for the pipeline fused, see mass_blocks.glsl; CONTACTS, see integrate.comp.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

#include "mass_blocks.glsl"
STORAGE_Stage(restrict);
#include "state.glsl"
#include "evaluations.glsl"
#include "stage.glsl"
#if FUSED
#include "springs.glsl"
#include "spring_law.glsl"
#include "fused_springs.glsl"
#endif
#if !FUSED
#include "forces.glsl"
#endif
#if LOADS
#include "external.glsl"
#endif
#if CONTACTS
#include "contact.glsl"
#endif
#include "mass_force.glsl"
#include "acceleration.glsl"

void main() {
	uint i = invocation();
	if (i > END_OF(params.massCount)) {
		return;
	}
	// The evaluation before this pass belongs to no step: it is taken back.
	if (i == END_OF(params.massCount)) {
#if !FUSED
		if (IS_LAST) {
			status[0].springForcePasses -= 1u;
#if RANGES
			status[0].rangesRun -= SPRING_RANGES;
#endif
		}
#endif
		return;
	}
	if (!isFree(i)) {
		return;
	}
	setStage(0u, i, accelerationOf(i, positionOf(i), velocityOf(i)));
}
