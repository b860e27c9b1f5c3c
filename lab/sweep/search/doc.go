// Package search looks for the best values of the variables of a sweep: an optimize.Asker asks for
// points, a sweep.Runner runs their jobs, generation by generation, and an expression over the
// columns of the table says how good each is.
//
// Runs are kept in the journal of a sweep, and nothing else is: a search that goes on asks again
// from the beginning, and what is in the journal is told at once. So it is, bit for bit, the one
// that was not interrupted.
package search
