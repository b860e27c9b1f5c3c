// Package rods is the float64 reference of rods in the solver impulses: segments that turn, and
// the soft constraints that join them to masses and to each other.
//
// A substep of length h, in which R, d = x_b − x_a and all that follows from them are those of its
// start, with w = 1/m of masses and I⁻¹ of segments (0 of held ones):
//
//	ends    C = Rᵀ d − ℓ e3,        K = (GA, GA, EA)/ℓ,  rate u = Rᵀ(v_b − v_a − ω × d)
//	joints  C = 2 Im(q̄_i q_j) − ℓ u0,  K = (EI, EI, GJ)/ℓ,  rate u = A R_iᵀ(ω_j − ω_i)
//	        A w = p_w w + w × p_v,  p = q̄_i q_j, so that u is the exact rate of C
//	scaled  α = h² + h τ,  S = √(α K) of each component,  M = 1 + S W S
//	visit   Δ = −M⁻¹ ((h/α) S C + S u + z),  z ← z + Δ
//	        impulse λ = S Δ in the axes of u: J = R λ, and of joints J = R_i Aᵀ λ
//	        ends    v_b ← v_b + w_b J,  v_a ← v_a − w_a J,  ω ← ω − I⁻¹ (d × J)
//	        joints  ω_j ← ω_j + I_j⁻¹ J,  ω_i ← ω_i − I_i⁻¹ J
//	finish  x ← x + h v;  q ← turned as a free symmetric top of the momentum L = I ω;  ω ← I⁻¹ L
//
// W is the change of u by a unit impulse. It is the same law as that of springs (package cpuref/impulses)
// with three components at once. A converged substep is one of implicit Euler with directions
// held. Impulses on the two ends and on the segment sum up to no momentum and no angular momentum,
// d × J included, whether sweeps have converged or not; a top keeps L and its energy exactly.
//
// Every substep begins with z = 0: rods have no warm start.
package rods
