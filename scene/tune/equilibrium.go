package tune

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/scene"
)

// Cross-sections know nothing of bending: a cow on four legs leans and a raised head nods
// before anything is compressed much. So this file also finds how far a body of arbitrary
// shape moves when it stands still under its own weight. It solves the linear equilibrium
// K u = m g with conjugate gradients (Hestenes and Stiefel, 1952) and a diagonal
// preconditioner, without making a matrix.
const (
	reach         = sag / 2 // largest way of most masses, as a part of the size: legs slide apart without friction
	most          = 0.9     // share of the masses that keep within reach; the others are thin tips that may hang down
	settled       = 1e-3    // relative residual at which the solution counts
	maxIterations = 1500

	// softSupport is the stiffness of a support at every mass, relative to the springs
	// around it. Single layers and chains have no stiffness across at all, and would move
	// without limit if they had no support.
	softSupport = 1e-5
)

// BendingFactor returns the factor on all stiffnesses of m with which most masses move by at
// most half a percent of the size under gravity g [m/s²]. The lowest twentieth of the
// height stands on a ground that carries but does not hold sideways. A hanging model is
// held at the highest twentieth instead.
func BendingFactor(m *model.Model, g float64, hanging bool) float64 {
	lo, hi := m.Bounds()
	height := hi[2] - lo[2]
	held := make([]model.Pin, m.MassCount())
	for i, p := range m.RestPosition {
		if hanging && p[2] > hi[2]-foot*height {
			held[i] = model.PinAll
		} else if !hanging && p[2] < lo[2]+foot*height {
			held[i] = model.PinZ
		}
	}
	moved := newNetwork(m, held).settle(g)
	distance := make([]float64, len(moved))
	for i, u := range moved {
		distance[i] = u.Len()
	}
	slices.Sort(distance)
	return distance[int(most*float64(len(distance)-1))] / (reach * scene.Largest(hi.Sub(lo)))
}

// network is the linearized structure: force = −K u, with held axes at rest.
type network struct {
	model    *model.Model
	held     []model.Pin
	along    []model.Vec3 // √k n of every spring, n its direction [√(N/m)]
	diagonal []model.Vec3 // of K [N/m]
	support  []float64    // the soft support, a part of K [N/m]
}

func newNetwork(m *model.Model, held []model.Pin) *network {
	n := &network{model: m, held: held,
		along: make([]model.Vec3, m.SpringCount()), diagonal: make([]model.Vec3, m.MassCount()),
		support: make([]float64, m.MassCount())}
	around := make([]float64, m.MassCount())
	for s, ends := range m.Ends {
		d := m.RestPosition[ends[1]].Sub(m.RestPosition[ends[0]])
		stiffness := stiffnessOf(m, s, m.MaterialOf[s])
		if length := d.Len(); length > 0 {
			n.along[s] = d.Mul(math.Sqrt(stiffness) / length)
		}
		for _, end := range ends {
			around[end] += stiffness
			for axis := range 3 {
				n.diagonal[end][axis] += n.along[s][axis] * n.along[s][axis]
			}
		}
	}
	for i := range n.diagonal {
		n.support[i] = softSupport * max(around[i], 1e-300)
		n.diagonal[i] = n.diagonal[i].Add(model.Vec3{n.support[i], n.support[i], n.support[i]})
	}
	return n
}

// apply sets out = K u.
func (n *network) apply(out, u []model.Vec3) {
	for i := range out {
		out[i] = model.Vec3{}
	}
	for s, ends := range n.model.Ends {
		a, b, w := ends[0], ends[1], &n.along[s]
		// Stretch and force along the spring, both scaled by √k.
		stretch := w[0]*(u[b][0]-u[a][0]) + w[1]*(u[b][1]-u[a][1]) + w[2]*(u[b][2]-u[a][2])
		for axis := range 3 {
			out[a][axis] -= stretch * w[axis]
			out[b][axis] += stretch * w[axis]
		}
	}
	for i := range out {
		for axis := range 3 {
			if n.held[i]&(model.PinX<<axis) != 0 {
				out[i][axis] = 0
			} else {
				out[i][axis] += n.support[i] * u[i][axis]
			}
		}
	}
}

// settle returns the displacement of every mass under gravity g [m].
func (n *network) settle(g float64) []model.Vec3 {
	masses := len(n.held)
	u, residual := make([]model.Vec3, masses), make([]model.Vec3, masses)
	direction, image := make([]model.Vec3, masses), make([]model.Vec3, masses)
	for i := range residual {
		if n.held[i]&model.PinZ == 0 {
			residual[i][2] = -n.model.Mass[i] * g
		}
	}
	// rest is the preconditioned residual times the residual.
	rest := func() (sum float64) {
		for i, r := range residual {
			for axis := range 3 {
				sum += r[axis] * r[axis] / n.diagonal[i][axis]
			}
		}
		return sum
	}
	start := rest()
	size, previous := start, math.Inf(1)
	for range maxIterations {
		if size <= settled*settled*start {
			break
		}
		for i, r := range residual {
			for axis := range 3 {
				direction[i][axis] = r[axis]/n.diagonal[i][axis] + size/previous*direction[i][axis]
			}
		}
		n.apply(image, direction)
		bend := 0.0
		for i := range image {
			bend += image[i].Dot(direction[i])
		}
		if !(bend > 0) {
			break
		}
		for i := range u {
			u[i] = u[i].Add(direction[i].Mul(size / bend))
			residual[i] = residual[i].Sub(image[i].Mul(size / bend))
		}
		previous, size = size, rest()
	}
	return u
}
