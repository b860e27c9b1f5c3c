#version 430 core
// Pass stage: the end of a stage of RK4, after the spring forces. It gathers the forces on each mass and
// moves it on to the next stage, or to the end of the step.
//
// reads:  force, incidence, contact, status.springForcePasses
// writes: position, velocity, stage (each mass its own), status
// formula, with a = (Σ springs + Σ pushes of contacts)/m + g − (ln 2/h) v, 0 on
// pinned axes, and b = 1/6, 1/3, 1/3, 1/6:
//   first stage:  x0, v0 = x, v;  sums = 0
//   every stage:  Σv += b v;  Σa += b a
//   next state:   x = x0 + c v,  v = v0 + c a,  c = dt/2, dt/2, dt
//   last stage:   x = x0 + dt Σv,  v = v0 + dt Σa, with friction (acceleration.glsl)
// variants: FUSED 1 is for the pipeline fused, see mass_blocks.glsl; STAGE 1, 2, 3 or 4 is the number of the stage; CONTACTS and FRICTION,
// see integrate.comp.
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

// Registers of a mass.
const uint START_POSITION = 0u; // x0
const uint START_VELOCITY = 1u; // v0
const uint VELOCITY_SUM = 2u; // Σv
const uint ACCELERATION_SUM = 3u; // Σa

void main() {
	uint i = invocation();
	if (i > END_OF(params.massCount)) {
		return;
	}
	// One invocation past the last mass proves that the grid reached the end, in each range.
	if (i == END_OF(params.massCount)) {
		if (endsPass()) {
#if STAGE == 4
			status[0].integratePasses += 1u;
#endif
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
#if STAGE == 1
	Place from = placeOf(i);
	real3 v0 = v;
	real3 velocities = v / 6.0;
	real3 accelerations = a / 6.0;
	setStagePlace(START_POSITION, i, from);
	setStage(START_VELOCITY, i, v0);
#else
	const real divisor = STAGE == 4 ? real(6.0) : real(3.0);
	Place from = stagePlaceOf(START_POSITION, i);
	real3 v0 = stageOf(START_VELOCITY, i);
	real3 velocities = stageOf(VELOCITY_SUM, i) + v / divisor;
	real3 accelerations = stageOf(ACCELERATION_SUM, i) + a / divisor;
#endif
	setStage(VELOCITY_SUM, i, velocities);
	setStage(ACCELERATION_SUM, i, accelerations);
#if STAGE == 4
	finishFriction(i, from, DT * velocities, v0 + DT * accelerations);
#else
	real ahead = STAGE == 3 ? DT : 0.5 * DT;
	displace(i, from, ahead * v);
	setVelocity(i, v0 + ahead * a);
#endif
}
