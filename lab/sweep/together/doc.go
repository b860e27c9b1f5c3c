// Package together runs the jobs of a sweep as members of ensembles.
//
// The scene of every job is made as for a run of its own. Package ensemble divides it into
// data shared with others and values of its own. Jobs that share all else, step and length
// included, are stepped together, some packs at a time. Which key or variable of the sweep a
// number comes from does not matter.
//
// The results of a job depend on its scene alone, since the bits of a member do (see package
// ensemble): not on other jobs, on jobs done before, or on their order. The same holds for
// the choice of jobs that run one by one because ensembles do not support them.
package together
