// Forces on masses of members beside springs, contacts and constant forces: wind, motors, handles and
// quadratic drag, the laws of load.comp and wind.comp in precise arithmetic. A pass that includes this
// defines POSITION_OF(i), VELOCITY_OF(i) and SIGNAL_OF(row).

#if PULLED
// Words of motors in the table, behind their kind: the signal of the speed, c, the limit, the axis. Of handles: k,
// c, where it is, its velocity.
const uint PULL_MOTOR = 0u;

vec3 vectorAt(uint at) { return vec3(TABLE_FLOAT(at), TABLE_FLOAT(at + 1u), TABLE_FLOAT(at + 2u)); }

// motorOn adds c (u − v·a) a, of a size up to a limit.
vec3 motorOn(uint at, vec3 v, vec3 f) {
	vec3 axis = vectorAt(at + 4u);
	float limit = TABLE_FLOAT(at + 3u);
	precise float force = TABLE_FLOAT(at + 2u) * (SIGNAL_OF(TABLE(at + 1u)) - dotOf(axis, v));
	return plusScaled(f, limit > 0.0 ? clamp(force, -limit, limit) : force, axis);
}

// handleOn adds k (X − x) + c (V − v).
vec3 handleOn(uint at, vec3 x, vec3 v, vec3 f) {
	precise vec3 sum = f + (TABLE_FLOAT(at + 1u) * (vectorAt(at + 3u) - x) + TABLE_FLOAT(at + 2u) * (vectorAt(at + 6u) - v));
	return sum;
}

vec3 pulled(uint record, vec3 x, vec3 v, vec3 f) {
	uint end = TABLE(record + MASS_PULLED);
	for (uint k = TABLE(record + MASS_PULLS); k < end; k++) {
		uint at = TABLE(k);
		f = TABLE(at) == PULL_MOTOR ? motorOn(at, v, f) : handleOn(at, x, v, f);
	}
	return f;
}
#endif

#if QUADRATIC
// dragged adds −q |v| v.
vec3 dragged(uint member, vec3 v, vec3 f) {
	precise float drag = VALUE(ROW_QUADRATIC) * lengthOf(v);
	return plusScaled(f, -drag, v);
}
#endif

#if WIND
// onCorner is a third of the force of the air on a triangle with the corners in the table [N].
vec3 onCorner(uint at, uint member) {
	uint a = TABLE(at), b = TABLE(at + 1u), c = TABLE(at + 2u);
	vec3 x = POSITION_OF(a);
	vec3 twiceArea = crossOf(POSITION_OF(b) - x, POSITION_OF(c) - x);
	vec3 air = vec3(SIGNAL_OF(SIGNAL_AIR), SIGNAL_OF(SIGNAL_AIR + 1u), SIGNAL_OF(SIGNAL_AIR + 2u));
	precise vec3 u = ((air - VELOCITY_OF(a)) + (air - VELOCITY_OF(b)) + (air - VELOCITY_OF(c))) / 3.0; // 0 where all move with the air
	float size = lengthOf(twiceArea), speed = lengthOf(u);
	if (size == 0.0 || speed == 0.0) {
		return vec3(0.0);
	}
	vec3 n = twiceArea / size;
	float across = dotOf(n, u), lift = TABLE_FLOAT(WIND_AT + 9u);
	precise float along = abs(across) * (TABLE_FLOAT(WIND_AT + 8u) - lift * abs(across) / speed);
	precise vec3 force = size / 6.0 * (along * u + lift * speed * across * n);
	return force;
}

vec3 blown(uint record, uint member, vec3 f) {
	uint end = TABLE(record + MASS_BLOWN);
	for (uint k = TABLE(record + MASS_BLOWS); k < end; k += 3u) {
		f += onCorner(k, member);
	}
	return f;
}
#endif
