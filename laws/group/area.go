package group

import (
	"slices"

	"hooke/model"
)

// area is the law of the areas of some triangles, see model.Area.
type area struct {
	model.Area
	masses    []uint32
	triangles [][3]int32 // corners, as numbers in masses
	rest      []float64  // a0 [m²]
}

// areasOf returns a spring of areas in chunks of triangles.
func areasOf(m *model.Model, a model.Area) (out []Elastic) {
	triangles, rest := m.Membrane(a.Masses)
	for first := 0; first < len(triangles); first += chunk {
		end := min(first+chunk, len(triangles))
		out = append(out, areaOf(a, triangles[first:end], rest[first:end]))
	}
	return out
}

func areaOf(a model.Area, triangles [][3]uint32, rest []float64) *area {
	out := &area{Area: a, rest: rest, triangles: make([][3]int32, len(triangles))}
	for _, t := range triangles {
		out.masses = append(out.masses, t[:]...)
	}
	slices.Sort(out.masses)
	out.masses = slices.Clip(slices.Compact(out.masses))
	for k, t := range triangles {
		for c, mass := range t {
			at, _ := slices.BinarySearch(out.masses, mass)
			out.triangles[k][c] = int32(at)
		}
	}
	return out
}

func (a *area) Masses() []uint32 { return a.masses }

func (a *area) Add(force, position, velocity []model.Vec3, _ float64) {
	a.Split(force, nil, position, velocity)
}

// Split adds the forces of the tension, −σ ∂a/∂x. A triangle that has collapsed to a line has no
// normal, and no force.
func (a *area) Split(force, still, position, velocity []model.Vec3) {
	for k, t := range a.triangles {
		x := [3]model.Vec3{position[t[0]], position[t[1]], position[t[2]]}
		double := x[1].Sub(x[0]).Cross(x[2].Sub(x[0]))
		size := double.Len()
		if size == 0 {
			continue
		}
		var growth [3]model.Vec3 // ∂a/∂x
		rate := 0.0
		for c := range growth {
			growth[c] = double.Cross(x[(c+2)%3].Sub(x[(c+1)%3])).Mul(0.5 / size)
			rate += growth[c].Dot(velocity[t[c]])
		}
		pull := a.Stiffness * (size/2 - a.rest[k])
		tension, ofStill := (pull+a.Damping*rate)/a.rest[k], pull/a.rest[k]
		for c, corner := range t {
			force[corner] = force[corner].Sub(growth[c].Mul(tension))
			if still != nil {
				still[corner] = still[corner].Sub(growth[c].Mul(ofStill))
			}
		}
	}
}

// Energy returns Σ ½ k (a − a0)²/a0.
func (a *area) Energy(position []model.Vec3) (sum float64) {
	for k, t := range a.triangles {
		x := position[t[0]]
		more := position[t[1]].Sub(x).Cross(position[t[2]].Sub(x)).Len()/2 - a.rest[k]
		sum += 0.5 * a.Stiffness * more * more / a.rest[k]
	}
	return sum
}
