// The sums of a look at a state, in two words and in a fixed order: over the masses of an invocation, over
// the work group, at last over the work groups (pass look-sum). A pass declares Look, and includes
// two_words.glsl before real.glsl, before it includes this.

const uint LOOK_RING = 1024u;
const uint FIRST_PART = 1u + LOOK_RING;

// Seen holds the sums.
struct Seen {
	float speed;    // the largest [m/s]
	Two terms[4];   // Σ m [kg], Σ m x, Σ m y, Σ m z [kg·m]
};

Seen nothingSeen() {
	return Seen(0.0, Two[4](Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0), Two(0.0, 0.0)));
}

// together is both of two sums.
Seen together(Seen a, Seen b) {
	if (!(b.speed <= a.speed)) {
		a.speed = b.speed;
	}
	for (uint k = 0u; k < 4u; k++) {
		a.terms[k] = plus(a.terms[k], b.terms[k]);
	}
	return a;
}

shared Seen seen[WORKGROUP];

// foldSeen sums over the work group; every invocation calls it, once. The first
// invocation then has the sum in seen[0].
void foldSeen(Seen own) {
	uint me = gl_LocalInvocationID.x;
	seen[me] = own;
	for (uint width = WORKGROUP / 2u; width > 0u; width /= 2u) {
		memoryBarrierShared();
		barrier();
		if (me < width) {
			seen[me] = together(seen[me], seen[me + width]);
		}
	}
}

void putSeen(uint at, Seen s) {
	looks[at].speed = s.speed;
	looks[at].massHi = s.terms[0].high;
	looks[at].massLo = s.terms[0].low;
	looks[at].xHi = s.terms[1].high;
	looks[at].xLo = s.terms[1].low;
	looks[at].yHi = s.terms[2].high;
	looks[at].yLo = s.terms[2].low;
	looks[at].zHi = s.terms[3].high;
	looks[at].zLo = s.terms[3].low;
}

Seen seenAt(uint at) {
	Look l = looks[at];
	return Seen(l.speed, Two[4](Two(l.massHi, l.massLo), Two(l.xHi, l.xLo), Two(l.yHi, l.yLo), Two(l.zHi, l.zLo)));
}
