package cpuref

import (
	"math"

	"hooke/model"
)

// stiffnessAlong returns kc of a contact along its normal at a point [N/m]. The energy on a terrain is
// ½ kc (H − z)², and the depth (H − z) n_z, so that kc counts 1/n_z² times there.
func stiffnessAlong(c *model.Contact, n model.Vec3) float64 {
	if _, terrain := c.Shape.(model.Terrain); terrain {
		return c.Stiffness / (n[2] * n[2])
	}
	return c.Stiffness
}

// below returns a depth as the contact's energy ½ kc δ² has it, and minus its gradient: of a terrain
// H − z and n/n_z.
func below(c *model.Contact, depth float64, n model.Vec3) (float64, model.Vec3) {
	if _, terrain := c.Shape.(model.Terrain); terrain {
		return depth / n[2], n.Mul(1 / n[2])
	}
	return depth, n
}

// terrainDepth returns how far a point is below the plane of the triangle of a terrain above or below
// it [m], with the normal. It goes through the corners of the triangle, which are the lowest and the
// highest of the cell, and the one on the point's side of their diagonal. Beyond an edge the ground is
// that at the edge, level across it; or the point is outside, by the distance from the edge, where a
// terrain ends.
func terrainDepth(s model.Terrain, x model.Vec3) (depth float64, n model.Vec3) {
	columns, rows := s.Heights.Counts()
	size, counts := s.Heights.Size(), [2]int{columns, rows}
	at := [2]float64{x[0] - s.Center[0] + size[0]/2, x[1] - s.Center[1] + size[1]/2}
	var cell [2]int
	var cells, inside, out [2]float64 // the size of a cell; the nearest point of the rectangle, and how far that is
	for axis := range 2 {
		cells[axis] = size[axis] / float64(counts[axis]-1)
		inside[axis] = math.Min(math.Max(at[axis], 0), size[axis])
		out[axis] = at[axis] - inside[axis]
		cell[axis] = min(int(inside[axis]/cells[axis]), counts[axis]-2)
	}
	if away := math.Hypot(out[0], out[1]); away > 0 && s.Ends {
		return -away, model.Vec3{0, 0, 1}
	}
	corner := func(i, j int) model.Vec3 {
		return model.Vec3{float64(cell[0]+i) * cells[0], float64(cell[1]+j) * cells[1], s.Heights.Height(cell[0]+i, cell[1]+j)}
	}
	a, c := corner(0, 0), corner(1, 1)
	along, across := inside[0]/cells[0]-float64(cell[0]), inside[1]/cells[1]-float64(cell[1])
	if n = corner(1, 0).Sub(a).Cross(c.Sub(a)); across > along {
		n = c.Sub(a).Cross(corner(0, 1).Sub(a))
	}
	height := a[2] - (n[0]*(inside[0]-a[0])+n[1]*(inside[1]-a[1]))/n[2]
	for axis := range 2 {
		if out[axis] != 0 {
			n[axis] = 0
		}
	}
	n = n.Normalize()
	return (height - (x[2] - s.Center[2])) * n[2], n
}

// fieldDepth returns how far a point is inside of a field [m], with the normal. Distance and gradient
// are weighted means over the corners of the cell around the point; the gradient of a corner is that
// of the parabola through its neighbors, on the border of the line to the one there.
func fieldDepth(s model.Field, x model.Vec3) (depth float64, n model.Vec3) {
	turn := s.Rotation().Mat4().Mat3()
	at := turn.Transpose().Mul3x1(x.Sub(s.Center))
	low, high := s.Distances.Box()
	if away := at.Sub(clamped(at, low, high)).Len(); away > 0 {
		return -away, turn.Mul3x1(model.Vec3{0, 0, 1})
	}
	counts, cell := s.Distances.Counts(), s.Distances.Cell()
	value := func(node [3]int) float64 { return s.Distances.Value(node[0], node[1], node[2]) }
	var first [3]int
	for axis := range 3 {
		first[axis] = min(int((at[axis]-low[axis])/cell), counts[axis]-2)
	}
	distance, gradient := 0.0, model.Vec3{}
	for _, corner := range [8][3]int{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}} {
		node, weight := first, 1.0
		for axis := range 3 {
			node[axis] += corner[axis]
			weight *= 1 - math.Abs(low[axis]+float64(node[axis])*cell-at[axis])/cell
		}
		distance += weight * value(node)
		for axis := range 3 {
			before, behind := node, node
			before[axis], behind[axis] = max(node[axis]-1, 0), min(node[axis]+1, counts[axis]-1)
			gradient[axis] += weight * (value(behind) - value(before)) / (float64(behind[axis]-before[axis]) * cell)
		}
	}
	size := gradient.Len()
	if size < noSlope {
		return 0, turn.Mul3x1(model.Vec3{0, 0, 1})
	}
	return -distance, turn.Mul3x1(gradient.Mul(1 / size))
}

// noSlope is the size of a gradient below which a field has no direction.
const noSlope = 1e-6

// clamped returns the point of a box that is nearest to x.
func clamped(x, low, high model.Vec3) model.Vec3 {
	for axis := range 3 {
		x[axis] = math.Min(math.Max(x[axis], low[axis]), high[axis])
	}
	return x
}
