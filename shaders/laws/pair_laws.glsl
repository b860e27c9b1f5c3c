// Code generated from laws/pair.go by "go generate ./laws". DO NOT EDIT.

// pairStiffness is kc = 2/(1/kc_i + 1/kc_j) [N/m]: that of two springs in a row, of half the length each.
real pairStiffness(real one, real other) {
	return real(2.0) / (real(1.0) / one + real(1.0) / other);
}

// pairDamping is bc = (ζ_i + ζ_j) √(kc m_r) [N·s/m] of a pair with a reduced mass [kg].
real pairDamping(real one, real other, real stiffness, real reduced) {
	return (one + other) * sqrt(stiffness * reduced);
}

// pairFriction returns μ = √(μ_i μ_j) of two bodies.
real pairFriction(real one, real other) {
	return sqrt(one * other);
}
