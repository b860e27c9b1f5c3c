#version 430 core
// Pass prime: the acceleration that the first drift of velocity Verlet needs.
//
// reads:  position, velocity, force, incidence, contact
// writes: stage (a), status
// formula: a = (Σ springs + Σ pushes of contacts)/m + g − (ln 2/h) v, 0 on pinned axes
// variants: CONTACTS, see integrate.comp.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Stage(restrict);
STORAGE_Force(readonly);
STORAGE_Incidence(readonly);
STORAGE_Status(restrict);
#include "state.glsl"
#include "stage.glsl"
#include "forces.glsl"
#if CONTACTS
STORAGE_Contact(readonly);
#include "contact.glsl"
#endif
#include "mass_force.glsl"
#include "acceleration.glsl"

void main() {
	uint i = invocation();
	if (i > params.massCount) {
		return;
	}
	// The evaluation before this pass belongs to no step: it is taken back.
	if (i == params.massCount) {
		status[0].springForcePasses -= 1u;
		return;
	}
	if (!isFree(i)) {
		return;
	}
	setStage(0u, i, accelerationOf(i, positionOf(i), velocityOf(i)));
}
