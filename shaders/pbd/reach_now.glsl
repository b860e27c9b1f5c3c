// How far apart the ends of a spring are where masses are now in a substep of position-based
// dynamics. Positions stay those of its start until finish-substep, and a velocity v says that
// the mass is at x + dt v, so that a small motion loses nothing by rounding. A pass includes
// spring_law.glsl before it includes this.
Reach reachNow(uvec2 e, real3 vA, real3 vB, Law law) {
	real3 moved = DT * (vB - vA);
#if PRECISION == COMPENSATED
	// As reachOf: stretch is (L² − L0²)/(L + L0), with the numerator in two words.
	Place a = placeOf(e.x);
	Place b = placeOf(e.y);
	Two square = Two(0.0, 0.0); // L²
	Reach r;
	for (int axis = 0; axis < 3; axis++) {
		Two d = plus(minus(Two(b.x[axis], b.low[axis]), Two(a.x[axis], a.low[axis])), Two(moved[axis], 0.0));
		r.way[axis] = d.high;
		square = plus(square, squared(d));
	}
	r.distance = sqrt(square.high);
	Two excess = minus(square, squared(Two(law.restLength, law.restLengthLow)));
	r.stretch = r.distance + law.restLength > 0.0 ? excess.high / (r.distance + law.restLength) : 0.0;
	return r;
#else
	Reach r;
	r.way = positionOf(e.y) - positionOf(e.x) + moved;
	r.distance = sqrt(dot(r.way, r.way));
	r.stretch = r.distance - law.restLength;
	return r;
#endif
}
