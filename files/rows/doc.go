// Package rows goes through the springs of models by a pattern row by row: with the positions
// of their ends side by side, or by kinds of springs that look the same at rest. It gives the
// springs in the order that arrays give them, so that sums have the same bits.
package rows
