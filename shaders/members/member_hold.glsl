// Guides of members: where a mass is after a step that moves on a line, on a plane or along a path, the law of
// guide.comp in precise arithmetic.

// Words of a guided mass in the table: the kind of its guide, a point and a direction, or the signals of a path.
const uint HOLD_LINE = 0u;
const uint HOLD_PLANE = 1u;
const uint HOLD_SIGNAL = 4u;

// across is the part of w across d.
vec3 across(vec3 w, vec3 d) { return plusScaled(w, -dotOf(w, d), d); }

vec3 holdVector(uint at) { return vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u)); }

vec3 onPath(uint row) { return vec3(SIGNAL_OF(row), SIGNAL_OF(row + 1u), SIGNAL_OF(row + 2u)); }

void hold(uint at, inout vec3 x, inout vec3 v) {
	vec3 d = holdVector(at + 4u), w = x - holdVector(at + 1u);
	if (TABLE(at) == HOLD_LINE) {
		x -= across(w, d);
		v -= across(v, d);
	} else if (TABLE(at) == HOLD_PLANE) {
		x = plusScaled(x, -dotOf(w, d), d);
		v = plusScaled(v, -dotOf(v, d), d);
	} else {
		uint row = TABLE(at + HOLD_SIGNAL);
		x = holdVector(at + 1u) + onPath(row);
		v = onPath(row + 3u);
	}
}
