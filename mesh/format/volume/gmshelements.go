package volume

import (
	"hooke/mesh/scan"
	"hooke/model"
)

// This file reads the numbers of a Gmsh file, as text or binary.

// size reads a count or a tag of version 4.
func (g *gmsh) size(what string) int64 {
	switch {
	case !g.Binary:
		return g.Integer(what)
	case g.sizeBytes == 4:
		return int64(uint32(g.Int32(what)))
	}
	return g.Int64(what)
}

// short reads a number that takes 4 bytes in binary files.
func (g *gmsh) short(what string) int64 {
	if g.Binary {
		return g.Int32(what)
	}
	return g.Integer(what)
}

func (g *gmsh) real(what string) float64 {
	if g.Binary {
		return g.Float64(what)
	}
	return g.Float(what)
}

// sizeCount reads a size that counts things, and checks that it is possible.
func (g *gmsh) sizeCount(what string) int { return g.CheckCount(g.size(what), what) }

// allNodes reads the nodes of either version. A parametric node of version 2 has, behind
// the position, the dimension and number of its entity, and its parameters on the entity where
// that is a curve or a surface.
func (g *gmsh) allNodes(parametric bool) {
	var tags scan.ChunkedSlice[int64]
	if g.version < 4 {
		n := g.Count("the number of nodes")
		g.beginRaw()
		for i := 0; i < n && g.Err == nil; i++ {
			tags.Add(g.short("a node's number"))
			g.addNode(g.position())
			if parametric {
				dim := g.short("a dimension")
				g.short("an entity's number")
				for p := int64(0); dim < 3 && p < dim; p++ {
					g.real("a parameter")
				}
			}
		}
		g.numberNodes(tags.Join())
		return
	}

	g.beginRaw()
	blocks, total := g.sizeCount("the number of node blocks"), g.size("the number of nodes")
	g.size("the lowest node")
	g.size("the highest node")
	for b := 0; b < blocks && g.Err == nil; b++ {
		dim := g.short("a dimension")
		g.short("an entity's number")
		parametric := g.short("0 or 1 for parametric")
		n := g.sizeCount("the number of nodes of a block")
		for i := 0; i < n && g.Err == nil; i++ {
			tags.Add(g.size("a node's number"))
		}
		for i := 0; i < n && g.Err == nil; i++ {
			g.addNode(g.position())
			for p := int64(0); parametric != 0 && p < min(dim, 3); p++ {
				g.real("a parameter")
			}
		}
	}
	if g.Err == nil && int64(tags.Len()) != total {
		g.Fault("%d nodes in the blocks, and %d announced", tags.Len(), total)
	}
	g.numberNodes(tags.Join())
}

func (g *gmsh) position() model.Vec3 {
	return model.Vec3{g.real("x of a node"), g.real("y of a node"), g.real("z of a node")}
}

// beginRaw starts the binary data of a section, after the end of the line. In text files
// it does nothing.
func (g *gmsh) beginRaw() {
	if g.raw {
		g.SkipLine()
		g.Binary = true
	}
}

// gmshMostNodes is the largest number of nodes of an element that ReadGmsh knows.
const gmshMostNodes = 125

// allElements reads the elements of either version.
func (g *gmsh) allElements() {
	switch {
	case g.version >= 4:
		g.elements4()
	case g.raw:
		g.elements2Raw()
	default:
		g.elements2()
	}
}

// elements2 reads lines that hold a number, a type, tags and nodes.
func (g *gmsh) elements2() {
	n := g.Count("the number of elements")
	for i := 0; i < n && g.Err == nil; i++ {
		g.Integer("an element's number")
		shape := g.shape(g.Integer("an element's type"))
		label := g.tags2(g.Integer("the number of tags"))
		g.element(shape, label)
	}
}

// elements2Raw reads blocks, each with a header that holds a type, the number of elements
// and the number of tags of each.
func (g *gmsh) elements2Raw() {
	n := g.Count("the number of elements")
	g.beginRaw()
	for i := 0; i < n && g.Err == nil; {
		shape := g.shape(g.Int32("an element's type"))
		block := g.CheckCount(g.Int32("the number of elements of a block"), "the number of elements of a block")
		tags := g.Int32("the number of tags")
		if g.Err == nil && (block == 0 || block > n-i) {
			g.Fault("a block of %d elements where %d are left of those announced", block, n-i)
		}
		for j := 0; j < block && g.Err == nil; j++ {
			g.Int32("an element's number")
			g.element(shape, g.tags2(tags))
		}
		i += block
	}
}

// tags2 reads the tags of an element of version 2 and returns the first one, which is the
// physical group.
func (g *gmsh) tags2(count int64) (label int64) {
	if count < 0 || count > 1<<16 {
		g.Fault("%d tags of one element", count)
		return 0
	}
	for t := int64(0); t < count && g.Err == nil; t++ {
		if tag := g.short("a tag"); t == 0 {
			label = tag
		}
	}
	return label
}

// elements4 reads blocks of elements, each of one type and one entity.
func (g *gmsh) elements4() {
	g.beginRaw()
	blocks, total := g.sizeCount("the number of element blocks"), g.size("the number of elements")
	g.size("the lowest element")
	g.size("the highest element")
	read := int64(0)
	for b := 0; b < blocks && g.Err == nil; b++ {
		dim := g.short("a dimension")
		label := int64(0)
		// An unknown dimension would have no words for its groups.
		if labels := g.labelsOf(dim, g.short("an entity's number")); len(labels) > 0 && 0 <= dim && dim <= 3 {
			label = int64(g.volume.Union.Of(int(dim), labels...))
		}
		shape := g.shape(g.short("an element's type"))
		n := g.sizeCount("the number of elements of a block")
		for i := 0; i < n && g.Err == nil; i++ {
			g.size("an element's number")
			g.element(shape, label)
			read++
		}
	}
	if g.Err == nil && read != total {
		g.Fault("%d elements in the blocks, and %d announced", read, total)
	}
}

// element reads the nodes of an element and adds it.
func (g *gmsh) element(shape gmshShape, label int64) {
	if g.Err != nil {
		return
	}
	var tags [gmshMostNodes]int64
	for i := range shape.nodes {
		if g.version >= 4 {
			tags[i] = g.size("a node of an element")
		} else {
			tags[i] = g.short("a node of an element")
		}
	}
	if g.Err == nil {
		g.add(shape, tags[:shape.nodes], label)
	}
}
