// Package order puts masses and springs in an order that a computer works through quickly.
//
// An Order gives the masses of a model new numbers, by rows or along a space-filling curve, so
// that the ends of springs are close to each other in memory. The package also has the tools of such orders:
// a radix sort, and loops over all cores whose results do not depend on the number of cores.
//
// ColorSprings and ColorMasses divide springs or masses into colors. No two springs of a color
// share a mass, and no spring joins two masses of a color, so all of one color can be worked on
// at the same time, in any order, with the same result to the last bit. A solver that goes from
// color to color is therefore repeatable on any number of threads, and agrees with every engine
// that takes the colors in the same order. A coloring depends on the ends of springs and on
// which springs are attachments, not on materials: a spring that is cut keeps its color.
package order
