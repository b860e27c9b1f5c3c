// Package coloring divides springs, or masses, into colors, so that what has one color can be
// worked on at the same time, in any order, with the same result to the last bit: no two
// springs of a color share a mass, and no spring joins two masses of a color. A solver that
// goes from color to color, and takes what earlier colors have changed, is then repeatable on
// any number of threads, and the same in all engines that go in the same order.
//
// A coloring depends on the ends of springs and on which are attachments, and on nothing else,
// not on materials: a spring that is cut keeps its color.
package coloring
