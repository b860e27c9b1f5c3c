// Package cli is the command line of hooke: one file a verb (view, run, resume, relax,
// check, bench, info, convert, render, scene), and the exit codes. It connects the
// other rooms and has no physics.
//
// Results go to standard output, progress and notes to standard error. Exit codes: 0 it
// worked, 1 the work failed (a broken file, a disagreement, a divergence, an
// interruption), 2 wrong usage, with a hint.
package cli
