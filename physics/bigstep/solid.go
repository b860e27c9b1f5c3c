package bigstep

import (
	"math"

	"hooke/model"
)

// fills is the least eigenvalue of Σ n nᵀ over its largest from which springs fill space.
const fills = 0.1

// grown is the most masses along an axis of a pattern that are looked at; those beyond are
// like those in the middle.
const grown = 16

// Solid reports whether more than half of the masses that are not pinned on all axes have
// springs that fill space where they rest: with the directions n of the springs at a mass,
// the least eigenvalue of Σ n nᵀ is at least a tenth of the largest. It takes 48 bytes per
// mass for a while.
func Solid(m *model.Model) bool {
	if m.Pattern != nil {
		m = part(m)
	}
	m = m.WithoutAttachments()
	tensors := make([][6]float64, m.MassCount())
	m.EachSprings(func(_ int, some model.Springs) bool {
		for k, ends := range some.Ends {
			d := m.RestAt(int(ends[1])).Sub(m.RestAt(int(ends[0])))
			if some.MaterialOf[k] == model.Removed || d == (model.Vec3{}) {
				continue
			}
			n := d.Normalize()
			for _, end := range ends {
				t := &tensors[end]
				for at, ij := range [6][2]int{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}} {
					t[at] += n[ij[0]] * n[ij[1]]
				}
			}
		}
		return true
	})
	free, solid := 0, 0
	for i := range tensors {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		free++
		if least, largest := extremes(&tensors[i]); largest > 0 && least >= fills*largest {
			solid++
		}
	}
	return 2*solid > free
}

// part returns a model by the pattern of another one, with at most grown masses along each axis.
func part(m *model.Model) *model.Model {
	grid := *m.Pattern
	for axis := range grid.Size {
		grid.Size[axis] = min(grid.Size[axis], grown)
	}
	small := &model.Model{Name: m.Name, Pattern: &grid, Materials: m.Materials}
	small.InArrays()
	return small
}

// extremes returns the least and the largest eigenvalue of the symmetric matrix with the entries
// xx, yy, zz, xy, xz, yz, by the angle of the roots of its characteristic polynomial (Smith
// 1961).
func extremes(a *[6]float64) (least, largest float64) {
	mean := (a[0] + a[1] + a[2]) / 3
	x, y, z := a[0]-mean, a[1]-mean, a[2]-mean
	p := math.Sqrt((x*x + y*y + z*z + 2*(a[3]*a[3]+a[4]*a[4]+a[5]*a[5])) / 6)
	if p == 0 {
		return mean, mean
	}
	det := x*(y*z-a[5]*a[5]) - a[3]*(a[3]*z-a[5]*a[4]) + a[4]*(a[3]*a[5]-y*a[4])
	angle := math.Acos(max(-1, min(1, det/(2*p*p*p)))) / 3
	return mean + 2*p*math.Cos(angle+2*math.Pi/3), mean + 2*p*math.Cos(angle)
}
