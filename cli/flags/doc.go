// Package flags defines the values of flags that several verbs share: numbers, words from a
// list, intervals, sizes, and the groups of flags that choose and change a structure
// (Structure), a picture (Look), and a recording of a window (Film). Each value rejects wrong
// input while the command line is read, so that it is reported as wrong usage with the name
// of the flag.
package flags
