// Package runners has the runners of a sweep, which run its jobs.
//
// A Single runs them one by one, on any engine, several at a time if the engine is one of the
// processor.
//
// A Together runs them as members of ensembles. It makes the scene of every job as for a run of its
// own, and package ensemble divides the scene into the part that it shares with others and values of
// its own. Jobs that share all else, step and length too, are stepped together, some packs at a
// time. It does not matter from where a number of a scene comes: from a key or from a variable of the
// sweep.
//
// The numbers of a job depend on its scene alone, since the bits of a member do (see package
// ensemble): not on which other jobs there are, which are done already, or in which order they come.
// This also holds for the choice of jobs that run one by one because ensembles do not support them.
package runners
