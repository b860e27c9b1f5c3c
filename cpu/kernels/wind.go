package kernels

import (
	"math"

	"hooke/cpu/table"
)

// WindGroup is up to 16 triangles. In a row, the corners of triangle i lie i lanes behind those
// of the first one; else Corners of the call has them. 16 bytes.
type WindGroup struct {
	Base [3]int32 // lanes of the corners of the first triangle of a row
	Own  int32    // number of the group in Corners; negative: it is a row
}

// WindNumbers are the numbers of wind, as kernels read them.
type WindNumbers[T table.Real] struct {
	Air  [3]T // velocity of the air [m/s]
	Drag T    // ½ ρ CD/6 [kg/m³]
	Lift T    // ½ ρ CL/6 [kg/m³]
}

// WindFloats is how many numbers a group has in the forces of a call: {x, y, z, 0} of each
// triangle, see WindPlace.
const WindFloats = 4 * table.Width

// WindPlace returns where triangle i of a group has its force [numbers]: so a kernel need not move
// numbers between the parts of its registers.
func WindPlace(i int) int { return 16*(i%4) + 4*(i/4) }

// WindCall holds the arguments of a kernel that evaluates wind on triangles. Assembly reads the
// first fields.
type WindCall[T table.Real] struct {
	x, v    *T         // lane 0 in the arrays x and vx
	stride  int64      // from array to array, of both [bytes]
	groups  *WindGroup // the first one
	count   int64      // number of groups, at least 1
	corners *int32     // of all groups that are no row: 16 lanes of the first corner, of the second, of the third
	third   *T         // of the forces on the triangles of the first group [N]
	numbers *WindNumbers[T]

	now   Motions[T]
	some  []WindGroup
	lanes []int32
	out   []T
}

// Set aims a call at some groups; third has WindFloats numbers for each of them.
func (c *WindCall[T]) Set(now Motions[T], groups []WindGroup, corners []int32, third []T, n *WindNumbers[T]) {
	c.x, c.v, c.stride = now.Position.lane(0), &now.Velocity.Array(ArrayVX)[table.Width], now.Position.strideBytes()
	c.groups, c.count, c.third, c.numbers = &groups[0], int64(len(groups)), &third[0], n
	c.corners = nil
	if len(corners) > 0 {
		c.corners = &corners[0]
	}
	c.now, c.some, c.lanes, c.out = now, groups, corners, third
}

// WindGo writes a third of the force on each triangle of some groups. With n, twice the area of
// a triangle along its normal, u, the velocity of the air against the mean of its corners, and
// r = |n·u|/(|n| |u|),
//
//	F/3 = |n·u| (D − L r) u + L |u| (n·u)/|n| n
//
// and nothing where |n| or |u| is zero.
func WindGo[T table.Real](c *WindCall[T]) {
	for g, group := range c.some {
		for i := range table.Width {
			var lanes [3]int
			for j := range lanes {
				lanes[j] = int(group.Base[j]) + i
				if group.Own >= 0 {
					lanes[j] = int(c.lanes[(3*int(group.Own)+j)*table.Width+i])
				}
			}
			f := c.numbers.third(c.now, lanes)
			copy(c.out[g*WindFloats+WindPlace(i):], f[:])
		}
	}
}

// third returns a third of the force on a triangle [N].
func (w *WindNumbers[T]) third(now Motions[T], lanes [3]int) (f [4]T) {
	a := now.Position.Get(ArrayX, lanes[0])
	n := cross(minus(now.Position.Get(ArrayX, lanes[1]), a), minus(now.Position.Get(ArrayX, lanes[2]), a))
	// The sum of differences is exactly 0 for a plate that moves with the air.
	var u [3]T
	for _, lane := range lanes {
		u = plus(u, minus(w.Air, now.Velocity.Get(ArrayVX, lane)))
	}
	for axis := range u {
		u[axis] *= 1. / 3
	}
	square, speed := Dot(n, n), Dot(u, u)
	if square <= 0 || speed <= 0 {
		return f
	}
	perSize, perSpeed := 1/T(math.Sqrt(float64(square))), 1/T(math.Sqrt(float64(speed)))
	along := Dot(n, u)
	across := max(along, -along)
	drag := across * (w.Drag - w.Lift*(across*perSize*perSpeed))
	lift := w.Lift * (speed * perSpeed) * (along * perSize)
	for axis := range u {
		f[axis] = drag*u[axis] + lift*n[axis]
	}
	return f
}

// GatherCall holds the arguments of a kernel that adds up forces for masses, each in an order
// of its own. Assembly reads the first fields.
type GatherCall[T table.Real] struct {
	places *int32 // of the masses in the forces of all slices, as ForcesCall.out has them
	begins *int32 // of the masses, and one more: where their parts begin
	count  int64  // of masses, at least 1
	parts  *int32 // indices of {x, y, z, 0} in from, halved
	from   *T     // forces [N]
	force  *T     // of the first slice of the call
	skip   int64  // the forces of the slices before it [bytes]

	at, first, of []int32
	source, to    []T
}

// Set points a call at masses with these indices, whose forces begin with slice first; begins has
// one number more.
func (c *GatherCall[T]) Set(places, begins, parts []int32, from, force []T, first int) {
	c.places, c.begins, c.count, c.parts, c.from = &places[0], &begins[0], int64(len(places)), &parts[0], &from[0]
	c.force, c.skip = &force[0], table.SizeOf[T]()*3*table.Width*int64(first)
	c.at, c.first, c.of, c.source, c.to = places, begins, parts, from, force
}

// GatherGo adds the other forces on each mass of a call to its force.
func GatherGo[T table.Real](c *GatherCall[T]) {
	for i, place := range c.at {
		var sum [3]T
		for _, part := range c.of[c.first[i]:c.first[i+1]] {
			sum = plus(sum, [3]T(c.source[2*part:]))
		}
		for axis, f := range sum {
			c.to[int64(place)-c.skip/table.SizeOf[T]()+int64(axis*table.Width)] += f
		}
	}
}
