// Package preset has the scenes that come with the program, each a recipe that makes a
// structure and the numbers of its run: All is the one list of them, with a sentence each.
package preset
