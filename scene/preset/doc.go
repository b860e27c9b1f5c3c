// Package preset has the scenes that come with the program. Each is a recipe for a structure
// and the parameters of its run. All lists them, with a sentence for each.
package preset
