#version 430 core
// Pass begin-rods: what drag leaves of spins, or the spins that take segments where clamps hold
// them, and all constraints of rods as they are at the start of a substep.
//
// reads:  position, velocity (pins), segment, rodLink, signals
// writes: turning, rodSoft
// formula: rod_links.glsl; ω ← ω 2^(−dt/h) with h the drag half-life; held: ω ← vector of q(end) q̄ / dt
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

UNIFORM_Params;
UNIFORM_Sweep;
#if CLAMPS
UNIFORM_Signals;
#endif
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Turning(restrict);
STORAGE_Segment(readonly);
STORAGE_RodLink(readonly);
STORAGE_RodSoft(restrict);
#include "state.glsl"
#include "pins.glsl"
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"
#if CLAMPS
#include "signals.glsl"
#endif

vec4 startOf(uint k) { return vec4(segment[k].x, segment[k].y, segment[k].z, segment[k].w); }

vec3 restOf(uint k) { return vec3(rodLink[k].restX, rodLink[k].restY, rodLink[k].restZ); }

// beginSpin gives segment k its spin of before the sweeps.
void beginSpin(uint k) {
#if CLAMPS
	if (segment[k].held != 0u) {
		uint slot = uint(CLAMP_SIGNAL) + 4u * (segment[k].held - 1u);
		vec4 target = timesOf(vec4(signalsFrom(slot), signalOf(slot + 3u)), startOf(k));
		TARGET(k) = target;
		SPIN(k) = vectorOf(timesOf(target, conjugateOf(ORIENTATION(k)))) / DT;
		return;
	}
#endif
	SPIN(k) *= DRAG_FACTOR;
}

// put forms S, the pull and M⁻¹ of a constraint, from its axes, C and W.
void put(uint k, mat3 axes, vec3 off, mat3 weight, vec3 arm) {
	float alpha = DT * (DT + rodLink[k].delay);
	vec3 scale = sqrt(alpha * vec3(rodLink[k].stiffX, rodLink[k].stiffY, rodLink[k].stiffZ));
	mat3 m = mat3(1.0);
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++) {
			m[i][j] += scale[i] * scale[j] * 0.5 * (weight[i][j] + weight[j][i]);
		}
	}
	vec3 a = cross(m[1], m[2]); // m is symmetric, and its eigenvalues are at least 1
	vec3 b = cross(m[2], m[0]);
	vec3 c = cross(m[0], m[1]);
	float by = 1.0 / dot(m[0], a);
	mat3 inverse = by * mat3(a, b, c);
	for (uint i = 0u; i < 3u; i++) {
		setSoft(k, ROD_AXES + i, axes[i]);
		setSoft(k, ROD_INVERSE + i, inverse[i]);
		setSoft(k, ROD_WEIGHT + i, weight[i]);
	}
	setSoft(k, ROD_SCALE, scale);
	setSoft(k, ROD_PULL, DT / alpha * scale * off);
	setSoft(k, ROD_DONE, vec3(0.0));
	setSoft(k, ROD_ARM, arm);
}

// inverseMass is w of a mass along each axis [1/kg].
vec3 inverseMass(uint i) { return unpinned(vec3(inverseMassOf(i)), pinOf(i)); }

// beginSegment finds the constraint between a segment and its masses.
void beginSegment(uint k) {
	uint s = rodLink[k].segment;
	mat3 axes = axesOf(ORIENTATION(s));
	vec3 arm = positionOf(rodLink[k].b) - positionOf(rodLink[k].a);
	vec3 w = inverseMass(rodLink[k].a) + inverseMass(rodLink[k].b);
	mat3 weight;
	for (int j = 0; j < 3; j++) { // what a unit impulse along an axis does
		vec3 turned = answerOf(s, axes[2], cross(arm, axes[j]));
		weight[j] = (w * axes[j] - cross(arm, turned)) * axes;
	}
	put(k, axes, arm * axes - restOf(k), weight, arm);
}

// beginJoint finds the constraint between two segments.
void beginJoint(uint k) {
	uint from = rodLink[k].a;
	uint to = rodLink[k].b;
	vec4 p = timesOf(conjugateOf(ORIENTATION(from)), ORIENTATION(to));
	p = p.w < 0.0 ? -p : p;
	mat3 r = axesOf(ORIENTATION(from));
	mat3 a = p.w * mat3(1.0) + mat3(vec3(0.0, p.z, -p.y), vec3(-p.z, 0.0, p.x), vec3(p.y, -p.x, 0.0)); // Aᵀ
	mat3 axes = r * a;
	vec3 before = r[2];
	vec3 after = tangentOf(to);
	mat3 weight;
	for (int j = 0; j < 3; j++) {
		weight[j] = (answerOf(from, before, axes[j]) + answerOf(to, after, axes[j])) * axes;
	}
	put(k, axes, 2.0 * p.xyz - restOf(k), weight, vec3(0.0));
}

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
	if (k >= sweep.first) {
		beginJoint(k);
		return;
	}
	beginSpin(rodLink[k].segment);
	beginSegment(k);
}
