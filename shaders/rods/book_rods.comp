#version 430 core
// Pass book-rods: what dampers of rods take in a substep, by the rates in which it ends, before masses
// move. It is there in runs with a ledger.
//
// reads:  position, velocity, turning, rodLink, rodSoft
// writes: works
// formula, of rod_links.glsl: damping += h τ/(h² + h τ) |S u|²
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Turning(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(readonly);
STORAGE_Work(restrict);
#include "state.glsl"
#include "turning.glsl"
#include "rod_links.glsl"
#define WORK_ROW sweep.ends
#include "works.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	wide delay = delayOf(k);
	wide3 rate;
	if (k < sweep.first) {
		rate = wide3(velocityOf(rodOf(k).b)) - wide3(velocityOf(rodOf(k).a)) - cross(spinOf(rodOf(k).segment), softOf(k, ROD_ARM));
	} else {
		rate = spinOf(rodOf(k).b) - spinOf(rodOf(k).a);
	}
	wide3 u = softOf(k, ROD_SCALE) * (rate * columnsOf(k, ROD_AXES));
	book(WORK_CONTACT_DAMPING, k, real(delay / (WIDE_DT + delay) * dot(u, u))); // there are no contacts among links
}
