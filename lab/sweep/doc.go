// Package sweep runs a scene many times with other values of its keys, and makes a table of the
// results.
//
// A Spec says which keys vary (Variable), how their values are chosen (Sampler), how often each
// point is repeated with noise, how long runs are, and which metrics are measured. A Plan is a Spec
// with its scene: the jobs, each with an id by which it is known again, all of them judged by the
// schema of scenes before any is run. A Runner runs jobs; package lab/sweep/runners has runners. A
// Journal in the folder of the sweep has a line for
// every finished job, on the disk before the next is asked for, so that a sweep that was killed
// continues when it is started again. The Table has the rows of all journals, of one process or of
// many shards, and WritePlots draws it: each metric against each variable, over two variables as a
// map, over the runs with the best so far, and all variables beside the metric as parallel
// coordinates.
package sweep
