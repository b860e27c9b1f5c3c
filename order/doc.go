// Package order numbers the masses of a model anew, so that the ends of springs are near
// to each other in memory: by rows or along a space-filling curve. It also holds what such
// orders are made with: a radix sort, and loops over all cores whose results do not
// depend on how many those are.
package order
