// Package ensemble defines ensembles: many structures of one form that are stepped together.
// A [Kind] is what the members share, a [Member] is one of them with values of its own, and
// an [Engine] steps all. Packages cpu/ensemble, gpu/ensemble and cpuref/ensemble make
// engines.
//
// The bits of a member depend on its kind, its values and its start alone: not on the number
// of members, its position among them, the number of threads, or which members have ended.
// Each member has its own origin; no two interact.
//
// Written defines the meaning of values: it writes the values of a member into a model and
// parameters of its own.
package ensemble
