// Package ensemble is the reference of ensembles: an engine cpuref in float64 for each
// member, with the member's values written into a model and parameters of its own. Engines
// that step members side by side are compared with it.
package ensemble
