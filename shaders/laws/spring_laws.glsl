// Code generated from laws/spring.go by "go generate ./laws". DO NOT EDIT.

// damperOf is c rate [N].
real damperOf(Law law, real rate) {
	return law.damping * rate;
}

// pullOf returns the force f [N] of a spring that is stretched by s [m] while its ends part at a rate
// [m/s]. It is positive where it pulls the ends together:
//
//	f = k s + damper,  and of a cable  f = max(0, f) while s > 0, else 0
real pullOf(Law law, real stretch, real rate) {
	real f = law.stiffness * stretch;
#if DAMPING
	f += damperOf(law, rate);
#endif
#if TENSION
	if (law.tensionOnly) {
		if (stretch > real(0.0)) {
			f = max(real(0.0), f);
		} else {
			f = real(0.0);
		}
	}
#endif
	return f;
}

// dampingOf returns the derivative of the force by the rate [N·s/m]; 0 of a slack cable.
real dampingOf(Law law, real stretch) {
	if (law.tensionOnly && stretch < real(0.0)) {
		return real(0.0);
	}
	return law.damping;
}

// stored returns the elastic energy ½ k s² [J]; none in a slack cable.
real stored(Law law, real stretch) {
	if (law.tensionOnly && stretch < real(0.0)) {
		return real(0.0);
	}
	return real(0.5) * law.stiffness * stretch * stretch;
}
