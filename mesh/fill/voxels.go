package fill

import (
	"math"
	"math/bits"

	"hooke/mesh/build"
	"hooke/model"
)

// voxels says which points of a cubic lattice hold a mass: one bit a point.
// Rows lie along x and start at a word of their own, so that goroutines may
// write different rows.
type voxels struct {
	nx, ny, nz int
	pitch      float64    // [m]
	reach      float64    // from the surface within which points belong to the fill [m]
	origin     model.Vec3 // of point (0, 0, 0) [m]
	words      int        // of a row
	bits       []uint64
	winds      winds // of the points inside
}

// newVoxels returns an empty lattice in the middle of the box. Along axes where the box is
// a whole number of pitches long the lattice begins and ends at the box's faces.
func newVoxels(lo, hi model.Vec3, pitch float64) *voxels {
	v := &voxels{pitch: pitch, reach: reachOf(lo, hi, pitch)}
	for axis, n := range [3]*int{&v.nx, &v.ny, &v.nz} {
		points := pointsAlong(hi[axis]-lo[axis], pitch, v.reach)
		*n = int(points)
		v.origin[axis] = (lo[axis]+hi[axis])/2 - pitch*(points-1)/2
	}
	v.words = (v.nx + 63) / 64
	v.bits = make([]uint64, v.words*v.ny*v.nz)
	return v
}

// reachOf returns the distance from the surface [m] within which a point belongs to the fill:
// 1e-6 of the pitch, or the rounding of single precision, in which many files hold
// coordinates.
func reachOf(lo, hi model.Vec3, pitch float64) float64 {
	const part, rounding, most = 1e-6, 1. / (1 << 23), 1e-3
	largest := 0.0
	for axis := range 3 {
		largest = max(largest, math.Abs(lo[axis]), math.Abs(hi[axis]))
	}
	return min(max(part*pitch, rounding*largest), most*pitch)
}

// pointsAlong returns the number of points along a side of the box, which an integer may be too
// small for. A side may miss a whole number of pitches by the reach.
func pointsAlong(side, pitch, reach float64) float64 {
	pitches := side / pitch
	if near := math.Round(pitches); math.Abs(pitches-near)*pitch <= reach {
		return near + 1
	}
	return math.Floor(pitches) + 1
}

func (v *voxels) at(x, y, z int) model.Vec3 {
	return v.origin.Add(model.Vec3{float64(x), float64(y), float64(z)}.Mul(v.pitch))
}

func (v *voxels) row(y, z int) []uint64 {
	start := v.words * (y + v.ny*z)
	return v.bits[start : start+v.words]
}

// has reports whether a point of the lattice holds a mass.
func (v *voxels) has(x, y, z int) bool { return v.row(y, z)[x/64]>>(x%64)&1 == 1 }

func (v *voxels) set(x, y, z int) { v.row(y, z)[x/64] |= 1 << (x % 64) }

// masses returns the number of points that hold a mass.
func (v *voxels) masses() int {
	count := 0
	for _, w := range v.bits {
		count += bits.OnesCount64(w)
	}
	return count
}

// massesIn returns the number of masses in layer z.
func (v *voxels) massesIn(z int) int {
	count := 0
	for _, w := range v.bits[v.words*v.ny*z : v.words*v.ny*(z+1)] {
		count += bits.OnesCount64(w)
	}
	return count
}

// springsIn returns the number of springs from masses of layer z to other masses, of a stencil
// whose offsets are at most 1 along x.
func (v *voxels) springsIn(z int, stencil []build.Offset) int64 {
	count := 0
	for y := range v.ny {
		row := v.row(y, z)
		for _, o := range stencil {
			if y+o.Dy < 0 || y+o.Dy >= v.ny || z+o.Dz >= v.nz {
				continue
			}
			other := v.row(y+o.Dy, z+o.Dz)
			for i, word := range row {
				count += bits.OnesCount64(word & shifted(other, i, o.Dx))
			}
		}
	}
	return int64(count)
}

// shifted is word i of a row moved by −1, 0 or 1 along x: each point gets the bit of the
// point dx ahead.
func shifted(row []uint64, i, dx int) uint64 {
	word := row[i]
	switch dx {
	case 1:
		word >>= 1
		if i+1 < len(row) {
			word |= row[i+1] << 63
		}
	case -1:
		word <<= 1
		if i > 0 {
			word |= row[i-1] >> 63
		}
	}
	return word
}

// springs returns the number of springs between masses of the lattice.
func (v *voxels) springs(stencil []build.Offset) (count int64) {
	for z := range v.nz {
		count += v.springsIn(z, stencil)
	}
	return count
}

// eachInLayer calls visit for every mass of a layer in row order.
func (v *voxels) eachInLayer(z int, visit func(x, y int)) {
	for y := range v.ny {
		for i, word := range v.row(y, z) {
			for ; word != 0; word &= word - 1 {
				visit(64*i+bits.TrailingZeros64(word), y)
			}
		}
	}
}
