// Package ensemble is the reference of ensembles: an engine cpuref for each member, in float64,
// with the member's values written into a model and parameters of its own. It says what an
// ensemble is; engines that step members side by side are compared with it.
package ensemble
