#version 430 core
// Pass pair-force: the pushes of the masses around each mass that takes part, and their number. Its forces
// lie behind the external ones; other masses have no entry.
//
// reads:  position, velocity, ball, bodySurface, listed
// writes: pairPush, touches
// formula: F = Σ F_N n over the list, in ascending order (pair.glsl); touches = pairs with
// F_N > 0
// variant: KEPT is there with the solver impulses. Then only soft pairs push, kc ≤ m_r/(4 h²); a
// soft pair keeps h F_N for its friction, any other one begins with 0.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Collision;
#include "gathered.glsl"
STORAGE_BodySurface(readonly);
STORAGE_PairList(readonly);
STORAGE_Ball(readonly);
STORAGE_PairPush(writeonly);
STORAGE_Touches(writeonly);
#include "state.glsl"
#include "pair.glsl"
#ifdef KEPT
STORAGE_PairKept(restrict);
#define WRITES_KEPT
#include "kept.glsl"
#endif
#define WRITES_PUSHES
#include "push.glsl"

void main() {
	uint p = taking();
	if (p >= TAKING_END) {
		return;
	}
	uint i = ball[p].mass;
	vec3 v = velocityOf(i);
	vec3 sum = vec3(0.0);
	uint count = 0u;
	uint end = min(listed[p + 1u].entry, collision.capacity);
	for (uint k = listed[p].entry; k < end; k++) {
		uint q = listed[entryAt(k)].entry;
		Pair t = pairOf(p, q, v - velocityOf(ball[q].mass));
#ifdef KEPT
		bool soft = isSoft(t);
		keep(k, soft ? DT * t.push : 0.0);
#endif
		if (t.push > 0.0) {
#ifdef KEPT
			sum += soft ? t.push * t.normal : vec3(0.0);
#else
			sum += t.push * t.normal;
#endif
			count++;
		}
	}
	touches[p].entry = count;
	pairPush[pushAt(i)] = PairPush(sum.x, sum.y, sum.z);
}
