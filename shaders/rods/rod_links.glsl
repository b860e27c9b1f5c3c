// A soft constraint of three components in a substep, with R, d and all that follows from them as
// at its start:
//
//   segments  C = Rᵀ d − ℓ e3,            rate u = Rᵀ(vB − vA − ω × d)
//   joints    C = 2 Im(q̄A qB) − ℓ u0,     rate u = A RAᵀ(ωB − ωA),  A w = p_w w + w × p_v, p = q̄A qB
//   scaled    α = h² + h τ,  S = √(α K),  M = 1 + S W S
//   visit     Δ = −M⁻¹ ((h/α) S C + S u + z),  z ← z + Δ,  impulse J = axes S Δ
//
// A pass declares RodLink, and RodSoft unless it defines NO_SOFT, and includes turning.glsl, before it
// includes this.

// rodOf is the record of link k; its second words follow it.
#define rodOf(k) rodLink[ROD_WORDS * (k)]
#define lowOf(k) rodLink[ROD_WORDS * (k) + 1u]

wide3 stiffnessOf(uint k) { return WHOLE3(vec3(rodOf(k).stiffX, rodOf(k).stiffY, rodOf(k).stiffZ), vec3(lowOf(k).stiffX, lowOf(k).stiffY, lowOf(k).stiffZ)); }

wide3 restOf(uint k) { return WHOLE3(vec3(rodOf(k).restX, rodOf(k).restY, rodOf(k).restZ), vec3(lowOf(k).restX, lowOf(k).restY, lowOf(k).restZ)); }

wide delayOf(uint k) { return WHOLE(rodOf(k).delay, lowOf(k).delay); }

// Bend is how two segments are turned against each other.
struct Bend {
	wide3 off;   // C
	wide33 axes; // to the world: an impulse is axes times what it is in the axes of the rate, and the rate the transpose of it
};

Bend bendOf(uint k) {
	wide4 from = orientationOf(rodOf(k).a);
	wide4 p = timesOf(conjugateOf(from), orientationOf(rodOf(k).b));
	p = p.w < 0.0 ? -p : p;
	wide33 turned = p.w * wide33(1.0) + wide33(wide3(0.0, p.z, -p.y), wide3(-p.z, 0.0, p.x), wide3(p.y, -p.x, 0.0)); // Aᵀ
	return Bend(2.0 * p.xyz - restOf(k), axesOf(from) * turned);
}

#ifndef NO_SOFT
// The vectors of a link.
#define ROD_VECTORS 13u
#define ROD_AXES 0u     // three columns, in the world
#define ROD_INVERSE 3u  // three columns of M⁻¹
#define ROD_WEIGHT 6u   // three columns of W
#define ROD_SCALE 9u    // S
#define ROD_PULL 10u    // (h/α) S C
#define ROD_DONE 11u    // z
#define ROD_ARM 12u     // d of a segment [m]

wide3 softOf(uint k, uint which) {
	uint at = ROD_WORDS * (ROD_VECTORS * k + which);
	return WHOLE3(rodSoft[at].xyz, rodSoft[at + 1u].xyz);
}

wide33 columnsOf(uint k, uint which) { return wide33(softOf(k, which), softOf(k, which + 1u), softOf(k, which + 2u)); }

#ifdef WRITES_SOFT
void setSoft(uint k, uint which, wide3 v) {
	uint at = ROD_WORDS * (ROD_VECTORS * k + which);
	rodSoft[at] = vec4(v, 0.0);
#if PRECISION != SINGLE
	rodSoft[at + 1u] = vec4(v - wide3(vec3(v)), 0.0);
#endif
}
#endif

// changeOf is Δ of one more visit to link k, with the rate in the world.
wide3 changeOf(uint k, wide3 rate) {
	wide3 u = softOf(k, ROD_SCALE) * (rate * columnsOf(k, ROD_AXES));
	return -(columnsOf(k, ROD_INVERSE) * (softOf(k, ROD_PULL) + u + softOf(k, ROD_DONE)));
}

// impulseOf is that of Δ, in the world.
wide3 impulseOf(uint k, wide3 change) { return columnsOf(k, ROD_AXES) * (softOf(k, ROD_SCALE) * change); }
#endif
