// Package preset has the scenes that come with the program. Each is a recipe that makes a
// structure and the parameters of its run. All is the only list of them, with a sentence
// for each.
package preset
