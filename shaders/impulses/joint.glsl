// A spring as a soft constraint on the velocities of its ends. Its direction and its stretch are
// those of the start of a substep, where masses stay until finish-substep. A pass declares Params,
// Sweep, Position, Velocity, Ends, Spring, Material and Impulse, and includes springs.glsl and
// spring_law.glsl, before it includes this.
//
//   n = (xB − xA)/L,  C = L − L0,  a = h² k + h c,  W = n·(wA + wB) n, w = 1/m, 0 along pinned axes
//   u = n·(vB − vA),  Δ = −(h k C + a u + λ)/(1 + a W);  rigid: Δ = −(C/h + u)/W
//   cables: λ + Δ ≤ 0, and no damper while C < 0
//   vA ← vA − wA Δ n,  vB ← vB + wB Δ n
const uint RIGID = 2u; // flag of a material

struct Joint {
	bool acts, rigid, pulls;
	vec3 n;
	float distance; // L [m]
	float stretch;  // C [m]
	float rest;     // L0, or L where that is zero [m]
	float k;        // [N/m]
	float answer;   // a [kg]
	float weight;   // W [1/kg]
};

// weightOf is n·w n of a mass [1/kg].
float weightOf(uint i, vec3 n) {
	uint pin = pinOf(i) & 7u;
	vec3 free = unpinned(n, pin);
	return pin == 0u ? inverseMassOf(i) : inverseMassOf(i) * dot(free, free);
}

// gain is the change of the velocity of a mass by an impulse [N·s] [m/s].
vec3 gain(uint i, vec3 impulse) { return unpinned(inverseMassOf(i) * impulse, pinOf(i)); }

// jointOf is spring s with the ends e. One without a material, without a length or without ends
// that move does not act.
Joint jointOf(uint s, uvec2 e) {
	Joint j;
	j.acts = false;
	j.distance = 0.0;
	if (materialOf(s) == 0u || !(isFree(e.x) || isFree(e.y))) {
		return j;
	}
	Law law = lawOf(s);
	Reach r = reachOf(placeOf(e.x), placeOf(e.y), law);
	j.distance = r.distance;
	if (!(r.distance >= SHORTEST)) {
		return j;
	}
	j.n = axisOf(r);
	j.stretch = r.stretch;
	j.rest = law.restLength == 0.0 ? r.distance : law.restLength;
	j.rigid = (material[materialOf(s)].flags & RIGID) != 0u;
	j.pulls = law.tensionOnly;
	j.k = law.stiffness;
	j.answer = DT * (DT * j.k + dampingOf(law, j.stretch));
	j.weight = weightOf(e.x, j.n) + weightOf(e.y, j.n);
	j.acts = j.weight > 0.0 && (j.rigid || j.answer > 0.0);
	return j;
}

// changeOf is Δ of one more visit to a spring whose impulse so far is before [N·s].
float changeOf(Joint j, vec3 vA, vec3 vB, float before) {
	float u = dot(vB - vA, j.n);
	float change = -(DT * j.k * j.stretch + j.answer * u + before) / (1.0 + j.answer * j.weight);
	if (j.rigid) {
		change = -(j.stretch / DT + u) / j.weight;
	}
	if (j.pulls) {
		change = min(0.0, before + change) - before;
	}
	return change;
}

// impulseOf is λ of spring s [N·s].
float impulseOf(uint s) { return impulse[s].value; }

void setImpulse(uint s, float x) { impulse[s].value = x; }

// strike gives an impulse along n to the ends of a spring, which move with vA and vB.
void strike(uvec2 e, vec3 vA, vec3 vB, vec3 along) {
	if (isFree(e.x)) {
		setVelocity(e.x, vA - gain(e.x, along));
	}
	if (isFree(e.y)) {
		setVelocity(e.y, vB + gain(e.y, along));
	}
}

