package model

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model/grid"
)

// Terrain is a ground whose height H depends on x and y: all points below its triangles. It pushes
// along the normal n of the triangle below a mass, with the energy ½ kc (H − z)². So its force
// kc (H − z)/n_z changes its direction at a crease, and its energy does not jump there.
type Terrain struct {
	Heights *grid.Heights
	Center  Vec3 // the middle of its rectangle, at height 0 [m]
	Ends    bool // nothing is outside of the rectangle; else its edges continue
}

// Origin returns the corner of the rectangle with the lowest x and y, at height 0 [m].
func (s Terrain) Origin() Vec3 {
	size := s.Heights.Size()
	return s.Center.Sub(Vec3{size[0] / 2, size[1] / 2})
}

// Top returns the largest height [m].
func (s Terrain) Top() float64 {
	_, high := s.Heights.Range()
	return s.Center[2] + high
}

// Depth returns (H − z) n_z, the distance from the plane of the triangle below or above a point, and
// n. Beyond the edge of a terrain that ends there it returns minus the distance from the edge.
func (s Terrain) Depth(x Vec3) (depth float64, normal Vec3) {
	at, size := x.Sub(s.Origin()), s.Heights.Size()
	if s.Ends {
		out := math.Hypot(max(0, -at[0], at[0]-size[0]), max(0, -at[1], at[1]-size[1]))
		if out > 0 {
			return -out, Vec3{0, 0, 1}
		}
	}
	z, dx, dy := s.Heights.At(at[0], at[1])
	up := 1 / math.Sqrt(1+dx*dx+dy*dy)
	return (z - at[2]) * up, Vec3{-dx * up, -dy * up, up}
}

// Field is a solid by its signed distance φ on a grid: negative inside. It pushes along the
// direction in which φ grows, with δ = −φ.
type Field struct {
	Distances   *grid.Distances
	Center      Vec3       // the origin of the distances [m]
	Orientation mgl64.Quat // turns it about its center; zero: not at all
}

// Rotation returns Orientation, or the identity if it is zero.
func (s Field) Rotation() mgl64.Quat { return Box{Orientation: s.Orientation}.Rotation() }

// Depth returns −φ and the normal; outside of the grid minus the distance from it.
func (s Field) Depth(x Vec3) (depth float64, normal Vec3) {
	turn := s.Rotation()
	at := turn.Conjugate().Rotate(x.Sub(s.Center))
	distance, normal := s.Distances.At(at)
	return -distance, turn.Rotate(normal)
}

// StiffnessAt returns the stiffness along the normal at a point [N/m]: kc, or kc/n_z² on a Terrain,
// since the depth is (H − z) n_z and the force kc (H − z)/n_z.
func (c *Contact) StiffnessAt(normal Vec3) float64 {
	if _, terrain := c.Shape.(Terrain); terrain {
		return c.Stiffness / (normal[2] * normal[2])
	}
	return c.Stiffness
}

// Steepest returns the largest ratio of StiffnessAt to kc: 1/n_z² of the steepest triangle of a
// Terrain, and 1 for other shapes.
func (c *Contact) Steepest() float64 {
	if s, terrain := c.Shape.(Terrain); terrain {
		return s.Heights.Steepest()
	}
	return 1
}

// Near reports whether a ball around x with a radius may touch the contact [m].
func (c *Contact) Near(x Vec3, radius float64) bool {
	if s, terrain := c.Shape.(Terrain); terrain {
		return x[2]-radius < s.Top()
	}
	depth, _ := c.Depth(x)
	return depth+radius > 0
}

func (s Terrain) faults() []string {
	if s.Heights == nil {
		return []string{"the terrain has no heights"}
	}
	return pointFault("terrain center", s.Center)
}

func (s Field) faults() []string {
	if s.Distances == nil {
		return []string{"the field has no distances"}
	}
	f := pointFault("field center", s.Center)
	if length := s.Rotation().Len(); !(math.Abs(length-1) < unitTolerance) {
		f = append(f, fmt.Sprintf("field orientation %v has length %g; it must be 1, or 0", s.Orientation, length))
	}
	return f
}

// onGrid reports whether the shape of a contact is a Terrain or a Field, which push masses out, and
// nothing else.
func (c *Contact) onGrid() bool {
	switch c.Shape.(type) {
	case Terrain, Field:
		return true
	}
	return false
}
