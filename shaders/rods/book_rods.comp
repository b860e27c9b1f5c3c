#version 430 core
// Pass book-rods: what dampers of rods take in a substep, by the rates in which it ends, before masses
// move, and the work of what holds ends and segments: they move in one way throughout, so all that a
// link has pushed is booked at once. It is there in runs with a ledger.
//
// reads:  position, velocity, turning, segment, rodLink, rodSoft
// writes: works
// formula, of rod_links.glsl: damping += h τ/(h² + h τ) |S u|², held += J·(vA − vB) and
// (d × J)·ω of what is held, joints J·(ωA − ωB), with J = axes S z
#include "layout.glsl"
#include "index.glsl"
#define NEEDS_TWO_WORDS
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Turning(readonly);
STORAGE_Segment(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(readonly);
STORAGE_Work(restrict);
#include "state.glsl"
#define ANSWERS
#include "turning.glsl"
#include "rod_links.glsl"
#define WORK_ROW sweep.ends
#include "works.glsl"

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	uint a = rodOf(k).a;
	uint b = rodOf(k).b;
	wide delay = delayOf(k);
	wide3 impulse = impulseOf(k, softOf(k, ROD_DONE));
	wide3 rate;
	wide done;
	if (k < sweep.first) {
		uint s = rodOf(k).segment;
		wide3 vA = wide3(velocityOf(a));
		wide3 vB = wide3(velocityOf(b));
		wide3 arm = softOf(k, ROD_ARM);
		rate = vB - vA - cross(spinOf(s), arm);
		done = (isFree(a) ? wide(0.0) : dot(impulse, vA)) - (isFree(b) ? wide(0.0) : dot(impulse, vB));
		if (isHeld(s)) {
			done += dot(cross(arm, impulse), spinOf(s));
		}
	} else {
		rate = spinOf(b) - spinOf(a);
		done = (isHeld(a) ? dot(impulse, spinOf(a)) : wide(0.0)) - (isHeld(b) ? dot(impulse, spinOf(b)) : wide(0.0));
	}
	book(WORK_CONSTRAINTS, k, real(done));
	wide3 u = softOf(k, ROD_SCALE) * (rate * columnsOf(k, ROD_AXES));
	book(WORK_CONTACT_DAMPING, k, real(delay / (WIDE_DT + delay) * dot(u, u))); // there are no contacts among links
}
