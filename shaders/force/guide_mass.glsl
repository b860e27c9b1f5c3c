// The body of a function that holds guided mass number k to its guide; it may return. A pass declares Guided,
// and includes state.glsl, signals.glsl and guide_law.glsl, before it includes this.
	Guided g = guided[k];
	if (g.mass < FIRST || g.mass >= END_OF(params.massCount)) {
		return;
	}
	vec3 p = vec3(g.px, g.py, g.pz);
	vec3 d = vec3(g.dx, g.dy, g.dz);
	vec3 w = positionOf(g.mass) - p;
	vec3 v = velocityOf(g.mass);
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
