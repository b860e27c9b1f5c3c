// Package table lays a model out for the kernels of the engine cpu: the order of the
// masses in slices of 16 lanes, the classes of springs, what is regular, and the slots,
// pairs and columns that say which springs each mass has.
package table
