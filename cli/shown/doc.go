// Package shown defines the flags, shared by several verbs, of things that a verb shows: a picture (Look), a recording of a
// window (Film), moments and a comparison of solvers (Accuracy). Their values are those of package flags.
package shown
