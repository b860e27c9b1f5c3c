// Package ranges describes the buffers of a model on the device: how many bytes each has,
// how arrays that are longer than a storage block are divided into ranges of masses and
// springs, and which numbers lists name for each mass. It only computes, and takes nothing
// of a device.
package ranges
