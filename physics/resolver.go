package physics

import (
	"runtime"

	"hooke/machine/panics"
	"hooke/model"
	"hooke/model/spring"
)

// Resolver converts the material of each spring to its k and c, for one model and one step.
// No other code converts the vocabularies. m_r is the reduced mass of the ends; a mass pinned
// on all axes counts as infinite:
//
//	SI          k = Stiffness, or EA/L0           c = Damping, or 2 ζ √(k m_r)
//	            of a force table k = steepest slope/L0, as steps must be for all of it
//	oscillator  k = m_r (2π f)²                   c = 2 ζ √(k m_r), or 4 ln2 m_r/h
//	normalized  k = min(Cs, cap) m_r/dt²          c = min(Cd, cap) m_r/dt
//
// The spring's own coefficients (Model.Own) are added to each.
//
// The cap is 1 for n = 1, else 1/(n+1), where n is the larger number of springs at an end (without removed
// ones). Cs and Cd above 1 are not capped. Springs between two masses pinned on all axes exert no force.
// Those of the oscillator and the normalized vocabulary, whose reduced mass is infinite, resolve to zero, as
// do dampers given by a ratio.
//
// Source: package spring.
type Resolver struct {
	model *model.Model
	dt    float64
	count []int32 // springs at each mass; nil without a normalized material

	none     bool // springs have neither k nor c, of solvers whose Method.Softens
	uncapped bool // normalized materials keep Cs and Cd, whatever else a mass has
}

// ResolverOf returns the resolver for a run: for its steps, or for the substeps of a solver
// that divides steps. In substeps normalized materials have no cap, since such a solver is
// stable without one. Springs of position-based dynamics have neither k nor c, and so no
// energy.
func ResolverOf(m *model.Model, p model.Params) *Resolver {
	r := NewResolver(m, p.Substep().DT)
	r.uncapped, r.none = p.Integrator.Method().Divides, p.Integrator.Method().Softens
	return r
}

// NewResolver returns a resolver for steps of dt [s]. dt must be positive if the model has a
// normalized material, and is unused otherwise. The resolver then takes 4 bytes per mass.
func NewResolver(m *model.Model, dt float64) *Resolver {
	r := &Resolver{model: m, dt: dt}
	if !m.HasNormalized() {
		return r
	}
	r.count = make([]int32, m.MassCount())
	structural := m.StructuralCount()
	atRanges(m, func(_, first, last int) {
		count := r.count[first:last]
		for s, ends := range m.Ends {
			if m.MaterialOf[s] == model.Removed {
				continue
			}
			for side, end := range ends {
				if i := int(end) - first; uint(i) < uint(len(count)) && (side == 0 || s < structural) {
					count[i]++ // an attachment counts at its mass: its anchor does not move
				}
			}
		}
	})
	return r
}

// Spring returns k and c of spring s; both are zero for a removed spring.
func (r *Resolver) Spring(s int) model.Coefficients {
	if r.none {
		return model.Coefficients{}
	}
	if r.model.Pattern != nil {
		_, _, material := r.model.Spring(s)
		return r.in(s, material)
	}
	c := r.ofMaterial(s)
	if r.model.Own != nil && r.model.MaterialOf[s] != model.Removed {
		c.Stiffness += r.model.Own[s].Stiffness
		c.Damping += r.model.Own[s].Damping
	}
	return c
}

// in is k and c of spring s of a known material. By a pattern the material alone decides.
func (r *Resolver) in(s int, material uint16) model.Coefficients {
	if r.model.Pattern == nil || r.none {
		return r.Spring(s)
	}
	return r.model.Materials[material].Coefficients()
}

// dtFree returns k and c of spring s without the part that depends on dt: for a normalized
// material, only the spring's own.
func (r *Resolver) dtFree(s int) model.Coefficients {
	if r.model.Materials[r.model.MaterialOf[s]].Vocabulary() != model.Normalized {
		return r.Spring(s)
	}
	if r.model.Own != nil {
		return r.model.Own[s]
	}
	return model.Coefficients{}
}

