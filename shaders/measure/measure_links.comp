#version 430 core
// Pass measure-links: the force of each rigid link in the last substep, for people. It replaces the value
// that pass measure has written.
//
// reads:  linkAt, impulse
// writes: strain (of rigid springs)
// formula: −λ/dt [N], positive pulls the ends together
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_LinkAt(readonly);
STORAGE_Impulse(readonly);
STORAGE_Strain(writeonly);

void main() {
	uint k = invocation();
	if (k < sweep.count) {
		strain[linkAt[k].y].value = 0.0 - impulse[linkAt[k].x].value / params.dt;
	}
}
