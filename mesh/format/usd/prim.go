package usd

import (
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// prim is a node of the scene with those of its properties that matter here.
type prim struct {
	parent   *prim  // nil at the top
	kind     string // such as Mesh; empty without a type
	name     string
	at       [2]int // line and column where it begins
	inactive bool
	abstract bool // a class, or an over of a prim that another file defines
	schemas  []string

	points   []model.Vec3
	counts   []uint32 // corners of each polygon, or points of each curve
	indices  []uint32
	tets     []uint32 // four each
	subset   []uint32 // numbers of polygons, of a GeomSubset
	element  string   // of what a GeomSubset is
	subsets  []*prim  // of the polygons of a Mesh
	label    int32    // of its elements among the groups of the file; 0: none
	left     bool     // whether polygons are clockwise seen from outside
	hidden   bool     // invisible
	purpose  string
	periodic bool // curves that are closed
	cubic    bool // curves whose points are control points

	ops     map[string]mgl64.Mat4 // transforms by the name of their attribute
	order   []string              // of the transforms
	sampled bool                  // whether a value is the first of several over time
	bound   string                // path of its physics material

	stuff material
}

// material holds the numbers of a deformable body or its material, in units of the file; zero: not
// given.
type material struct {
	young, poisson, density, thickness, mass float64
}

// path returns the path of a prim.
func (p *prim) path() string {
	if p == nil {
		return ""
	}
	return p.parent.path() + "/" + p.name
}

// body returns the nearest prim above with a schema of deformable bodies, or else the parent; nil at
// the top.
func (p *prim) body() *prim {
	for above := p.parent; above != nil; above = above.parent {
		for _, name := range above.schemas {
			if strings.Contains(name, "Deformable") {
				return above
			}
		}
	}
	return p.parent
}

// live reports whether a prim is part of the scene, with all above it.
func (p *prim) live() bool {
	return p == nil || !p.inactive && !p.abstract && p.parent.live()
}

// shown reports whether a prim is visible, with all above it.
func (p *prim) shown() bool { return p == nil || !p.hidden && p.parent.shown() }