// ofMaterial is k and c of spring s by its material alone.
func (r *Resolver) ofMaterial(s int) model.Coefficients {
	material := &r.model.Materials[r.model.MaterialOf[s]]
	switch material.Vocabulary() {
	case model.Oscillator:
		mass, ok := r.reducedMass(s)
		if !ok {
			return model.Coefficients{}
		}
		stiffness := spring.StiffnessFromFrequency(material.Frequency)
		damping := spring.DampingFromRatio(material.DampingRatio, stiffness)
		if material.HalfLife != 0 {
			damping = spring.DampingFromHalfLife(material.HalfLife)
		}
		return model.Coefficients{Stiffness: spring.StiffnessWithMass(stiffness, mass), Damping: spring.DampingWithMass(damping, mass)}
	case model.Normalized:
		mass, ok := r.reducedMass(s)
		if !ok {
			return model.Coefficients{}
		}
		k, c := r.normalized(s).Resolve(mass, r.dt)
		return model.Coefficients{Stiffness: k, Damping: c}
	}
	out := material.Coefficients()
	if material.AxialRigidity != 0 {
		out.Stiffness = material.AxialRigidity / r.model.RestLength[s]
	}
	if material.Inelastic.Table.There() {
		out.Stiffness = material.Inelastic.Table.Steepest() / r.model.RestLength[s]
	}
	if mass, ok := r.reducedMass(s); ok && material.DampingRatio != 0 {
		out.Damping = spring.RatioDamping(material.DampingRatio, out.Stiffness, mass)
	}
	return out
}

// All returns k and c of every spring, of length SpringCount. It is nil if the palette's
// Stiffness and Damping hold for all springs: no material needs coefficients per spring, and
// no spring has its own. It reuses dst if dst is long enough.
func (r *Resolver) All(dst []model.Coefficients) []model.Coefficients {
	if !r.model.PerSpring() && !r.none {
		return nil
	}
	if cap(dst) < r.model.SpringCount() {
		dst = make([]model.Coefficients, r.model.SpringCount())
	}
	dst = dst[:r.model.SpringCount()]
	model.InBlocks(len(dst), func(_, first, last int) {
		for s := first; s < last; s++ {
			dst[s] = r.Spring(s)
		}
	})
	return dst
}

// normalized returns Cs and Cd of spring s, each at most its cap, or above 1 as it is.
func (r *Resolver) normalized(s int) spring.Normalized {
	ends := r.model.Ends[s]
	material := &r.model.Materials[r.model.MaterialOf[s]]
	if r.uncapped {
		return material.Normalized
	}
	return material.Normalized.Capped(int(max(r.count[ends[0]], r.count[ends[1]])))
}

// reducedMass returns the reduced mass of the ends of spring s [kg]; false when neither end
// moves.
func (r *Resolver) reducedMass(s int) (mass float64, ok bool) {
	a, b := r.model.InverseMass(int(r.model.Ends[s][0])), r.model.InverseMass(int(r.model.Ends[s][1]))
	return spring.ReducedMass(a, b), a+b > 0
}

// atRanges calls work for ranges of masses, first to last−1, one range for each core.
// work goes through all springs and adds only to the masses of its range, so that each
// mass meets its springs in their order, whatever the number of cores. A model of few
// springs has one range.
func atRanges(m *model.Model, work func(part, first, last int)) {
	parts := rangeCount(m)
	var group panics.Group
	for part := range parts {
		group.Go(func() { work(part, part*m.MassCount()/parts, (part+1)*m.MassCount()/parts) })
	}
	group.Wait()
}

// rangeCount returns the number of ranges of atRanges.
func rangeCount(m *model.Model) int {
	return max(1, min(runtime.GOMAXPROCS(0), model.BlockCount(m.SpringCount()), m.MassCount()))
}
