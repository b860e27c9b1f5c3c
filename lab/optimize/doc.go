// Package optimize searches for the best point of a box of numbers. A method asks for points
// and is told their fitness, so it does not know what is optimized or how.
//
// Points are in [0, 1]^d; the caller scales them to ranges. Larger fitness is better, and NaN
// is worse than any number. A method is a function of its settings and of the fitness told:
// equal settings and fitness lead to equal points, bit for bit on one machine.
//
//   - CMA: covariance matrix adaptation, N. Hansen, "The CMA Evolution Strategy: A Tutorial",
//     arXiv:1604.00772, with negative weights for the worse half, cumulative step size
//     adaptation, and restarts with twice the population (A. Auger, N. Hansen, "A restart CMA
//     evolution strategy with increasing population size", CEC 2005). Points beyond the box
//     are mirrored at its walls.
//   - Genetic: the best of parents and children survive; simulated binary crossover (K. Deb,
//     R. B. Agrawal, Complex Systems 9, 1995) of winners of tournaments, polynomial mutation
//     (K. Deb, M. Goyal, Computer Science and Informatics 26, 1996).
//   - Hill: the (1+λ) evolution strategy, whose step follows the share of successes (C. Igel,
//     N. Hansen, S. Roth, Evolutionary Computation 15, 2007).
//   - Random: uniform points, as a baseline for the others.
package optimize
