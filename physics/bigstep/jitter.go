package bigstep

import (
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// Explodes says that normalized springs are so far above 1 that the first step throws masses
// farther than they were away.
type Explodes struct {
	Mass  int     // or -1: a spring alone does so
	Part  float64 // of its way back that the mass, or the stretch of the spring, takes in a step; 4 or more
	First uint32  // a spring of a material above 1
	By    model.Integrator
}

// Error says what to do instead.
func (e *Explodes) Error() string {
	of := fmt.Sprintf("spring %d", e.First)
	if e.Mass >= 0 {
		of = fmt.Sprintf("the springs of mass %d", e.Mass)
	}
	return fmt.Sprintf("normalized values above 1 make %s diverge at once: the first step overshoots by %.0f %% of the way back, and each further one by more: "+
		"lower normalized_stiffness (Cs) and normalized_damping (Cd), which add up as %s over the springs at a mass and must stay below 4, or use --solver impulses", of, 100*(e.Part-1), sumOf(e.By))
}

// weightOfDamping is the part of Cd that counts beside Cs for stability, see physics.SafeStep; false for
// integrators whose limit is no sum.
func weightOfDamping(by model.Integrator) (weight float64, ok bool) {
	switch by {
	case model.SymplecticEuler:
		return 2, true
	case model.VelocityVerlet:
		return 4, true
	}
	return 0, false
}

// sumOf is the sum that is limited.
func sumOf(by model.Integrator) string {
	weight, _ := weightOfDamping(by)
	return fmt.Sprintf("Cs + %g Cd", weight)
}

// overshooting returns the materials whose normalized values are above 1.
func overshooting(m *model.Model) (out []int) {
	for i := range m.Materials {
		if m.Materials[i].Normalized.Overshoots() {
			out = append(out, i)
		}
	}
	return out
}

// explodes returns an error if a step diverges at once because of normalized values above 1: if a
// displacement of one mass, or of the ends of one spring against each other, is turned around and
// grows. That needs dt² K + n dt C ≥ 4 M along it, in which case M − (dt² K + n dt C)/4 is not
// positive and one root of a step is −1 or beyond.
func explodes(m *model.Model, p model.Params) error {
	above := overshooting(m)
	weight, limited := weightOfDamping(p.Integrator)
	if above == nil || !limited || m.Pattern != nil || p.DT <= 0 {
		return nil
	}
	resolver, dt := physics.ResolverOf(m, p), p.DT
	first, worst := -1, Explodes{Mass: -1, By: p.Integrator}
	tensors := make([][6]float64, m.MassCount())
	for s, ends := range m.Ends {
		if m.MaterialOf[s] == model.Removed {
			continue
		}
		k := resolver.Spring(s)
		pull := dt*dt*k.Stiffness + weight*dt*k.Damping
		along := m.RestAt(int(ends[1])).Sub(m.RestAt(int(ends[0]))).Normalize()
		both := 0.0
		for _, end := range ends {
			way, w := unpinned(along, m.PinOf(int(end))), m.InverseMass(int(end))
			both += pull * w * way.Dot(way)
			for at, x := range [6]float64{way[0] * way[0], way[1] * way[1], way[2] * way[2], way[0] * way[1], way[0] * way[2], way[1] * way[2]} {
				tensors[end][at] += pull * w * x
			}
		}
		if !slices.Contains(above, int(m.MaterialOf[s])) {
			continue
		}
		if first < 0 {
			first = s
		}
		if both > worst.Part {
			worst.Part, worst.First = both, uint32(s)
		}
	}
	if first < 0 {
		return nil
	}
	for i := range tensors {
		if _, largest := extremes(&tensors[i]); largest > worst.Part {
			worst.Mass, worst.Part, worst.First = i, largest, uint32(first)
		}
	}
	if worst.Part < 4 {
		return nil
	}
	return &worst
}

// unpinned is a direction without its part along pinned axes.
func unpinned(v model.Vec3, pin model.Pin) model.Vec3 {
	for axis := range v {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

// JitterWords warn of normalized values above 1 in explicit steps, with the part by which a step
// overshoots; empty without, and in substeps, which do not overshoot.
func JitterWords(m *model.Model, p model.Params) string {
	above := overshooting(m)
	if above == nil || p.Integrator.Method().Divides {
		return ""
	}
	of := &m.Materials[above[0]]
	words := fmt.Sprintf("material %q has ", of.Name)
	if cs := of.Normalized.Stiffness; cs > 1 {
		words += fmt.Sprintf("Cs = %.3g, and a step overshoots the rest length by %.0f %% of the stretch", cs, 100*(cs-1))
		if of.Normalized.Damping > 1 {
			words += "; it has "
		}
	}
	if cd := of.Normalized.Damping; cd > 1 {
		words += fmt.Sprintf("Cd = %.3g, and a step turns the relative velocity around with %.0f %% of its size", cd, 100*(cd-1))
	}
	words += ": springs jitter"
	if physics.SafeStep(m, p) == 0 {
		words += ", and may diverge, since several are at a mass"
	}
	return words + "; values up to 1 do not"
}
