// The state of a mass, in whatever words it is kept. A pass declares Params,
// Position and Velocity before it includes this, and defines WRITES_STATE when
// it moves masses. Second words stand behind the first ones of all masses.

// positionOf is [m]; of a compensated position the first word.
real3 positionOf(uint i) {
	return TWO_WORDS3(position[i].xyz, position[params.massCount + i].xyz);
}

// velocityOf is [m/s].
real3 velocityOf(uint i) {
	return TWO_WORDS3(velocity[i].xyz, velocity[params.massCount + i].xyz);
}

// inverseMassOf is [1/kg], 0 when the mass is pinned on all axes.
real inverseMassOf(uint i) {
	return TWO_WORDS(position[i].w, position[params.massCount + i].w);
}

// isFree says whether a mass moves at all.
bool isFree(uint i) { return position[i].w != 0.0; }

// pinOf has a bit per axis that does not move.
uint pinOf(uint i) { return uint(velocity[i].w); }

#ifdef WRITES_STATE
void setVelocity(uint i, real3 v) {
	velocity[i].xyz = vec3(v);
#if PRECISION == DOUBLE
	velocity[params.massCount + i].xyz = vec3(v - real3(vec3(v)));
#endif
}

// displace moves a mass from x = positionOf(i) by d [m] and returns where it is.
real3 displace(uint i, real3 x, real3 d) {
#if PRECISION == COMPENSATED
	vec3 low = position[params.massCount + i].xyz;
	for (int axis = 0; axis < 3; axis++) {
		Two sum = plus(Two(x[axis], low[axis]), Two(d[axis], 0.0));
		x[axis] = sum.high;
		low[axis] = sum.low;
	}
	position[i].xyz = x;
	position[params.massCount + i].xyz = low;
	return x;
#else
	x += d;
	position[i].xyz = vec3(x);
#if PRECISION == DOUBLE
	position[params.massCount + i].xyz = vec3(x - real3(vec3(x)));
#endif
	return x;
#endif
}
#endif
