// Package search looks for the best values of the variables of a sweep: an optimize.Asker
// asks for points, a sweep.Runner runs their jobs, generation by generation, and an
// expression over the columns of the table is the fitness.
//
// Only runs are kept, in the journal of the sweep. A search that resumes asks again from the
// beginning, and is told the results in the journal at once. So it repeats, bit for bit, the
// search without the interruption.
package search
