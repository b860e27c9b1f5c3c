package mesh

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/order/random"
)

// box returns the surface of a box, with faces outward.
func box(half model.Vec3) *Surface {
	s := &Surface{Name: "box"}
	for k := range 8 {
		x := half
		for axis := range 3 {
			if k>>axis&1 == 0 {
				x[axis] = -x[axis]
			}
		}
		s.Vertices = append(s.Vertices, x)
	}
	for _, face := range [6][4]uint32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		s.AddFace(face[:])
	}
	return s
}

// ball returns a ball of latitudes and longitudes, with faces outward.
func ball(radius float64, n int) *Surface {
	s := &Surface{Name: "ball"}
	for j := range n + 1 {
		for i := range 2 * n {
			sin, cos := math.Sincos(math.Pi * float64(j) / float64(n))
			across, along := math.Sincos(math.Pi * float64(i) / float64(n))
			s.Vertices = append(s.Vertices, model.Vec3{sin * along, sin * across, cos}.Mul(radius))
		}
	}
	at := func(i, j int) uint32 { return uint32(j*2*n + i%(2*n)) }
	for j := range n {
		for i := range 2 * n {
			s.AddFace([]uint32{at(i, j), at(i, j+1), at(i+1, j+1), at(i+1, j)})
		}
	}
	return s
}

// Distances of a box are those of its closed form at every node, and beside a face, where they are
// linear, between nodes, too.
func TestDistancesOfBox(t *testing.T) {
	half := model.Vec3{0.5, 0.3, 0.2}
	d := must.Get(DistancesOf(box(half), DistanceSpec{Cell: 0.03, Band: 0.2}))(t)
	counts := d.Counts()
	low, _ := d.Box()
	for k := range counts[0] * counts[1] * counts[2] {
		at := [3]int{k % counts[0], k / counts[0] % counts[1], k / counts[0] / counts[1]}
		x := low.Add(model.Vec3{float64(at[0]), float64(at[1]), float64(at[2])}.Mul(0.03))
		depth, _ := model.Box{Half: half}.Depth(x)
		must.Near(t, d.Value(at[0], at[1], at[2]), -depth, 1e-9, "distance at %v", x)
	}
	numbers := random.Stream(1)
	for range 100 {
		x := model.Vec3{0.3 * numbers.Signed(), 0.1 * numbers.Signed(), 0.2 + 0.05*numbers.Signed()}
		distance, n := d.At(x)
		must.Near(t, distance, x[2]-0.2, 1e-12, "distance above a face")
		must.Near(t, n.Sub(model.Vec3{0, 0, 1}).Len(), 0, 1e-6, "error of the normal")
	}
}

// Distances between nodes are off by at most h²/(4ρ) where a surface has the radius ρ, here of a ball with
// fine facets; that error falls with the square of the cell, that of the facets stays.
func TestErrorOfCurvature(t *testing.T) {
	const radius, reach = 0.9, 0.05
	numbers, worst := random.Stream(2), [2]float64{}
	for k, cell := range [2]float64{0.1, 0.05} {
		d := must.Get(DistancesOf(ball(radius, 50), DistanceSpec{Cell: cell, Band: 0.3}))(t)
		for range 3000 {
			x := model.Vec3{numbers.Signed(), numbers.Signed(), numbers.Signed()}
			if x.Len() < 0.1 {
				continue
			}
			x = x.Mul((radius + reach*numbers.Signed()) / x.Len())
			distance, _ := d.At(x)
			worst[k] = max(worst[k], math.Abs(distance-(x.Len()-radius)))
		}
		facets := radius * (1 - math.Cos(math.Pi/50)) // they are inside of the ball
		must.Hold(t, worst[k] <= cell*cell/(4*(radius-reach))+2*facets, "cells of %g m: off by %g m", cell, worst[k])
	}
	must.Hold(t, worst[0] > 2*worst[1], "errors of %g and %g m", worst[0], worst[1])
}

// Surfaces that face inward, enclose nothing or have too many cells are refused; one with a small hole is not.
func TestFaultsOfSurfaces(t *testing.T) {
	inward := box(model.Vec3{1, 1, 1})
	for i := range inward.FaceCount() {
		f := inward.Face(i)
		f[1], f[3] = f[3], f[1]
	}
	for want, c := range map[string]struct {
		s    *Surface
		spec DistanceSpec
	}{
		"faces inward":      {inward, DistanceSpec{}},
		"no triangles":      {&Surface{}, DistanceSpec{}},
		"make cells larger": {box(model.Vec3{1, 1, 1}), DistanceSpec{Cell: 1e-4}},
		"nothing is inside": {box(model.Vec3{1, 1, 1e-3}), DistanceSpec{Cell: 0.3}},
	} {
		if _, err := DistancesOf(c.s, c.spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	open := ball(1, 20)
	open.FaceStart = open.FaceStart[:len(open.FaceStart)-3]
	open.Corners = open.Corners[:open.FaceStart[len(open.FaceStart)-1]]
	d := must.Get(DistancesOf(open, DistanceSpec{Cell: 0.1}))(t)
	distance, _ := d.At(model.Vec3{0.02, 0.01, 0})
	must.Hold(t, distance < -0.9, "inside of a ball with a hole the distance is %g m", distance)
}
