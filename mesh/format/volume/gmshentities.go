package volume

import (
	"math"
	"slices"

	"hooke/mesh"
)

// This file finds out which pieces of geometry of a Gmsh 4.1 file are in which physical
// groups.

// entities reads which piece of geometry belongs to which physical group.
func (g *gmsh) entities() { g.readEntities(false) }

// partitionedEntities reads the pieces into which partitions cut the geometry. A piece
// without a physical group of its own has the group of the entity from which it was cut.
func (g *gmsh) partitionedEntities() {
	g.size("the number of partitions")
	for i, n := 0, g.sizeCount("the number of ghost entities"); i < n && g.Err == nil; i++ {
		g.short("a ghost entity")
		g.short("a ghost entity's partition")
	}
	g.readEntities(true)
}

// readEntities reads lists of points, curves, surfaces and volumes.
func (g *gmsh) readEntities(partitioned bool) {
	var count [4]int
	for dim := range count {
		count[dim] = g.sizeCount("the number of entities")
	}
	whole := &gmsh{physical: g.physical} // the entities from which the pieces were cut
	for dim, n := range count {
		for i := 0; i < n && g.Err == nil; i++ {
			tag, inherited := g.short("an entity's number"), []int32(nil)
			if partitioned {
				inherited = g.parentLabels(whole, int64(dim))
			}
			labels := g.groupsOfEntity(dim)
			if len(labels) == 0 {
				labels = inherited
			}
			if len(labels) > 0 {
				g.physical = append(g.physical, gmshEntity{int64(dim), tag, labels})
				g.volume.Union.Above(labels)
			}
		}
	}
	slices.SortFunc(g.physical, compareGmshEntities)
}

// parentLabels reads from which entity a piece was cut, and the partitions of the piece.
// It returns the physical groups of that entity.
func (g *gmsh) parentLabels(whole *gmsh, dim int64) (labels []int32) {
	parentDim, parent := g.short("the dimension of a parent"), g.short("the number of a parent")
	if parentDim == dim { // otherwise the piece lies between partitions, and belongs to no group
		labels = whole.labelsOf(parentDim, parent)
	}
	for p, all := 0, g.sizeCount("the number of partitions of an entity"); p < all && g.Err == nil; p++ {
		g.short("a partition")
	}
	return labels
}

// groupsOfEntity reads the box, the groups and the bounds of an entity, and returns its
// physical groups.
func (g *gmsh) groupsOfEntity(dim int) (labels []int32) {
	numbers := 6 // numbers of the box around the entity
	if dim == 0 {
		numbers = 3
	}
	for range numbers {
		if g.Binary {
			g.Bytes(8, "an entity's box")
		} else {
			g.Word("an entity's box") // the word may be no number where the box is empty
		}
	}
	for p, all := 0, g.sizeCount("the number of physical groups"); p < all && g.Err == nil; p++ {
		// A negative number says that the entity is turned around in the group.
		if group := mesh.ClampLabel(max(g.short("a physical group"), -math.MaxInt32)); group != 0 {
			labels = append(labels, max(group, -group))
		}
	}
	if dim > 0 {
		for b, all := 0, g.sizeCount("the number of bounding entities"); b < all && g.Err == nil; b++ {
			g.short("a bounding entity")
		}
	}
	return labels
}

func compareGmshEntities(a, b gmshEntity) int {
	if a.dim != b.dim {
		return int(a.dim - b.dim)
	}
	return int(a.tag - b.tag)
}

// labelsOf returns the physical groups of an entity.
func (g *gmsh) labelsOf(dim, tag int64) []int32 {
	if at, found := slices.BinarySearchFunc(g.physical, gmshEntity{dim: dim, tag: tag}, compareGmshEntities); found {
		return g.physical[at].labels
	}
	return nil
}
