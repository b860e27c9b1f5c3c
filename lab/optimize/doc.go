// Package optimize searches for the best point of a box of numbers, and for the best values of the
// variables of a sweep.
//
// An Asker asks for points and is told their fitness. It depends neither on the optimized quantity
// nor on the way that runs are made.
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
//   - Random: uniform points, which the others must beat.
//
// A Program is an Asker, too: another program that asks for points by lines of JSON.
//
// A Search runs an Asker on a scene: a sweep.Runner runs the jobs of its points, generation by
// generation, and an expression over the columns of the table gives the fitness of each. It stores
// only the journal of a sweep. A search that continues asks again from the beginning and receives
// finished results from the journal, so it equals, bit for bit, an uninterrupted search.
package optimize
