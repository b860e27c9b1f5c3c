// Package order gives the masses of a model new numbers, so that the ends of springs
// are close to each other in memory: by rows or along a space-filling curve. It also
// has what making such orders needs: a radix sort, and loops over all cores whose
// results do not depend on the number of cores.
package order
