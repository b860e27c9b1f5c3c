#version 430 core
// Pass kick: the second half of a step of velocity Verlet. It gathers the forces
// on each drifted mass and corrects its predicted velocity.
//
// reads:  force, incidence, contact, stage (a), status.springForcePasses
// writes: velocity, stage (a'), position with friction (each mass its own), status
// formula:
//   a' = (Σ springs + Σ pushes of contacts)/m + g − (ln 2/h) v,  0 on pinned axes
//   v ← v + dt/2 (a' − a)
//   x, v ← with friction        (acceleration.glsl)
// variants: FUSED 1 is for the pipeline fused, see mass_blocks.glsl; CONTACTS and FRICTION, see integrate.comp.
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
	// One invocation past the last mass proves that the grid reached the end, in each range.
	if (i == END_OF(params.massCount)) {
		if (endsPass()) {
			status[0].integratePasses += 1u;
#if FUSED
			countEvaluation();
#endif
		}
		return;
	}
	if (!isFree(i)) {
		stay(i);
		return; // pinned: position and velocity stay as they are, bit for bit
	}
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	real3 a = accelerationOf(i, x, v);
	v += 0.5 * DT * (a - stageOf(0u, i));
	setStage(0u, i, a);
	finishFriction(i, placeOf(i), real3(0.0), v);
}
