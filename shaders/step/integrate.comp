#version 430 core
// Pass integrate: gather the forces on each mass and advance it by one step of
// symplectic or explicit Euler.
//
// reads:  force, incidence, contact, status.springForcePasses
// writes: position, velocity (each mass its own), status
// formula (h is the drag half-life):
//   F = Σ springs + load + m g + Σ pushes of contacts
//   w = v + dt F/m,              0 on pinned axes
//   w ← w with friction          (contact.glsl)
//   v ← w 2^(−dt/h),             0 on pinned axes
//   x ← x + dt v,                with the old v in explicit Euler
// variants: FUSED 1 is for the pipeline fused, see mass_blocks.glsl; CONTACTS 0
// for a run without contacts, FRICTION 0 for one without friction, LOADS 0 for one
// without external forces, each leaves its terms out; EXPLICIT 1 is explicit Euler.
// OWN_STATE loads the state of a mass once (state.glsl), where regular springs are all that reads another mass;
// TILE then has the positions of a block of masses in shared memory (tile.glsl).
// PAIRS adds the pushes of masses that collide (pair_force.comp). PAIR_FRICTION leaves the
// mass where it is and writes w with the friction of contacts; pair-friction and pair-finish come behind it.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

#include "mass_blocks.glsl"
#include "state.glsl"
#include "evaluations.glsl"
#ifdef TILE
#include "tile.glsl"
#endif
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
#ifdef PAIR_FRICTION
STORAGE_PairVelocity(restrict);
#include "pair_velocity.glsl"

// wish keeps the velocity of mass i for the friction of pairs, which pair-finish ends the
// step with.
void wish(uint i, real3 w) {
	setPairVelocity(0u, i, w, real(0.0));
	setPairVelocity(1u, i, w, real(0.0));
}
#endif

void main() {
#ifdef TILE
	uint i = massIn(int(groupNumber()));
	loadTile(int(groupNumber()));
#else
	uint i = invocation();
#endif
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

#ifdef OWN_STATE
#ifdef TILE
	ownPosition = tile[inTile];
#else
	ownPosition = FETCH_POSITION(i);
#endif
	ownVelocity = FETCH_VELOCITY(i);
#endif
#include "euler_step.glsl"
}
