// Package shell has what can be seen of a model by a pattern: the masses on the faces of the
// grid, with all their springs and the masses at the other ends of these, as a model in
// arrays. Pictures are drawn of that model, with colors, boxes and counts of the whole, for
// which all masses are looked at where the engine has them. A lattice of a billion springs
// has 77 million masses, of which one million are on its faces.
//
// Nothing else of the whole is put into arrays. What the surface looks like does not depend on
// the rest: how masses lie to their neighbors follows from their own springs (viewer/draw/surface),
// and so do the colors of a surface.
package shell
