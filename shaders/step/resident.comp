#version 430 core
// Pass resident: some steps of a small model of the pipeline fused in one dispatch. One work
// group has all masses, and keeps their state in shared memory from the first step to the last.
//
// reads:  position, velocity, table, load, incidence (of loads), triangle, airIncidence (of
//   triangles), guided, signalRows, status
// writes: position, velocity, status, caught
// formula: that of the passes wind, load, integrate, catch and guide, whose code this is. A step begins
// when all masses have ended the one before, so that results are those of the passes, bit for bit.
// variants: as integrate.comp has them, for the Euler methods, and without PAIRS; HELD is the
// number of masses; SIGNALS 1 where something changes with time, and then a row of signals has
// ROW_VECTORS vectors and begins ROW_STRIDE vectors behind the one before; MASS_LOADS 1 where
// loads act other than wind; GUIDES 1 where guides hold masses; CATCHES where contacts catch masses. HELD_TABLE: held_table.glsl. LANES: lanes.glsl.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
#define RESIDENT

UNIFORM_Params;
UNIFORM_Palette;
UNIFORM_Batch;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Status(restrict);
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Table(readonly);
#endif

// The state, with second words behind the first words of all masses.
#if PRECISION == SINGLE
const uint POSITION_WORDS = 1u;
#else
const uint POSITION_WORDS = 2u;
#endif
#if PRECISION == DOUBLE
const uint VELOCITY_WORDS = 2u;
#else
const uint VELOCITY_WORDS = 1u;
#endif
shared vec4 heldPosition[POSITION_WORDS * HELD];
shared vec4 heldVelocity[VELOCITY_WORDS * HELD];
#define POSITION(at) heldPosition[at]
#define VELOCITY(at) heldVelocity[at]

#ifdef LANES
#define MOVERS (WORKGROUP / LANES)
#else
#define MOVERS WORKGROUP
#endif
// An invocation, of the first MOVERS, moves every MOVERS-th mass. It keeps their next state until all masses have
// been read; own is the number of the mass among its own.
const uint EACH = (HELD + MOVERS - 1u) / MOVERS;
vec4 nextPosition[POSITION_WORDS * EACH];
vec4 nextVelocity[VELOCITY_WORDS * EACH];
uint own;

// ownMass is that mass, or HELD and above for an invocation without one.
uint ownMass() { return gl_LocalInvocationID.x < MOVERS ? own * MOVERS + gl_LocalInvocationID.x : HELD; }
#include "state.glsl"
#include "evaluations.glsl"

#if SIGNALS
// The signals at the time of the step, from those of all steps of the dispatch.
UNIFORM_SignalRows;
shared struct {
	vec4 signal[ROW_VECTORS];
} signals;

#ifdef KEEPS_SIGNALS
shared struct {
	vec4 signal[ROW_VECTORS];
} signalsBefore; // those of the step before
#endif

void readSignals(uint row) {
	for (uint k = gl_LocalInvocationID.x; k < ROW_VECTORS; k += WORKGROUP) {
#ifdef KEEPS_SIGNALS
		signalsBefore.signal[k] = signals.signal[k];
#endif
		signals.signal[k] = signalRows.signal[row * ROW_STRIDE + k];
	}
}
#include "signals.glsl"
#endif

#ifdef HELD_TABLE
#include "held_table.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "fused_springs.glsl"

#if LOADS
// kept is a force as it would be kept from one pass to the next.
real3 kept(real3 f) {
#if PRECISION == DOUBLE
	vec3 high = vec3(f);
	return real3(high) + real3(vec3(f - real3(high)));
#else
	return f;
#endif
}

#if WIND
STORAGE_ResidentTriangle(readonly);
STORAGE_AirIncidence(readonly);
#define Triangle ResidentTriangle
#include "wind_law.glsl"
#undef Triangle

// windOn is the force of the air on mass i [N].
vec3 windOn(uint i) {
	vec3 sum = vec3(0.0);
#define incidence airIncidence
#include "wind_sum.glsl"
#undef incidence
	return sum;
}
#endif

#if MASS_LOADS
STORAGE_Load(readonly);
STORAGE_Incidence(readonly);
#include "load_law.glsl"
#endif

// externalOn is the external force on mass i [N].
real3 externalOn(uint i) {
	real3 sum = real3(0.0);
#if WIND
	sum = windOn(i);
#endif
#if MASS_LOADS
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
#include "load_sum.glsl"
	sum = kept(sum);
#endif
	return sum;
}
#endif

