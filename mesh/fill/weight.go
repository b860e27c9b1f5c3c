package fill

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"hooke/machine/panics"
	"hooke/mesh"
	"hooke/model"
)

// leastShare is the least share of its cell that a mass is given: an octant. A mass at a
// sharp tip would have almost no share, and very light masses need very short steps.
const leastShare = 1. / 8

// onSide is the distance of a winding number from 0 or 1 below which a point is outside or
// inside. It covers the error of the dipoles (see mesh.Winding).
const onSide = 0.05

// shares returns the share of each mass's cell that is inside the surface, in row order,
// by the centers of the cell's octants: 1 for masses away from the surface. It uses all
// cores.
func (v *voxels) shares(s *mesh.Surface, w *mesh.Winding) []float64 {
	// An octant's center is √3/4 pitches from the mass. Where the surface is farther away,
	// all centers are inside.
	near := &voxels{nx: v.nx, ny: v.ny, nz: v.nz, pitch: v.pitch, origin: v.origin, words: v.words, bits: make([]uint64, len(v.bits))}
	near.eachNear(s, 1.001*math.Sqrt(3)/4*v.pitch, func(_, x, y, z int) { near.setShared(x, y, z) })
	octants := newOctants(v, s, w)

	first := make([]int, v.nz+1) // mass of each layer
	for z := range v.nz {
		first[z+1] = first[z] + v.massesIn(z)
	}
	shares := make([]float64, first[v.nz])
	var next atomic.Int64
	var group panics.Group
	for range min(v.nz, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for z := int(next.Add(1)) - 1; z < v.nz; z = int(next.Add(1)) - 1 {
				i := first[z]
				v.eachInLayer(z, func(x, y int) {
					shares[i] = 1
					if near.has(x, y, z) {
						shares[i] = max(leastShare, octants.inside(x, y, z))
					}
					i++
				})
			}
		})
	}
	group.Wait()
	return shares
}

// octants are the eight parts of the cells of a lattice. Their centers are a lattice of
// half the pitch.
type octants struct {
	centers   voxels
	winding   *mesh.Winding
	onSurface []uint64 // numbers of the centers that are on the surface, ascending
}

func newOctants(v *voxels, s *mesh.Surface, w *mesh.Winding) *octants {
	quarter := v.pitch / 4
	o := &octants{winding: w, centers: voxels{nx: 2 * v.nx, ny: 2 * v.ny, nz: 2 * v.nz, pitch: v.pitch / 2, reach: v.reach,
		origin: v.origin.Sub(model.Vec3{quarter, quarter, quarter})}}
	var mutex sync.Mutex
	o.centers.eachNear(s, v.reach, func(_, x, y, z int) {
		mutex.Lock()
		o.onSurface = append(o.onSurface, o.number(x, y, z))
		mutex.Unlock()
	})
	slices.Sort(o.onSurface)
	o.onSurface = slices.Compact(o.onSurface)
	return o
}

func (o *octants) number(x, y, z int) uint64 {
	return uint64(x) + uint64(o.centers.nx)*(uint64(y)+uint64(o.centers.ny)*uint64(z))
}

// inside returns the share of the octants of a mass's cell whose centers are inside the
// surface. A center on the surface counts by the part of its neighborhood that is inside,
// such as 1/2 on a face.
func (o *octants) inside(x, y, z int) (share float64) {
	for octant := range 8 {
		x, y, z := 2*x+octant&1, 2*y+octant>>1&1, 2*z+octant>>2
		center := o.centers.at(x, y, z)
		if _, on := slices.BinarySearch(o.onSurface, o.number(x, y, z)); !on {
			share += o.at(center) / 8
			continue
		}
		for corner := range 8 { // of a small box around the center, in no plane through it that a mesh may have
			aside := model.Vec3{4, 5.3, 6.7}.Mul(o.centers.reach)
			for axis := range 3 {
				aside[axis] *= float64(2*(corner>>axis&1) - 1)
			}
			share += o.at(center.Add(aside)) / 64
		}
	}
	return share
}

