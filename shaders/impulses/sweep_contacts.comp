#version 430 core
// Pass contact: visit the contacts of each mass, in their order, after the springs of a sweep.
//
// reads:  position, contact, signals
// writes: velocity, pressed (each mass its own)
// formula, with depth δ (negative outside), normal n and velocity v_s of the surface at the
// start of the substep, w = n·w n of the mass, and a = h² kc + h bc, bc only where δ > 0:
//   Δ = (h kc δ − a (v − v_s)·n − λc)/(1 + a w),  λc ← max(0, λc + Δ),  v ← v + w Δλc n
//   τ = λt − m (v − v_s)_t;  |τ| > μs λc: τ ← μk λc τ/|τ|;  v ← v + w (τ − λt),  λt ← τ
// λc and λt are sums over the sweeps of a substep, 0 before the first.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE

UNIFORM_Params;
UNIFORM_Sweep;
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Contact(readonly);
STORAGE_Pressed(restrict);
#include "state.glsl"
#include "pins.glsl"
#include "contact.glsl"
#include "pressed.glsl"

void main() {
	uint i = invocation();
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	vec3 x = positionOf(i);
	vec3 v = velocityOf(i);
	uint pin = pinOf(i) & 7u;
	float perMass = inverseMassOf(i);
#if NORMALIZED
	face(i);
	uint sharers = sharersOf(x);
	if (sharers == 0u) {
		return;
	}
#endif
	for (uint k = 0u; k < params.contactCount; k++) {
		Solid c = contactOf(k);
#if NORMALIZED
		c = sharedBy(c, sharers);
#endif
		Touch t = touching(c, x);
		vec3 free = unpinned(t.normal, pin);
		float w = pin == 0u ? perMass : perMass * dot(free, free);
		if (w == 0.0) {
			continue;
		}
		float pressedBefore = 0.0;
		vec3 frictionBefore = vec3(0.0);
		if (sweep.begins == 0u) {
			pressedBefore = pressedOf(pressedAt(i, k));
			frictionBefore = frictionOf(pressedAt(i, k));
		}
#if MOVING
		vec3 surface = c.surface;
#else
		vec3 surface = vec3(0.0);
#endif
		float a = DT * DT * c.stiffness + (t.depth > 0.0 ? DT * c.damping : 0.0);
		float change = (DT * c.stiffness * t.depth - a * dot(v - surface, t.normal) - pressedBefore) / (1.0 + a * w);
		float normal = max(0.0, pressedBefore + change);
		v += unpinned((normal - pressedBefore) * perMass * t.normal, pin);
		vec3 friction = frictionBefore;
		if (c.staticFriction != 0.0 && (normal != 0.0 || friction != vec3(0.0))) {
			vec3 slip = v - surface;
			slip -= dot(slip, t.normal) * t.normal;
			friction = frictionBefore - slip / perMass;
			float size = length(friction);
			if (size > c.staticFriction * normal) {
				friction *= c.kineticFriction * normal / size;
			}
			v += unpinned((friction - frictionBefore) * perMass, pin);
		}
		if (sweep.keeps != 0u) {
			pressed[pressedAt(i, k)] = vec4(friction, normal);
		}
	}
	setVelocity(i, v);
}
