// What a function does that holds guided mass number k to its guide; it may return. A pass
// declares Guided, and includes state.glsl, signals.glsl and guide_law.glsl, before it includes this.
	Guided g = guided[k];
	if (g.mass < FIRST || g.mass >= END_OF(params.massCount)) {
		return;
	}
#if PRECISION == DOUBLE
	Guided low = guided[params.guidedCount + k];
#endif
	real3 p = TWO_WORDS3(vec3(g.px, g.py, g.pz), vec3(low.px, low.py, low.pz));
	real3 d = TWO_WORDS3(vec3(g.dx, g.dy, g.dz), vec3(low.dx, low.dy, low.dz));
	real3 w = fromPoint(g.mass, p);
	real3 v = velocityOf(g.mass);
	switch (g.kind) {
	case LINE:
		displace(g.mass, placeOf(g.mass), -across(w, d));
		v -= across(v, d);
		break;
	case PLANE:
		displace(g.mass, placeOf(g.mass), -dot(w, d) * d);
		v -= dot(v, d) * d;
		break;
	default:
		displace(g.mass, Place(p, vec3(0.0)), signalsFrom(g.signal));
		v = signalsFrom(g.signal + 3u);
	}
	setVelocity(g.mass, v);
