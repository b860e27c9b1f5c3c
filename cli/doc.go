// Package cli is the command line of hooke: one file a verb (view, run, bench,
// check, info, version), the flags that several verbs share, and the exit
// codes. It wires the other rooms together and holds no physics.
//
// Results go to standard output, progress and notes to standard error. Exit
// codes: 0 it worked, 1 the work failed (a broken file, a disagreement, a
// divergence, an interruption), 2 wrong usage, with a hint.
package cli
