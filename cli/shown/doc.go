// Package shown defines the flags, shared by several verbs, of things that a verb shows, writes and measures: a picture (Look), a
// recording of a window (Film), frames (Frames), moments and intervals, metrics of robots (Measured) and a comparison of solvers
// (Accuracy). Their values are those of package flags.
package shown
