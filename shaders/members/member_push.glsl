// The law of two masses of a member that touch, which model.Collision gives. With the masses of pairs as
// a = dt/m, of pinned ones 0, m_r = dt/(a_i + a_j):
//   D = min(r_i + r_j, |X_i − X_j|), of one body r_i + r_j;  d = x_i − x_j,  δ = D − |d|,  n = d/|d|
//   F_N = max(0, kc δ − bc (v_i − v_j)·n) while δ > 0
// Seen from the other mass, every difference changes its sign and nothing else, so that both get the
// same bits. Everything is precise, as in member_mass.glsl.
#include "member_pairs.glsl"

const float NO_WAY = 1e-12; // masses nearer to each other have no direction, and no force [m]

uint met; // how many masses push the last mass that was advanced

struct Meeting {
	vec3 n;        // from the other mass to this one
	float push;    // F_N [N]; 0: they do not push
	float perStep; // m_r/dt [kg/s]
};

// perMassOf is dt/m [s/kg], 0 where the mass is pinned on all axes.
float perMassOf(uint i, uint member) {
	uint record = i * MASS_WORDS;
	precise float per = TABLE_FLOAT(record + MASS_PER) * VALUE(ROW_SCALE + TABLE(record + MASS_SCALE));
	return MOVES(record) == 0u ? 0.0 : per;
}

float reachOf(uint a, uint b) {
	precise float sum = TABLE_FLOAT(a + BALL_RADIUS) + TABLE_FLOAT(b + BALL_RADIUS);
	return TABLE(a + BALL_BODY) == TABLE(b + BALL_BODY) ? sum : min(sum, sqrt(restSquare(a, b)));
}

// surfaceOf is kc, ζ, μs and μk of the body of a mass, by its words.
vec4 surfaceOf(uint ball) {
	uint at = PAIR_AT + PAIR_MASSES + TAKING + 4u * TABLE(ball + BALL_BODY);
	return vec4(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u), TABLE_FLOAT(at + 3u));
}

float pushOf(vec4 one, vec4 other, float depth, float perStep, float parting) {
	precise float k = 2.0 / (1.0 / one.x + 1.0 / other.x);
	precise float square = k * (perStep * memberRow.dt);
	precise float c = (one.y + other.y) * sqrt(square);
	precise float push = k * depth - c * parting;
	return max(0.0, push);
}

// meetingOf is the touch of two masses; crowded says that they may be two that never touch.
Meeting meetingOf(uint i, uint j, uint member, vec3 x, vec3 v, bool crowded) {
	Meeting t = Meeting(vec3(0.0), 0.0, 0.0);
	uint a = ballOf(i), b = ballOf(j);
	precise vec3 way = x - POSITION_OF(j);
	float distance = sqrt(dotOf(way, way));
	precise float depth = reachOf(a, b) - distance;
	precise float perMass = perMassOf(i, member) + perMassOf(j, member);
	if (depth > 0.0 && distance >= NO_WAY && perMass > 0.0 && (!crowded || mayTouch(a, b))) {
		precise vec3 n = way / distance;
		precise vec3 apart = v - VELOCITY_OF(j);
		t.n = n;
		t.perStep = 1.0 / perMass;
		t.push = pushOf(surfaceOf(a), surfaceOf(b), depth, t.perStep, dotOf(apart, n));
	}
	return t;
}

// pushesOn adds the pushes of other masses on mass i to a force, in ascending order.
vec3 pushesOn(uint i, uint member, vec3 x, vec3 v, vec3 f) {
	met = 0u;
	if (!takesPart(i)) {
		return f;
	}
	Walk walk = walkOf(i, member);
	for (uint k = 0u; k < walk.end; k++) {
		Meeting t = meetingOf(i, metBy(walk, k, member), member, x, v, walk.crowded);
		if (t.push > 0.0) {
			f = plusScaled(f, t.push, t.n);
			met++;
		}
	}
	return f;
}

#ifdef WISH_OF
// frictionOf returns the impulse of friction over dt on the first of two masses that push each other [N]. w is its
// velocity against the other one, in which the step would end; touches is the larger number of touches.
//   J = m_r |w_t|/c if that is at most μs F_N dt/passes, else min(μk F_N dt/passes, m_r |w_t|/c)
vec3 frictionOf(Meeting t, vec4 one, vec4 other, vec3 w, float touches) {
	vec3 along = plusScaled(w, -dotOf(w, t.n), t.n);
	float speed = sqrt(dotOf(along, along));
	if (speed == 0.0) {
		return vec3(0.0);
	}
	precise float pressed = t.push * FRICTION_SHARE;
	precise float all = t.perStep * speed / touches;
	precise float sticks = sqrt(one.z * other.z) * pressed;
	precise float slides = sqrt(one.w * other.w) * pressed;
	precise float most = (all > sticks ? min(all, slides) : all) / speed;
	precise vec3 friction = -most * along;
	return friction;
}

// afterPairFriction returns the velocity w of mass i after a pass of the friction of pairs. WISH_OF(j) are w
// of a mass, and the number of masses that push it.
vec3 afterPairFriction(uint i, uint member, vec3 x, vec3 v, vec4 wish) {
	uint a = ballOf(i), moves = MOVES(i * MASS_WORDS);
	if (!takesPart(i) || wish.w == 0.0 || moves == 0u) {
		return wish.xyz;
	}
	vec3 sum = vec3(0.0);
	Walk walk = walkOf(i, member);
	for (uint k = 0u; k < walk.end; k++) {
		uint j = metBy(walk, k, member);
		Meeting t = meetingOf(i, j, member, x, v, walk.crowded);
		if (t.push > 0.0) {
			vec4 other = WISH_OF(j);
#if GUIDED
			if (TABLE(j * MASS_WORDS + MASS_MOVES) == ON_PATH) { // its wish is the velocity at the end of the step
				other.xyz = VELOCITY_OF(j);
			}
#endif
			precise vec3 w = wish.xyz - other.xyz;
			sum = plusScaled(sum, 1.0, frictionOf(t, surfaceOf(a), surfaceOf(ballOf(j)), w, max(wish.w, other.w)));
		}
	}
	precise vec3 w = wish.xyz + sum * perMassOf(i, member);
	return mix(vec3(0.0), w, bvec3((moves & 1u) != 0u, (moves & 2u) != 0u, (moves & 4u) != 0u));
}
#endif
