// Package cli is the command line of hooke, with one file per verb (view, run, resume, relax, gait,
// check, bench, info, convert, render, scene, serve). It connects the other packages and contains no
// physics.
//
// Results go to standard output, progress and notes to standard error. The exit code is 0 for
// success; 1 for a failure such as a broken file, a disagreement, a divergence or an
// interruption; and 2 for wrong usage, with a hint.
package cli
