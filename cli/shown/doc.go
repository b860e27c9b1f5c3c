// Package shown defines the flags, shared by several verbs, of things that a verb shows and measures: a recording
// of a window (Film), metrics of robots (Measured) and a comparison of solvers (Accuracy). Their values are
// those of package flags.
package shown
