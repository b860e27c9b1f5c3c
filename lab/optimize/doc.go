// Package optimize looks for the best point of a box of numbers. It asks for points and is told
// how good they are, so that it does not know what is optimized or how that is run.
//
// Points are in [0, 1]^d; who asks stretches them to ranges. Fitness is better the larger it is,
// and NaN is worse than any number. A method is a function of its settings and of what it was
// told: the same settings and fitness lead to the same points, bit for bit on one machine.
//
//   - CMA: covariance matrix adaptation, N. Hansen, "The CMA Evolution Strategy: A Tutorial",
//     arXiv:1604.00772, with weights that are negative for the worse half, cumulative step size
//     adaptation, and restarts with twice the population (A. Auger, N. Hansen, "A restart CMA
//     evolution strategy with increasing population size", CEC 2005). Points beyond the box are
//     mirrored at its walls.
//   - Genetic: the best of parents and children survive; simulated binary crossover (K. Deb,
//     R. B. Agrawal, Complex Systems 9, 1995) of winners of tournaments, polynomial mutation
//     (K. Deb, M. Goyal, Computer Science and Informatics 26, 1996).
//   - Hill: the (1+λ) evolution strategy, whose step follows the share of successes (C. Igel,
//     N. Hansen, S. Roth, Evolutionary Computation 15, 2007).
//   - Random: uniform points, which the others must beat.
package optimize
