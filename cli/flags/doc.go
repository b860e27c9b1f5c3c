// Package flags holds values that flags of several verbs have: numbers, words of a few,
// intervals, sizes, and the flags that choose and change a structure, say what a picture
// shows (Look), and what a window records (Film). Each value refuses what it cannot mean
// while the command line is read, so that a wrong one is a wrong usage and its message names
// the flag.
package flags
