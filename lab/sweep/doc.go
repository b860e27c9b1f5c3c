// Package sweep runs a scene many times with other values of its keys, and makes a table of what
// came of it.
//
// A Spec says which keys vary (Variable), how their values are chosen (package sampling), how
// often each point is repeated with noise, how long runs are, and what is measured (package
// metrics). A Plan is a Spec with its scene: the jobs, each with an id by which it is known
// again, all of them judged by the schema of scenes before any is run. A Runner runs jobs; package
// single runs them one by one on any engine. A Journal in the folder of the sweep has a line for
// every finished job, on the disk before the next is asked for, so that a sweep that was killed
// goes on when it is started again. What is in the journals, of one process or of many shards, is
// the Table.
package sweep
