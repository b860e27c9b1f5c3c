// Package rod defines elastic rods: their rigidities, segments with an orientation, and the
// geometry of these. It contains numbers only; model/rod/chain finds the rods of a model.
//
// A rod is a chain of segments (E. and F. Cosserat, 1909; J. C. Simo, A finite strain beam
// formulation, 1985). A segment joins two masses, a at its beginning and b at its end, and
// has an orientation q, a unit quaternion that turns the body axes of the segment to those of
// the world; its body z is the tangent. With the rest length ℓ and the rotation R of q:
//
//	stretch and shear  Γ = Rᵀ(x_b − x_a)/ℓ − e3         E = ½ ℓ (GA Γ1² + GA Γ2² + EA Γ3²)
//	bend and twist     u = (2/ℓ) Im(q̄_i q_j)            E = ½ ℓ (EI, EI, GJ)(u − u0)²
//
// Here segment j follows segment i, ℓ is the mean of their lengths, and u0 is the Darboux
// vector of the shape without bending and twist. q_j and −q_j are the same orientation; the
// one nearer to q_i is used.
package rod
