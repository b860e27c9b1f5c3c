// Package meet finds where springs of structures touch springs, and masses touch triangles, by the
// law of model.Collision, in float64.
//
// A Set keeps lists of the pairs that are near, which a grid of boxes finds. It makes them anew
// when masses have moved against each other by the skin. Pairs in lists that do not touch add
// nothing, and all are looked at in the order of their numbers, so that no result depends on
// the grid, the skin, the age of lists or the number of threads.
//
// Near pairs are looked at part by part, which threads may do side by side: see Set.Begin.
package meet
