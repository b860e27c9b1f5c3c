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

void setPressed(uint at, real3 rubbed, real normal) {
	pressed[at] = vec4(rubbed, normal);
#if PRECISION == DOUBLE
	pressed[params.contactCount * params.massCount + at] = vec4(rubbed - real3(vec3(rubbed)), normal - real(float(normal)));
#endif
}

void main() {
	uint i = invocation();
	if (i >= params.massCount || !isFree(i)) {
		return;
	}
	real3 x = positionOf(i);
	real3 v = velocityOf(i);
	uint pin = pinOf(i) & 7u;
	real perMass = inverseMassOf(i);
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
		real3 free = unpinned(t.normal, pin);
		real w = pin == 0u ? perMass : perMass * dot(free, free);
		if (w == real(0.0)) {
			continue;
		}
		real pressedBefore = real(0.0);
		real3 rubbedBefore = real3(0.0);
		if (sweep.begins == 0u) {
			pressedBefore = pressedOf(pressedAt(i, k));
			rubbedBefore = rubbedOf(pressedAt(i, k));
		}
#if MOVING
		real3 surface = c.surface;
#else
		real3 surface = real3(0.0);
#endif
		real a = DT * DT * c.stiffness + (t.depth > real(0.0) ? DT * c.damping : real(0.0));
		real change = (DT * c.stiffness * t.depth - a * dot(v - surface, t.normal) - pressedBefore) / (real(1.0) + a * w);
		real normal = max(real(0.0), pressedBefore + change);
		v += unpinned((normal - pressedBefore) * perMass * t.normal, pin);
		real3 rubbed = rubbedBefore;
		if (c.staticFriction != real(0.0) && (normal != real(0.0) || rubbed != real3(0.0))) {
			real3 slip = v - surface;
			slip -= dot(slip, t.normal) * t.normal;
			rubbed = rubbedBefore - slip / perMass;
			real size = length(rubbed);
			if (size > c.staticFriction * normal) {
				rubbed *= c.kineticFriction * normal / size;
			}
			v += unpinned((rubbed - rubbedBefore) * perMass, pin);
		}
		if (sweep.keeps != 0u) {
			setPressed(pressedAt(i, k), rubbed, normal);
		}
	}
	setVelocity(i, v);
}
