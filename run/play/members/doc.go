// Package members shows runs that were recorded, side by side: members of an ensemble, or the best runs of a sweep. Each has
// run by itself at its own origin; only pictures set them apart. Each is colored by a number of its run, and has a label.
package members
