// Package flags defines the flags that say how a run goes, for the verbs of the program and for options that other
// programs give (package sim): of a structure and its solver (Structure), of engines, and of the look of pictures and pages (Look); the sections of help that
// explain them; and values of flags: numbers, words from a list, sizes, vectors. Each value rejects wrong input while it is
// read, so that it is reported as wrong usage with the name of the flag.
package flags
