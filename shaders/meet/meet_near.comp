#version 430 core
// Pass meet-near: where triangles are closest to the masses that are near them. The pass meet then knows which of
// several triangles a mass touches, from the same numbers in all invocations.
//
// reads:  position, meetPair
// writes: meetNear
// formula: onTriangle of meet_laws.glsl
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
#include "gathered.glsl"
STORAGE_MeetPair(readonly);
STORAGE_MeetNear(restrict);
#include "state.glsl"
#include "meet.glsl"

void main() {
	uint p = invocation();
	if (p >= meetPair[0].a) {
		return;
	}
	MeetPair of = meetPair[1u + p];
	if (of.triangle == NO_TRIANGLE) {
		return;
	}
	vec3 a = way(of.a, of.b);
	vec3 b = way(of.a, of.c);
	vec3 c = way(of.a, of.d);
	vec3 share = onTriangle(vec3(0.0), a, b, c);
	float distance = length(share.x * a + share.y * b + share.z * c);
	meetNear[p].shareA = share.x;
	meetNear[p].shareB = share.y;
	meetNear[p].shareC = share.z;
	meetNear[p].distance = distance < of.reach ? distance : -1.0;
}
