package model

import "hooke/spring"

// Coefficients are what a spring's material comes to in SI units. The zero
// value exerts no force. 16 bytes.
type Coefficients struct {
	Stiffness float64 // k [N/m]
	Damping   float64 // c [N·s/m]
}

// Resolver turns the material of each spring into its k and c, for one model
// and one step: the only place that knows the vocabularies. m_r is the reduced
// mass of the ends, where a mass that is pinned on all axes counts as infinite:
//
//	SI          k = Stiffness, or EA/L0           c = Damping
//	oscillator  k = m_r (2π f)²                   c = 2 ζ √(k m_r), or 4 ln2 m_r/h
//	normalized  k = min(Cs, cap) m_r/dt²          c = min(Cd, cap) m_r/dt
//
// and to each is added what the spring has of its own (Model.Own).
//
// The cap is 1 for n = 1, else 1/(n+1), n the larger number of springs (removed
// ones left out) at an end. Springs between two masses that are pinned on all
// axes exert no force; those of the oscillator and the normalized vocabulary,
// whose reduced mass is infinite, come to zero.
//
// Source: package spring.
type Resolver struct {
	model *Model
	dt    float64
	count []int32 // springs at each mass; nil when no material needs it
}

// NewResolver makes a resolver for steps of dt [s], which must be positive when
// the model has a normalized material and is not read otherwise. It takes 4
// bytes per mass when there is one.
func NewResolver(m *Model, dt float64) *Resolver {
	r := &Resolver{model: m, dt: dt}
	if !m.HasNormalized() {
		return r
	}
	r.count = make([]int32, m.MassCount())
	m.atRanges(func(_, first, last int) {
		count := r.count[first:last]
		for s, ends := range m.Ends {
			if m.MaterialOf[s] == Removed {
				continue
			}
			for _, end := range ends {
				if i := int(end) - first; uint(i) < uint(len(count)) {
					count[i]++
				}
			}
		}
	})
	return r
}

// Spring is k and c of spring s; both zero for a removed one.
func (r *Resolver) Spring(s int) Coefficients {
	c := r.ofMaterial(s)
	if r.model.Own != nil && r.model.MaterialOf[s] != Removed {
		c.Stiffness += r.model.Own[s].Stiffness
		c.Damping += r.model.Own[s].Damping
	}
	return c
}

// dtFree is k and c of spring s without what depends on dt: of one of a normalized
// material only its own.
func (r *Resolver) dtFree(s int) Coefficients {
	if r.model.Materials[r.model.MaterialOf[s]].Vocabulary() != Normalized {
		return r.Spring(s)
	}
	if r.model.Own != nil {
		return r.model.Own[s]
	}
	return Coefficients{}
}

// ofMaterial is what the material of spring s comes to.
func (r *Resolver) ofMaterial(s int) Coefficients {
	material := &r.model.Materials[r.model.MaterialOf[s]]
	switch material.Vocabulary() {
	case Oscillator:
		mass, ok := r.reducedMass(s)
		if !ok {
			return Coefficients{}
		}
		stiffness := spring.StiffnessFromFrequency(material.Frequency)
		damping := spring.DampingFromRatio(material.DampingRatio, stiffness)
		if material.HalfLife != 0 {
			damping = spring.DampingFromHalfLife(material.HalfLife)
		}
		return Coefficients{spring.StiffnessWithMass(stiffness, mass), spring.DampingWithMass(damping, mass)}
	case Normalized:
		mass, ok := r.reducedMass(s)
		if !ok {
			return Coefficients{}
		}
		k, c := r.normalized(s).Resolve(mass, r.dt)
		return Coefficients{k, c}
	}
	if material.AxialRigidity != 0 {
		return Coefficients{material.AxialRigidity / r.model.RestLength[s], material.Damping}
	}
	return Coefficients{material.Stiffness, material.Damping}
}

// All is k and c of every spring, length SpringCount, when the model has a
// material that needs them per spring, or springs have some of their own.
// Otherwise it is nil: then the palette's Stiffness and Damping say everything.
// dst is reused when it is long enough.
func (r *Resolver) All(dst []Coefficients) []Coefficients {
	if !r.model.PerSpring() {
		return nil
	}
	if cap(dst) < r.model.SpringCount() {
		dst = make([]Coefficients, r.model.SpringCount())
	}
	dst = dst[:r.model.SpringCount()]
	InBlocks(len(dst), func(_, first, last int) {
		for s := first; s < last; s++ {
			dst[s] = r.Spring(s)
		}
	})
	return dst
}

// normalized is Cs and Cd of spring s, capped.
func (r *Resolver) normalized(s int) spring.Normalized {
	ends := r.model.Ends[s]
	material := &r.model.Materials[r.model.MaterialOf[s]]
	return material.Normalized.Capped(int(max(r.count[ends[0]], r.count[ends[1]])))
}

// reducedMass is that of the ends of spring s [kg]; false when neither moves.
func (r *Resolver) reducedMass(s int) (mass float64, ok bool) {
	a, b := r.model.InverseMass(int(r.model.Ends[s][0])), r.model.InverseMass(int(r.model.Ends[s][1]))
	return spring.ReducedMass(a, b), a+b > 0
}

// PerSpring says whether any material of the palette needs k and c per spring, or
// springs have some of their own.
func (m *Model) PerSpring() bool {
	if m.Own != nil {
		return true
	}
	for i := range m.Materials {
		if m.Materials[i].PerSpring() {
			return true
		}
	}
	return false
}

// Damps says whether any spring has a damper, by its material or of its own.
func (m *Model) Damps() bool {
	for i := range m.Materials {
		if m.Materials[i].Damps() {
			return true
		}
	}
	for s := range m.Own {
		if m.Own[s].Damping > 0 {
			return true
		}
	}
	return false
}

// HasNormalized says whether k and c of any spring depend on dt.
func (m *Model) HasNormalized() bool {
	for i := range m.Materials {
		if m.Materials[i].Vocabulary() == Normalized {
			return true
		}
	}
	return false
}
