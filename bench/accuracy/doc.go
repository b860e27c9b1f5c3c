// Package accuracy measures what solvers make of stiff structures at the steps of a screen: the
// error at the end of a run, at equal simulated time, against what it cost. The reference of each
// scene is velocity Verlet in float64 with an eighth of the safe step.
package accuracy
