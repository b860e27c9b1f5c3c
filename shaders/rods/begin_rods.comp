#version 430 core
// Pass begin-rods: what drag leaves of spins, or the spins that take segments where clamps hold
// them, and all constraints of rods as they are at the start of a substep.
//
// reads:  position, velocity (pins), segment, rodLink, signals
// writes: turning, rodSoft
// formula: rod_links.glsl; ω ← ω 2^(−dt/h) with h the drag half-life; held: ω ← vector of q(end) q̄ / dt
// variant: WORKS books what drag will take, before the pass, and turns nothing, so that a ledger
// changes no bit of the run: ½ ω·I ω (1 − 2^(−2 dt/h))
#include "layout.glsl"
#include "index.glsl"
#ifdef WORKS
#define NEEDS_TWO_WORDS
#endif
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
#ifdef WORKS
STORAGE_Work(restrict);
#endif
#include "state.glsl"
#include "pins.glsl"
#define WRITES_TURNING
#define ANSWERS
#include "turning.glsl"
#define WRITES_SOFT
#include "rod_links.glsl"
#ifdef WORKS
#define WORK_ROW sweep.ends
#include "works.glsl"
#endif
#ifdef WORKS
#include "drag_taken.glsl"
#endif
#if CLAMPS
#include "signals.glsl"
#endif

wide4 startOf(uint k) {
	Segment s = segment[ROD_WORDS * k];
#if PRECISION == SINGLE
	return vec4(s.x, s.y, s.z, s.w);
#else
	Segment low = segment[ROD_WORDS * k + 1u];
	return wide4(s.x, s.y, s.z, s.w) + wide4(low.x, low.y, low.z, low.w);
#endif
}

#if CLAMPS
// signalIn is the number in a slot, in all words.
wide signalIn(uint slot) {
#if PRECISION == COMPENSATED
	Two words = signalWords(slot);
	return WHOLE(words.high, words.low);
#else
	return signalOf(slot);
#endif
}
#endif

#ifdef WORKS
// spinningOf is the kinetic energy of segment k by its spin [J].
wide spinningOf(uint k) {
	wide3 w = spinOf(k);
	wide own = dot(w, tangentOf(k));
	return wide(0.5) * (acrossOf(k) * (dot(w, w) - own * own) + alongOf(k) * own * own);
}
#endif

// beginSpin gives segment k its spin of before the sweeps.
void beginSpin(uint k) {
#if CLAMPS
	if (isHeld(k)) {
		uint slot = uint(CLAMP_SIGNAL) + 4u * (segment[ROD_WORDS * k].held - 1u);
		wide4 target = timesOf(wide4(signalIn(slot), signalIn(slot + 1u), signalIn(slot + 2u), signalIn(slot + 3u)), startOf(k));
		setTurning(k, TURN_TARGET, target);
		setSpin(k, vectorOf(timesOf(target, conjugateOf(orientationOf(k)))) / WIDE_DT);
		return;
	}
#endif
	setSpin(k, WIDE_DRAG * spinOf(k));
}

// put forms S, the pull and M⁻¹ of a constraint, from its axes, C and W.
void put(uint k, wide33 axes, wide3 off, wide33 weight, wide3 arm) {
	wide alpha = WIDE_DT * (WIDE_DT + delayOf(k));
	wide3 scale = sqrt(alpha * stiffnessOf(k));
	wide33 m = wide33(1.0) + matrixCompMult(outerProduct(scale, scale) * wide(0.5), weight + transpose(weight));
	wide3 a = cross(m[1], m[2]); // m is symmetric, and its eigenvalues are at least 1
	wide3 b = cross(m[2], m[0]);
	wide3 c = cross(m[0], m[1]);
	wide by = 1.0 / dot(m[0], a);
	wide33 inverse = by * wide33(a, b, c);
	for (uint i = 0u; i < 3u; i++) {
		setSoft(k, ROD_AXES + i, axes[i]);
		setSoft(k, ROD_INVERSE + i, inverse[i]);
		setSoft(k, ROD_WEIGHT + i, weight[i]);
	}
	setSoft(k, ROD_SCALE, scale);
	setSoft(k, ROD_PULL, WIDE_DT / alpha * scale * off);
	setSoft(k, ROD_DONE, wide3(0.0));
	setSoft(k, ROD_ARM, arm);
}

// inverseMass is w of a mass along each axis [1/kg].
wide3 inverseMass(uint i) { return wide3(unpinned(real3(inverseMassOf(i)), pinOf(i))); }

// segmentAnswer is what a unit impulse along an axis of segment s does, as seen along its axes.
wide3 segmentAnswer(uint s, wide33 axes, wide3 arm, wide3 w, wide3 axis) {
	wide3 turned = answerOf(s, axes[2], cross(arm, axis));
	return (w * axis - cross(arm, turned)) * axes;
}

// beginSegment finds the constraint between a segment and its masses.
void beginSegment(uint k) {
	uint s = rodOf(k).segment;
	wide33 axes = axesOf(orientationOf(s));
	wide3 arm = placeIn(rodOf(k).b) - placeIn(rodOf(k).a);
	wide3 w = inverseMass(rodOf(k).a) + inverseMass(rodOf(k).b);
	wide33 weight = wide33(segmentAnswer(s, axes, arm, w, axes[0]), segmentAnswer(s, axes, arm, w, axes[1]), segmentAnswer(s, axes, arm, w, axes[2]));
	put(k, axes, arm * axes - restOf(k), weight, arm);
}

// jointAnswer is what a unit turn about an axis of a joint does, as seen along its axes.
wide3 jointAnswer(uint from, uint to, wide3 before, wide3 after, wide33 axes, int axis) {
	return (answerOf(from, before, axes[axis]) + answerOf(to, after, axes[axis])) * axes;
}

// beginJoint finds the constraint between two segments.
void beginJoint(uint k) {
	uint from = rodOf(k).a;
	uint to = rodOf(k).b;
	Bend bend = bendOf(k);
	wide3 before = tangentOf(from);
	wide3 after = tangentOf(to);
	wide33 weight = wide33(jointAnswer(from, to, before, after, bend.axes, 0), jointAnswer(from, to, before, after, bend.axes, 1), jointAnswer(from, to, before, after, bend.axes, 2));
	put(k, bend.axes, bend.off, weight, wide3(0.0));
}

void main() {
	uint k = invocation();
	if (k >= sweep.count) {
		return;
	}
#ifdef WORKS
	if (k < sweep.first && !isHeld(rodOf(k).segment)) {
		book(WORK_DRAG, k, real(spinningOf(rodOf(k).segment)) * dragTaken());
	}
#else
	if (k >= sweep.first) {
		beginJoint(k);
		return;
	}
	beginSpin(rodOf(k).segment);
	beginSegment(k);
#endif
}
