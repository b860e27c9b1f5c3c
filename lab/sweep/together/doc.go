// Package together runs the jobs of a sweep as members of ensembles.
//
// The scene of every job is made as for a run of its own, and divided by package ensemble into
// what it has in common with others and values of its own. Jobs that have all else in common,
// step and length too, are stepped together, some packs at a time. Where a number of a scene comes
// from, which key or variable of the sweep, does not matter.
//
// The numbers of a job depend on its scene alone, since the bits of a member do (see package
// ensemble): not on which other jobs there are, which are done already, or in which order they
// come. So does the choice of jobs that run one by one where ensembles refuse them.
package together
