#version 430 core
// Pass persistent: some steps of a box of a lattice in one dispatch. All work groups run at once, keep their velocities, and wait
// for each other after each step. OpenGL promises neither that they run at once nor that one gets on while another waits: so a
// group waits a bounded time and then says that the dispatch failed. The host goes back to the state before it.
//
// reads:  position, velocity, table, status, arrivals
// writes: position, nextPosition in turn, velocity (each mass its own), status, arrivals
// formula: that of the pass integrate, whose code this is
// variants: as integrate.comp has them with TILE; without loads, dampers, and contacts that move
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
#define PERSISTENT

UNIFORM_Params;
UNIFORM_Palette;
UNIFORM_Batch;
STORAGE_Position(coherent volatile);
STORAGE_NextPosition(coherent volatile);
STORAGE_Velocity(restrict);
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Table(readonly);
#endif
STORAGE_Status(restrict);
STORAGE_Arrivals(coherent volatile);

bool inNext; // whether nextPosition holds the positions at the begin of a step

vec4 fetchPosition(int mass) {
	if (inNext) {
		return nextPosition[mass];
	}
	return position[mass];
}

void putPosition(uint mass, vec4 x) {
	if (inNext) {
		position[mass] = x;
	} else {
		nextPosition[mass] = x;
	}
}
#include "state.glsl"
#include "evaluations.glsl"
#include "tile.glsl"
#include "springs.glsl"
#include "spring_law.glsl"
#include "fused_springs.glsl"
#if CONTACTS
#include "contact.glsl"
#endif
#include "mass_force.glsl"

void advance(uint i) {
#include "euler_step.glsl"
}

// How often a group looks whether all have come: some 0.1 s.
const uint MOST_LOOKS = 1u << 18;
shared bool met;

// meet waits for all work groups, and says whether they came; target is how often groups have come to meetings by then.
bool meet(uint target) {
	memoryBarrierBuffer();
	memoryBarrierShared();
	barrier();
	if (gl_LocalInvocationID.x == 0u) {
		atomicAdd(arrivals[0].arrived, 1u);
		bool all = false;
		for (uint looks = 0u; looks < MOST_LOOKS && !all && arrivals[0].failed == 0u; looks++) {
			all = atomicAdd(arrivals[0].arrived, 0u) >= target;
		}
		met = all;
		if (!met) {
			arrivals[0].failed = 1u;
		}
	}
	memoryBarrierShared();
	barrier();
	memoryBarrierBuffer();
	return met;
}

void main() {
	int block = int(groupNumber());
	uint i = massIn(block), groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
	bool mine = i < params.massCount;
	evaluated = palette.parity == 0u ? status[0].springForcePasses : status[0].oddPasses;
	inNext = false;
	if (mine) {
		ownVelocity = velocity[i];
	}
	for (uint step = 1u; step <= batch.steps; step++) {
		loadTile(block);
		ownPosition = tile[inTile];
		if (mine) {
			advance(i);
		}
		if (!meet(step * groups)) {
			return;
		}
		inNext = !inNext;
		evaluated++;
	}
	if (mine) {
		velocity[i] = ownVelocity;
	}
	if (block == 0 && gl_LocalInvocationID.x == 0u) {
		status[0].integratePasses += batch.steps;
		evaluated -= 1u;
		countEvaluation(); // of the last step
	}
}
