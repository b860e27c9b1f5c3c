#version 430 core
// Pass list-old: look whether lists of pairs are too old. The motion of a mass counts
// against that of one mass of its body, or of all bodies where those collide, so that a
// common motion ages no list. A pair of a list comes nearer by both motions at most, and
// must not by more than the skin.
//
// reads:  position, built, ball, touches
// writes: pairStatus
// formula: m = |x − x_built − (x − x_built) of the reference|; old where m > skin/4,
// which leaves room until the next look; late where m > skin/2
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Collision;
#include "whereabouts.glsl"
STORAGE_Built(readonly);
STORAGE_PairStatus(restrict);
STORAGE_Ball(readonly);
STORAGE_Touches(readonly);

const uint UNMADE = 2u; // of pairStatus.old: there are no lists yet

vec3 wayOf(uint p) { return placeOfMass(ball[p].mass) - built[p].xyz; }

void main() {
	uint p = invocation();
	if (p >= collision.count) {
		return;
	}
	if (touches[p].entry > 0u) {
		atomicMax(pairStatus[0].touches, touches[p].entry);
	}
	if (pairStatus[0].old == UNMADE) {
		return;
	}
	float moved = length(wayOf(p) - wayOf(collision.others != 0u ? 0u : ball[p].reference));
	if (moved > 0.25 * collision.skin) {
		atomicOr(pairStatus[0].old, 1u);
	}
	if (moved > 0.5 * collision.skin) {
		atomicMax(pairStatus[0].late, uint(min(1000.0 * moved / collision.skin, 4e9)));
	}
}
