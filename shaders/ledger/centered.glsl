// The velocities that the ledger needs at a position: those that forces see, and
// those that are centered on the position. The state has one of the two; the passes that
// are called "center" write the other, with the power that friction takes [W] in w. In
// double, second words stand behind the first words of all masses, or of their range. A
// pass includes state.glsl before it includes this, and ledger.glsl when it reads.
//
// variants: CENTERED 0 takes the velocities of the state for both. 1 is for symplectic
// Euler, where the written velocities are centered. 2 is for Verlet, where forces see the
// written velocities. 3 is for RK4, where only the power counts. AHEAD 1 is for passes that
// write.
// MOVING 1 is for contacts that move: every precision has second words, and w of those is
// the power that surfaces give by friction [W].

#if AHEAD
STORAGE_Centered(restrict);
#if MOVING
real3 movable = real3(1.0); // 0 along pinned axes
real surfacePower = real(0.0);
#endif

uint centeredAt(uint i) { return i - FIRST; }

void setCentered(uint i, real3 v, real power) {
	centered[centeredAt(i)] = vec4(vec3(v), float(power));
#if PRECISION == DOUBLE
	centered[COUNT_OF(params.massCount) + centeredAt(i)] = vec4(vec3(v - real3(vec3(v))), 0.0);
#endif
#if MOVING
#if PRECISION == DOUBLE
	centered[COUNT_OF(params.massCount) + centeredAt(i)].w = float(surfacePower);
#else
	centered[COUNT_OF(params.massCount) + centeredAt(i)] = vec4(vec3(0.0), float(surfacePower));
#endif
#endif
}

#ifdef PAIR_FRICTION
// setGain keeps how much faster a step without friction makes a mass, for pair-finish. It
// stands behind the centered velocities of all masses, or of their range.
void setGain(uint i, real3 gain) {
#if PRECISION == DOUBLE || MOVING
	centered[2u * COUNT_OF(params.massCount) + centeredAt(i)] = vec4(vec3(gain), 0.0);
#else
	centered[COUNT_OF(params.massCount) + centeredAt(i)] = vec4(gain, 0.0);
#endif
}
#endif
#else

#if CENTERED
#ifdef GATHERS
#if TEXELS
layout(binding = TEXELS_CENTERED) uniform samplerBuffer centeredTexels;
#define OTHER(at) texelFetch(centeredTexels, int(at))
#endif
#endif
#ifndef OTHER
STORAGE_Centered(readonly);
#define OTHER(at) centered[at]
#endif

#include "others.glsl"

// begins says that no step has led to this state, so that nothing was written in one.
bool begins() { return ledger[4u * TERM_KINETIC + 3u].hi == 0.0; }
#endif

// centeredOf is the centered velocity of a mass [m/s].
real3 centeredOf(uint i) {
#if CENTERED == 1
	return otherOf(i);
#else
	return velocityOf(i);
#endif
}

// seenOf is the velocity that the forces on mass i have seen, or will [m/s].
real3 seenOf(uint i) {
#if CENTERED == 2
	if (!begins()) {
		return otherOf(i);
	}
#endif
	return velocityOf(i);
}
#endif
