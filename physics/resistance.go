package physics

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/model/spring"
)

// resistance is the resistance to the motion of a mass, summed over its springs, its loads
// and all contacts. SafeStep uses it. It takes 32 bytes.
type resistance struct {
	stiffness float64 // K [N/m], of all but normalized springs
	damping   float64 // C [N·s/m], of all but normalized springs
	stiff     float64 // ΣCs of normalized springs
	damped    float64 // ΣCd of normalized springs
}

// resistancesOf sums the resistance of every mass. It also returns the least c/k of all
// springs, contacts and handles [s]: +Inf without any, 0 when a normalized spring or
// contact has Cd < Cs.
func resistancesOf(m *model.Model, p model.Params) (out []resistance, ratio float64) {
	out, ratio = make([]resistance, m.MassCount()), math.Inf(1)
	r := NewResolver(m, 0) // dt is not read: k and c of normalized materials, which need it, are not asked for
	ratios := make([]float64, rangeCount(m))
	atRanges(m, func(part, first, last int) {
		ratios[part] = r.resistSprings(out, uint32(first), uint32(last))
	})
	for _, least := range ratios {
		ratio = min(ratio, least)
	}
	for _, c := range p.Contacts {
		if !c.PerMass {
			ratio = min(ratio, c.Damping/c.Stiffness)
		}
	}
	for i, own := range ContactTuning(m, p) {
		of := contactShare(p, own)
		out[i].stiff += of.Stiffness
		out[i].damped += of.Damping
		if of.Damping < of.Stiffness {
			ratio = 0
		}
	}
	for _, h := range p.Handles {
		if h.Stiffness > 0 {
			ratio = min(ratio, h.Damping/h.Stiffness)
		}
	}
	addLoads(m, p, out)
	ratio = min(ratio, elasticRatio(p))
	ratio = min(ratio, addCollisions(m, p.Collision, out))
	addSpans(m, p, out)
	contactStiffness, contactDamping := contactBound(p)
	for i := range out {
		out[i].stiffness += contactStiffness
		out[i].damping += contactDamping
		if p.Integrator.Method().Impulsive {
			if p.DragKept != 0 { // a share of dt γ that no dt changes
				out[i].damped -= math.Log(p.DragKept)
			} else {
				out[i].damping += m.MassAt(i) * p.DragRate() / 2
			}
		}
	}
	return out, ratio
}

// resistSprings adds the springs of masses first to last−1 to the resistance of those
// masses. It returns the least c/k of these springs [s], +Inf without any.
func (r *Resolver) resistSprings(out []resistance, first, last uint32) (ratio float64) {
	m := r.model
	// Numbers that a material has for all its springs are computed once.
	kinds := make([]springResistance, len(m.Materials))
	for i := range kinds {
		material := &m.Materials[i]
		kinds[i] = springResistance{perSpring: m.Own != nil || material.PerSpring(), normalized: material.Vocabulary() == model.Normalized}
		kinds[i].of(material.Coefficients())
	}
	ratio = math.Inf(1)
	mine := last - first
	m.EachSprings(func(at int, some model.Springs) bool {
		for k, ends := range some.Ends {
			a, b := ends[0]-first < mine, ends[1]-first < mine
			if !a && !b || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
				continue
			}
			kind := &kinds[some.MaterialOf[k]]
			if kind.perSpring {
				kind.of(r.dtFree(at + k))
				if kind.normalized {
					kind.ofNormalized(r.normalized(at + k))
				}
			}
			if a {
				out[ends[0]].add(&kind.resistance)
			}
			if b {
				out[ends[1]].add(&kind.resistance)
			}
			ratio = min(ratio, kind.ratio)
		}
		return true
	})
	return ratio
}

// springResistance is the contribution of a spring to the resistance of the mass at its end.
type springResistance struct {
	resistance
	ratio                 float64 // c/k [s]; +Inf without k
	perSpring, normalized bool    // of its material
}

// of sets k and c from coefficients.
func (k *springResistance) of(own model.Coefficients) {
	k.stiffness, k.damping, k.ratio = own.Stiffness, own.Damping, math.Inf(1)
	if own.Stiffness > 0 {
		k.ratio = own.Damping / own.Stiffness
	}
}

// ofNormalized adds Cs and Cd, which do not depend on dt, to the k and c that of has
// set.
func (k *springResistance) ofNormalized(own spring.Normalized) {
	k.stiff, k.damped = own.Stiffness, own.Damping
	if own.Damping < own.Stiffness {
		k.ratio = 0
	}
}

func (r *resistance) add(other *resistance) {
	r.stiffness += other.stiffness
	r.damping += other.damping
	r.stiff += other.stiff
	r.damped += other.damped
}

