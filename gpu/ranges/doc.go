// Package ranges describes the buffers of a model on the device: their sizes, the division of
// arrays that are longer than a storage block into ranges of masses and springs, and the
// length of lists per mass. It only computes, and needs no device.
package ranges
