#version 430 core
// Pass motion: how much the masses move, a record per work group.
//
// reads:  position (inverse mass), velocity
// writes: motionPart
// formula: Σ ½ m v², and the largest m |v| with the lowest-numbered mass that
// has it. A mass that is pinned on all axes does not count.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_MotionPart(writeonly);
#include "state.glsl"

const uint NOBODY = 0xffffffffu;

shared float kinetic[WORKGROUP];
shared float impulse[WORKGROUP];
shared uint mass[WORKGROUP];

void main() {
	uint i = invocation();
	uint local = gl_LocalInvocationID.x;
	kinetic[local] = 0.0;
	impulse[local] = 0.0;
	mass[local] = NOBODY;
	if (i < END_OF(params.massCount) && inverseMassOf(i) != 0.0) {
		real3 v = velocityOf(i);
		real speed = length(v);
		kinetic[local] = float(0.5 * speed * speed / inverseMassOf(i));
		impulse[local] = float(speed / inverseMassOf(i));
		mass[local] = speed > 0.0 ? i : NOBODY;
	}

	// Halves are folded onto each other, so that the order of the sum is fixed.
	for (uint reach = WORKGROUP / 2u; reach > 0u; reach /= 2u) {
		memoryBarrierShared();
		barrier();
		if (local < reach) {
			uint other = local + reach;
			kinetic[local] += kinetic[other];
			if (impulse[other] > impulse[local] || (impulse[other] == impulse[local] && mass[other] < mass[local])) {
				impulse[local] = impulse[other];
				mass[local] = mass[other];
			}
		}
	}
	// The first group past the last mass has nothing to say.
	if (local == 0u && i < END_OF(params.massCount)) {
		motionPart[GROUPS_BEFORE + groupNumber()] = MotionPart(kinetic[0], impulse[0], mass[0]);
	}
}