// addLoads adds the effect of handles, motors, quadratic drag and wind on the safe step to
// the stiffness [N/m] and damping [N·s/m] of every mass: half of each, as of a contact, since
// they join it to no other mass.
//
// Drag, −q |v| v, has the slope 2 q |v|, at the speed at which it balances weight and forces,
// v² = (m g + ΣF)/q. Wind has at most the slope ρ A (CD + 3/2 CL) |u| on an area A, at rest
// and in the strongest gust.
func addLoads(m *model.Model, p model.Params, on []resistance) {
	for _, h := range p.Handles {
		on[h.Mass].stiffness += h.Stiffness / 2
		on[h.Mass].damping += h.Damping / 2
	}
	for _, motor := range p.Motors {
		m.Each(motor.Masses, func(i int) { on[i].damping += motor.Damping / 2 })
	}
	if p.QuadraticDrag > 0 {
		pull := make([]float64, m.MassCount())
		for i := range pull {
			pull[i] = m.MassAt(i) * p.Gravity.Len()
		}
		for _, f := range p.Forces {
			largest := f.Force.Len() * f.Table.Largest()
			m.Each(f.Masses, func(i int) { pull[i] += largest })
		}
		for i := range on {
			on[i].damping += math.Sqrt(p.QuadraticDrag * pull[i])
		}
	}
	addGroups(m, p, on)
	if w := p.Wind; w.Blows() {
		steep := w.Density() * (w.Drag + 1.5*w.Lift) * w.Velocity.Len() * (1 + w.Gust)
		for _, t := range m.Triangles {
			x := m.RestAt(int(t[0]))
			area := m.RestAt(int(t[1])).Sub(x).Cross(m.RestAt(int(t[2])).Sub(x)).Len() / 2
			for _, i := range t {
				on[i].damping += steep * area / 3 / 2
			}
		}
	}
}

// AssumedTouches is the number of masses assumed to touch one mass at once, for its safe step.
// Twelve balls can touch one; masses of a sheet or of a pile reach six.
const AssumedTouches = 6

// TouchesWords returns a warning if more masses have touched one mass at once than safe steps
// assume; empty otherwise. K grows with the number of touches, and a safe step is
// proportional to 1/√K.
func TouchesWords(most int, p model.Params) string {
	if most <= AssumedTouches {
		return ""
	}
	return fmt.Sprintf("%d masses touched one at once, and the safe step is for %d: if such masses tremble or fly off, give a dt of %.2g s or less (--dt; it is %.2g s)",
		most, AssumedTouches, p.DT*math.Sqrt(AssumedTouches/float64(most)), p.DT)
}

// addCollisions adds the effect of touches on the safe step of every mass with a radius: kc
// and bc of AssumedTouches pairs for each kind of touch, as springs with springs, whole, since they join it to other masses as springs do. kc is
// the stiffest of the mass with any body, and bc that against a mass that holds still. It
// returns the least bc/kc of a pair [s], +Inf without collisions.
func addCollisions(m *model.Model, c model.Collision, on []resistance) (ratio float64) {
	ratio = math.Inf(1)
	if !c.Acts() || m.Radius == nil {
		return ratio
	}
	stiffest, most, touches := model.Surface{}, 0.0, float64(AssumedTouches*c.Kinds())
	for _, s := range c.Bodies {
		stiffest.Stiffness, most = max(stiffest.Stiffness, s.Stiffness), max(most, s.DampingRatio)
	}
	for i, r := range m.Radius {
		if r == 0 {
			continue
		}
		own := c.Bodies[m.BodyOf(i)]
		kc, damping := own.Stiffness, own.DampingRatio
		if c.Others {
			kc, damping = 2/(1/kc+1/stiffest.Stiffness), (damping+most)/2
		}
		bc := 2 * damping * math.Sqrt(kc*m.MassAt(i))
		on[i].stiffness += touches * kc
		on[i].damping += touches * bc
		if m.PinOf(i) != model.PinAll {
			ratio = min(ratio, bc/math.Sqrt2/kc) // a mass of the same size has half of the reduced mass
		}
	}
	return ratio
}

// addSpans adds to the resistance of masses half of kc and bc of every contact for each edge
// and each triangle at them that it may push.
func addSpans(m *model.Model, p model.Params, on []resistance) {
	spans := SpansOf(m, p)
	for _, c := range p.Contacts {
		corners := 0
		switch c.Spans() {
		case model.TouchSprings:
			corners = 2 * len(spans.Edges)
		case model.TouchTriangles:
			corners = spans.Corners()
		}
		spans.EachCorner(func(corner int, mass uint32) {
			if corner < corners {
				on[mass].stiffness += c.Stiffness / 2
				on[mass].damping += c.Damping / 2
			}
		})
	}
}

// contactBound returns the contribution of contacts to the stiffness [N/m] and damping
// [N·s/m] of a mass in SafeStep: half of each, summed over all of them, since a mass may
// touch them all at once.
func contactBound(p model.Params) (stiffness, damping float64) {
	for k := range p.Contacts {
		c := &p.Contacts[k]
		stiffness += c.Stiffness * c.Steepest() / 2
		damping += c.Damping / 2
	}
	return stiffness, damping
}

// contactShare returns the largest Cs and Cd that a contact PerMass has with a mass for which
// ContactTuning has own. They are divided by the contacts that it touches, and between the mass
// and its spans, so that all together have no more.
func contactShare(p model.Params, own model.Tuning) (of spring.Normalized) {
	for _, c := range p.Contacts {
		if c.PerMass {
			one := c.Tuned(own.Own)
			of.Stiffness, of.Damping = max(of.Stiffness, one.Stiffness), max(of.Damping, one.Damping)
		}
	}
	return of
}
