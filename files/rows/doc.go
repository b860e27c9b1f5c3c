// Package rows iterates over the springs of models with a pattern row by row: with the
// positions of their ends, or by kinds of springs that are equal at rest. It visits the
// springs in the order of arrays, so that sums have the same bits.
package rows
