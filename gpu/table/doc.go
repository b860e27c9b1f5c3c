// Package table arranges a model for the pipeline fused of the engine gpu: the order of the
// masses, the classes of equal springs, the pairs of offset and class that nearly all masses
// have, the groups of slices of 32 masses, and the table of all other springs. It computes
// words and sizes, and needs no device.
package table
