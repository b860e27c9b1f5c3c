// A soft constraint of three components in a substep, with R, d and all that follows from them as
// at its start:
//
//   segments  C = Rᵀ d − ℓ e3,            rate u = Rᵀ(vB − vA − ω × d)
//   joints    C = 2 Im(q̄A qB) − ℓ u0,     rate u = A RAᵀ(ωB − ωA),  A w = p_w w + w × p_v, p = q̄A qB
//   scaled    α = h² + h τ,  S = √(α K),  M = 1 + S W S
//   visit     Δ = −M⁻¹ ((h/α) S C + S u + z),  z ← z + Δ,  impulse J = axes S Δ
//
// A pass declares RodLink and RodSoft before it includes this.

// The vectors of a link.
#define ROD_VECTORS 13u
#define ROD_AXES 0u     // three columns, in the world
#define ROD_INVERSE 3u  // three columns of M⁻¹
#define ROD_WEIGHT 6u   // three columns of W
#define ROD_SCALE 9u    // S
#define ROD_PULL 10u    // (h/α) S C
#define ROD_DONE 11u    // z
#define ROD_ARM 12u     // d of a segment [m]

vec3 softOf(uint k, uint which) { return rodSoft[ROD_VECTORS * k + which].xyz; }

mat3 columnsOf(uint k, uint which) { return mat3(softOf(k, which), softOf(k, which + 1u), softOf(k, which + 2u)); }

#ifdef WRITES_SOFT
void setSoft(uint k, uint which, vec3 v) { rodSoft[ROD_VECTORS * k + which] = vec4(v, 0.0); }
#endif

// changeOf is Δ of one more visit to link k, with the rate in the world.
vec3 changeOf(uint k, vec3 rate) {
	vec3 u = softOf(k, ROD_SCALE) * (rate * columnsOf(k, ROD_AXES));
	return -(columnsOf(k, ROD_INVERSE) * (softOf(k, ROD_PULL) + u + softOf(k, ROD_DONE)));
}

// impulseOf is that of Δ, in the world.
vec3 impulseOf(uint k, vec3 change) { return columnsOf(k, ROD_AXES) * (softOf(k, ROD_SCALE) * change); }
