package group

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
)

// chunk is the number of hinges, or triangles, that are evaluated together: by one thread, as one force.
const chunk = 512

// bend is the law of some hinges of a structure that bends, see model.Bend.
type bend struct {
	masses []uint32
	at     [][4]int32
	hinges []model.Hinge
}

// bendsOf returns a structure that bends in chunks of hinges.
func bendsOf(b model.Bend) (out []Elastic) {
	for hinges := range slices.Chunk(b.Hinges, chunk) {
		out = append(out, bendOf(hinges))
	}
	return out
}

func bendOf(hinges []model.Hinge) *bend {
	b := &bend{hinges: hinges, at: make([][4]int32, len(hinges))}
	for k := range hinges {
		b.masses = append(b.masses, hinges[k].Corners()...)
	}
	slices.Sort(b.masses)
	b.masses = slices.Clip(slices.Compact(b.masses))
	for k := range hinges {
		for c, mass := range hinges[k].Masses {
			at, _ := slices.BinarySearch(b.masses, mass)
			b.at[k][c] = int32(at)
		}
	}
	return b
}

func (b *bend) Masses() []uint32 { return b.masses }

func (b *bend) Add(force, position, velocity []model.Vec3, _ float64) {
	b.Split(force, nil, position, velocity)
}

// Split adds the forces of the moments, −(k (θ − θ0) + c dθ/dt) times the gradient of θ.
func (b *bend) Split(force, still, position, velocity []model.Vec3) {
	for k := range b.hinges {
		h, at := &b.hinges[k], &b.at[k]
		theta, gradient := bent(h, cornersOf(at, position))
		ofStill := h.Stiffness * spring.Wrap(theta-h.Rest)
		moment := ofStill
		if h.Damping != 0 {
			for c := range gradient {
				moment += h.Damping * gradient[c].Dot(velocity[at[c]])
			}
		}
		for c := range gradient {
			force[at[c]] = force[at[c]].Sub(gradient[c].Mul(moment))
			if still != nil {
				still[at[c]] = still[at[c]].Sub(gradient[c].Mul(ofStill))
			}
		}
	}
}

// Energy returns Σ ½ k (θ − θ0)².
func (b *bend) Energy(position []model.Vec3) (sum float64) {
	for k := range b.hinges {
		h := &b.hinges[k]
		theta, _ := bent(h, cornersOf(&b.at[k], position))
		turn := spring.Wrap(theta - h.Rest)
		sum += 0.5 * h.Stiffness * turn * turn
	}
	return sum
}

// cornersOf returns the positions of the masses of a hinge.
func cornersOf(at *[4]int32, position []model.Vec3) [4]model.Vec3 {
	return [4]model.Vec3{position[at[0]], position[at[1]], position[at[2]], position[at[3]]}
}

// bent returns the angle of a hinge [rad] and its gradient; that of the fourth point is zero
// where it is one of a chain.
func bent(h *model.Hinge, x [4]model.Vec3) (theta float64, gradient [4]model.Vec3) {
	if !h.OfChain() {
		return spring.Hinge(x)
	}
	theta, g := spring.Corner(x[0], x[1], x[2])
	for c := range g {
		gradient[c] = g[c].Mul(-1)
	}
	return math.Pi - theta, gradient
}