// at returns 1 inside the surface, 0 outside, and the winding number near holes.
func (o *octants) at(p model.Vec3) float64 {
	switch turns := math.Abs(o.winding.At(p)); {
	case turns < onSide:
		return 0
	case turns > 1-onSide:
		return 1
	default:
		return turns
	}
}

// weigh returns the masses [kg] in row order: shares of their cells, scaled so that their
// sum is the density times the volume that the surface encloses [m³].
func (f *filled) weigh(s *mesh.Surface, w *mesh.Winding, density, volume float64) []float64 {
	mass, sum := f.shares(s, w), 0.0
	for _, share := range mass {
		sum += share
	}
	for i := range mass {
		mass[i] *= density * volume / sum
	}
	return mass
}

// enclosed returns the volume that the surface encloses around the lattice [m³]; signed is the
// volume of the surface, negative where its polygons face inward. Volume that is wound
// around twice counts once, and volume that parts of the surface wind around the other way
// counts like the rest: the lattice tells how much that is. Bodies of the surface that
// were left out do not count.
func (f *filled) enclosed(s *mesh.Surface, signed float64) float64 {
	points, turns := float64(f.winds.points), float64(f.winds.turns)
	if signed < 0 {
		turns = -turns
	}
	volume := math.Abs(signed)
	if turns > points {
		volume *= points / turns
	} else {
		volume += (points - turns) * f.pitch * f.pitch * f.pitch
	}
	if len(f.apart) > 0 {
		volume -= f.leftOut(s)
	}
	return volume
}

// body is a part of a surface that shares no vertex with others.
type body struct {
	lo, hi model.Vec3 // its box [m]
	volume float64    // [m³], negative where polygons face inward
	kept   bool       // a mass that was kept is in the box
	lost   bool       // a mass that was left out is in the box
}

// bodiesOf returns the bodies of a surface.
func bodiesOf(s *mesh.Surface) []body {
	sets := mesh.NewDisjointSets(len(s.Vertices))
	for i := range s.FaceCount() {
		f := s.Face(i)
		for _, v := range f[1:] {
			sets.Join(f[0], v)
		}
	}
	number := map[uint32]int{}
	var bodies []body
	for _, t := range s.Triangles() {
		root := sets.Root(t[0])
		n, ok := number[root]
		a, b, c := s.Places(t)
		if !ok {
			n = len(bodies)
			number[root] = n
			bodies = append(bodies, body{lo: a, hi: a})
		}
		of, origin := &bodies[n], s.Vertices[root]
		of.volume += a.Sub(origin).Dot(b.Sub(origin).Cross(c.Sub(origin))) / 6
		for _, x := range [3]model.Vec3{a, b, c} {
			for axis := range 3 {
				of.lo[axis], of.hi[axis] = min(of.lo[axis], x[axis]), max(of.hi[axis], x[axis])
			}
		}
	}
	return bodies
}

// leftOut returns the volume of the bodies of which no mass was kept [m³].
func (f *filled) leftOut(s *mesh.Surface) (volume float64) {
	bodies := bodiesOf(s)
	if len(bodies) == 1 {
		return 0
	}
	holds := func(b *body, p model.Vec3) bool {
		for axis, x := range p {
			if x < b.lo[axis]-f.reach || x > b.hi[axis]+f.reach {
				return false
			}
		}
		return true
	}
	for _, r := range f.apart {
		for i := range bodies {
			bodies[i].lost = bodies[i].lost || holds(&bodies[i], f.at(int(r.first), r.row%f.ny, r.row/f.ny))
		}
	}
	for i := range bodies {
		b := &bodies[i]
		for z := 0; z < f.nz && b.lost && !b.kept; z++ {
			f.eachInLayer(z, func(x, y int) { b.kept = b.kept || holds(b, f.at(x, y, z)) })
		}
		if b.lost && !b.kept {
			volume += math.Abs(b.volume)
		}
	}
	return volume
}