#if CONTACTS
#include "contact.glsl"
#endif
#include "mass_force.glsl"

void advance(uint i) {
#include "euler_step.glsl"
}

#ifdef CATCHES
#if WIND
STORAGE_ResidentCaught(restrict);
#else
STORAGE_Caught(restrict);
#endif
uint stepsDone; // with this one
#define STEPS_DONE stepsDone
#include "catch_mass.glsl"

// The positions of masses before the step, in all their words.
vec4 beforePosition[POSITION_WORDS * EACH];

void noteBefore(uint i) {
	beforePosition[own] = heldPosition[i];
#if PRECISION != SINGLE
	beforePosition[EACH + own] = heldPosition[HELD + i];
#endif
}

// catchOwn catches mass i, whose position and velocity after the step are in its next state, too.
void catchOwn(uint i) {
	real3 from = TWO_WORDS3(beforePosition[own].xyz, beforePosition[EACH + own].xyz);
	real3 way = positionOf(i) - from;
#if PRECISION == COMPENSATED
	way += POSITION(secondWordAt(i)).xyz - beforePosition[EACH + own].xyz;
#endif
	catchMass(i, from, way);
}
#endif

#if GUIDES
STORAGE_ResidentGuided(readonly);
#define Guided ResidentGuided
#define PLANE GUIDED_PLANE // contacts have a plane, too
#include "guide_law.glsl"

void hold(uint k) {
#include "guide_mass.glsl"
}
#undef PLANE
#undef Guided
#endif

// put makes the next state of mass i its state.
void put(uint i) {
	heldPosition[i] = nextPosition[own];
	heldVelocity[i] = nextVelocity[own];
#if PRECISION != SINGLE
	heldPosition[HELD + i] = nextPosition[EACH + own];
#endif
#if PRECISION == DOUBLE
	heldVelocity[HELD + i] = nextVelocity[EACH + own];
#endif
}

// meet waits for the whole work group, which then sees the writes of each invocation.
void meet() {
#ifdef CATCHES
	memoryBarrierBuffer(); // of counters of the previous steps
#endif
	memoryBarrierShared();
	barrier();
}

void main() {
	uint lane = gl_LocalInvocationID.x;
#ifdef HELD_TABLE
	holdTable();
	meet();
#endif
	evaluated = palette.parity == 0u ? status[0].springForcePasses : status[0].oddPasses;
	for (uint k = lane; k < POSITION_WORDS * HELD; k += WORKGROUP) {
		heldPosition[k] = position[k];
	}
	for (uint k = lane; k < VELOCITY_WORDS * HELD; k += WORKGROUP) {
		heldVelocity[k] = velocity[k];
	}
#if SIGNALS
	readSignals(0u);
#endif
#ifdef CATCHES
	uint stepsBefore = status[0].integratePasses;
#endif
	meet();
	for (uint step = 0u; step < batch.steps; step++) {
		for (own = 0u; own < EACH; own++) {
#ifdef LANES
			if (own > 0u) {
				meet(); // the forces of the masses before have been read
			}
			shareOut(own * MOVERS + lane % MOVERS, lane / MOVERS, lane % MOVERS);
			meet(); // who moves a mass reads the forces of all lanes
#endif
			uint i = ownMass();
			if (i < HELD) {
				advance(i);
			}
		}
		meet(); // all masses have been read
		for (own = 0u; own < EACH; own++) {
			uint i = ownMass();
			if (i < HELD) {
#ifdef CATCHES
				noteBefore(i);
#endif
				put(i);
			}
		}
#if SIGNALS
		readSignals(step + 1u);
#endif
		meet();
#ifdef CATCHES
		stepsDone = stepsBefore + step + 1u;
		for (own = 0u; own < EACH; own++) {
			uint i = ownMass();
			if (i < HELD && isFree(i)) {
				catchOwn(i);
				put(i);
			}
		}
		meet();
#endif
#if GUIDES
		own = 0u;
		for (uint k = lane; k < params.guidedCount; k += WORKGROUP) {
			hold(k);
			put(guided[k].mass);
		}
		meet();
#endif
		evaluated++;
	}
	for (uint k = lane; k < POSITION_WORDS * HELD; k += WORKGROUP) {
		position[k] = heldPosition[k];
	}
	for (uint k = lane; k < VELOCITY_WORDS * HELD; k += WORKGROUP) {
		velocity[k] = heldVelocity[k];
	}
	if (lane == 0u) {
		status[0].integratePasses += batch.steps;
		evaluated -= 1u;
		countEvaluation(); // of the last step
	}
}
