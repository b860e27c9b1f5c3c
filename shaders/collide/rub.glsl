// The velocities that the friction of pairs changes, in two sets: it reads those of one and
// writes those of the other, so that no mass sees what another one has become (Jacobi). In
// w stands the power that friction takes from what moves a mass that is pinned on all axes
// [W]. In double, second words stand behind the first words of all masses. A pass declares
// Params and Rub before it includes this.
#if PRECISION == DOUBLE
uint rubAt(uint set, uint i) { return 2u * set * params.massCount + i; }
#else
uint rubAt(uint set, uint i) { return set * params.massCount + i; }
#endif

real3 rubOf(uint set, uint i) {
	return TWO_WORDS3(rub[rubAt(set, i)].xyz, rub[rubAt(set, i) + params.massCount].xyz);
}

void setRub(uint set, uint i, real3 w, real power) {
	rub[rubAt(set, i)] = vec4(vec3(w), float(power));
#if PRECISION == DOUBLE
	rub[rubAt(set, i) + params.massCount] = vec4(vec3(w - real3(vec3(w))), 0.0);
#endif
}
