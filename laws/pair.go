package laws

// PairStiffness is kc = 2/(1/kc_i + 1/kc_j) [N/m]: that of two springs in a row, of half the length each.
func PairStiffness[T Real](one, other T) T {
	return 2 / (1/one + 1/other)
}

// PairDamping is bc = (ζ_i + ζ_j) √(kc m_r) [N·s/m] of a pair with a reduced mass [kg].
func PairDamping[T Real](one, other, stiffness, reduced T) T {
	return (one + other) * Sqrt(T(stiffness*reduced))
}

// PairFriction returns μ = √(μ_i μ_j) of two bodies.
func PairFriction[T Real](one, other T) T {
	return Sqrt(T(one * other))
}
