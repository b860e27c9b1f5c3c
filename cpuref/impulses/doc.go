// Package impulses is the float64 reference of the solver that steps with impulses between the
// ends of springs: springs, contacts and collisions are soft constraints on velocities, solved
// within a substep one after the other (Gauss-Seidel), springs color by color.
//
// A substep of length h, with w = 1/m of a mass, 0 along pinned axes:
//
//	predict  v ← v 2^(−h/half-life) + h (g + F/m)
//	springs  as the positions of the start of the substep have them, which do not change:
//	         n = (xB − xA)/L,  C = L − L0,  a = h² k + h c,  W = n·(wA + wB) n
//	warm     λ ← warm λ of the last substep, applied; else λ = 0
//	sweep    u = n·(vB − vA),  Δ = −(h k C + a u + λ)/(1 + a W);  rigid: Δ = −(C/h + u)/W
//	         cables: λ + Δ ≤ 0
//	         λ ← λ + Δ,  vA ← vA − wA Δ n,  vB ← vB + wB Δ n
//	         through the colors and back, so that the first color is also the last; before the
//	         first sweep and after each come contacts of each mass, and touches of pairs and of
//	         edges and triangles; attachments come after the springs of each sweep
//	finish   x ← x + h v
//
// An impulse acts along the line between the ends, so it keeps momentum and angular momentum
// whether the sweeps have converged or not. A converged substep is one of implicit Euler with
// directions held, stable for any k, c and h.
//
// There and back, a sweep from λ = 0 acts as a symmetric stiffness that is at most that
// of implicit Euler: it only softens, so that substeps are stable for any k, masses and
// structure, converged or not (docs/decisions/impulses.md). Sweeps that only go forward are cheaper and
// blow up where a mass has many springs or is light.
//
// Sources: E. Catto, Soft Constraints, Game Developers Conference 2011, for the soft
// constraint; M. Macklin et al., Small Steps in Physics Simulation, SCA 2019, for substeps
// instead of iterations; both solve for velocities here, see docs/decisions/impulses.md.
package impulses
