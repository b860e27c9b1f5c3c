#version 430 core
// Pass spring-ledger: what springs hold and lose, and the work of actuators and of
// what moves pinned ends.
//
// reads:  position, velocity, centered, ends, spring, material, signals, signalsBefore
// writes: ledger (sums of the work groups)
// formula, with the rates r = (vB − vA)·n of centered velocities and r' of those that
// forces see (centered.glsl):
//   elastic   E(L − L0) = ½ k (L − L0)²,  0 in a slack cable
//   damping   c r' r,  of a cable max(c r', −k (L − L0)) r, 0 where it is slack
//   constraints f n·vB, −f n·vA, of ends that are pinned on all axes; f is the force
//   actuators ½ (E(L − L0) − E(L − L0') + E(L' − L0) − E(L' − L0')), where L0' is that of
//             a step before and L' = L − dt r'', r'' of the velocities of the state
// variants: LEDGER 0 sums the elastic energy alone. PATHS 1 is for runs that move
// pinned ends. TENSION, DAMPING as in
// spring-force; COEFFICIENTS, ACTUATORS: springs.glsl.
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
#if ACTUATORS
UNIFORM_Signals;
UNIFORM_SignalsBefore;
#define READS_SIGNALS_BEFORE
#endif
#include "gathered.glsl"
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_Ledger(restrict);
#include "state.glsl"
#include "springs.glsl"
#include "spring_law.glsl"
#define TERMS 4
#include "ledger.glsl"
#include "centered.glsl"

#if LEDGER && ACTUATORS
#include "grown.glsl"
#endif

void main() {
	// elastic, damping, actuators, constraints
	Two sum[TERMS] = Two[TERMS](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0));
	uint stride = gl_NumWorkGroups.x * WORKGROUP;
	for (uint s = invocation(); s < END_OF(params.springCount); s += stride) {
		if (materialOf(s) == 0u) {
			continue;
		}
		uvec2 e = ends[s - FIRST];
		Law law = lawOf(s);
		Reach r = reachOf(placeOf(e.x), placeOf(e.y), law);
		real held = stored(law, r.stretch);
		sum[0] = with(sum[0], held);
#if LEDGER && ACTUATORS
		real longer = grown(s);
		real way = r.distance < SHORTEST ? real(0.0) : DT * dot(velocityOf(e.y) - velocityOf(e.x), r.way) / r.distance;
		sum[2] = with(sum[2], law.tensionOnly ? real(0.5) * (held - stored(law, r.stretch + longer) + stored(law, r.stretch - way) - stored(law, r.stretch - way + longer))
		                                      : -law.stiffness * longer * (r.stretch + real(0.5) * (longer - way)));
#endif
#if LEDGER && (DAMPING || PATHS)
		bool slack = law.tensionOnly && r.stretch <= real(0.0);
		if (slack || r.distance < SHORTEST) {
			continue; // no force
		}
		real3 n = r.way / r.distance;
		real damper = real(0.0);
#if DAMPING
		if (isFree(e.x) || isFree(e.y)) {
			damper = law.damping * dot(seenOf(e.y) - seenOf(e.x), n);
#if TENSION
			if (law.tensionOnly) {
				damper = max(damper, -law.stiffness * r.stretch); // the whole force is at least 0
			}
#endif
			sum[1] = with(sum[1], damper * dot(centeredOf(e.y) - centeredOf(e.x), n));
		}
#endif
#if PATHS
		real3 parting = real3(0.0); // of the ends that are moved
		if (!isFree(e.x)) {
			parting -= velocityOf(e.x);
		}
		if (!isFree(e.y)) {
			parting += velocityOf(e.y);
		}
		sum[3] = with(sum[3], (law.stiffness * r.stretch + damper) * dot(n, parting));
#endif
#endif
	}
	gather(sum);
	if (gl_LocalInvocationID.x == 0u) {
		uint group = GROUPS_BEFORE + gl_WorkGroupID.x;
		write(groupSum(TERM_ELASTIC, group), gathered(0u));
		write(groupSum(TERM_DAMPING, group), gathered(1u));
		write(groupSum(TERM_ACTUATED, group), gathered(2u));
		write(groupSum(TERM_CONSTRAINTS, group), gathered(3u));
	}
}
