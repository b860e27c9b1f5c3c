// Package sweep runs a scene many times with different values of its keys, and tabulates the
// results.
//
// A [Spec] lists the keys that vary ([Variable]), how their values are chosen (package
// sampling), the repetitions of each point with noise, the length of runs, and the metrics
// (package metrics). A [Plan] is a Spec with its scene: jobs with an id each, all checked
// against the schema of scenes before any is run. A [Runner] runs jobs; package single runs
// them one by one on any engine. A [Journal] in the folder of the sweep gets a line for every
// finished job, on disk before the next job is requested, so that a killed sweep resumes when
// it is started again. The [Table] combines the journals of one process or of many shards.
package sweep
