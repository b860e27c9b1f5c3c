package judge

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// Path is how far the center of a body that nothing holds or touches is from where it should be; of several the worst among the
// first thousand.
type Path struct {
	Why string // none is judged; empty: some are

	Off, Way   float64    // from where it should be, and how far it went, there and back, [m]
	Mass       int        // the first of the body
	At, Should model.Vec3 // its center [m]

	size float64 // of the body [m]
}

// looks is at how many times of a path contacts are looked for, and mostBodies how many bodies are judged.
const (
	looks      = 256
	mostBodies = 1000
)

// pathOf judges the paths of all bodies of a run.
func pathOf(r Run) (out Path) {
	switch p := r.Params; {
	case p.Loaded():
		out.Why = "loads act on it"
	case p.Collision.Acts():
		out.Why = "its masses collide with each other"
	}
	if out.Why != "" {
		return out
	}
	out.Why = "pins, guides or clamps hold it"
	all := bodies(r.Model, r.Params)
	for _, body := range all[:min(len(all), mostBodies)] {
		one := pathOfBody(r, body)
		if one.Why != "" && out.Why != "" || one.Why == "" && (out.Why != "" || one.Off*out.Way > out.Off*one.Way) {
			out = one
		}
	}
	return out
}

// bodies returns the masses of each body that pins, guides and clamps leave free. A body is a
// set of masses connected by springs.
func bodies(m *model.Model, p model.Params) (free [][]int) {
	of, all := m.Connected()
	held := make([]bool, len(all))
	hold := func(i int) { held[of[i]] = true }
	for i, pin := range m.Pin {
		if pin != 0 {
			hold(i)
		}
	}
	for _, g := range p.Guides {
		m.Each(g.Masses, hold)
	}
	for _, c := range p.Clamps {
		m.Each(c.Masses, hold)
	}
	for k, body := range all {
		if held[k] {
			continue
		}
		if body = slices.DeleteFunc(body, func(i int) bool { return m.Mass[i] == 0 }); len(body) > 0 {
			free = append(free, body)
		}
	}
	return free
}

// pathOfBody judges that of one.
func pathOfBody(r Run, body []int) (out Path) {
	p := r.Params.Substep()
	from, v := centerOf(r.Model, body, r.Start)
	at, _ := centerOf(r.Model, body, r.End)
	substeps := float64(r.End.Step-r.Start.Step) * float64(max(1, r.Params.Substeps))
	reach := 0.0
	for _, i := range body {
		reach = max(reach, r.Start.Position[i].Sub(from).Len(), r.End.Position[i].Sub(at).Len())
	}
	out = Path{Mass: body[0], At: at, Should: from.Add(fallen(p, v, substeps)), size: 2 * reach}
	last := from
	for k := range looks + 1 {
		n := math.Floor(substeps * float64(k) / looks)
		x, time := from.Add(fallen(p, v, n)), r.Start.Time+n*p.DT
		out.Way, last = out.Way+x.Sub(last).Len(), x
		for c := range r.Params.Contacts {
			posed := r.Params.Contacts[c].Posed(time)
			for _, center := range []model.Vec3{x, at} {
				if posed.Near(center, reach) {
					out.Why = "contacts are in its way"
					return out
				}
			}
		}
	}
	out.Off = max(0, out.Should.Sub(at).Len()-substeps*r.Rounding*max(from.Len(), at.Len())) // of positions, in each substep
	return out
}

// fallen returns the displacement of a center with the velocity v in n substeps, by v ← D v +
// h g, x ← x + h v, by implicit Euler v ← D (v + h g), whose drag also reduces the change by
// gravity, and by the solver energy v' = D v + h g (1 + D)/2, x ← x + h (v + v')/2.
func fallen(p model.Params, v model.Vec3, n float64) model.Vec3 {
	h, kept := p.DT, p.DragFactor()
	if p.Integrator == model.EnergyConserving {
		if kept == 1 {
			return v.Mul(h * n).Add(p.Gravity.Mul(h * h * n * n / 2))
		}
		gain := p.Gravity.Mul(h * (1 + kept) / 2)
		sum := -math.Expm1(n*math.Log(kept)) / (1 - kept) // 1 + D + ... + Dⁿ⁻¹
		mean := v.Mul(sum).Add(gain.Mul((n - sum) / (1 - kept)))
		return mean.Mul(h * (1 + kept) / 2).Add(gain.Mul(h * n / 2))
	}
	if loss := 1 - kept; loss > 0 {
		sum := kept * -math.Expm1(n*math.Log(kept)) / loss // D + D² + ... + Dⁿ
		of := 1.
		if p.Integrator == model.ImplicitEuler {
			of = kept
		}
		return v.Mul(h * sum).Add(p.Gravity.Mul(h * h * of / loss * (n - sum)))
	}
	return v.Mul(h * n).Add(p.Gravity.Mul(h * h * n * (n + 1) / 2))
}

// centerOf returns the center of mass of some masses, and its velocity.
func centerOf(m *model.Model, body []int, s *model.State) (center, velocity model.Vec3) {
	from, mass := s.Position[body[0]], 0.0 // near the body, so that far from the origin no digits are lost
	for _, i := range body {
		center, velocity, mass = center.Add(s.Position[i].Sub(from).Mul(m.Mass[i])), velocity.Add(s.Velocity[i].Mul(m.Mass[i])), mass+m.Mass[i]
	}
	return from.Add(center.Mul(1 / mass)), velocity.Mul(1 / mass)
}

// Words describes the error and its remedy; empty without an error, or if the path is not
// judged.
func (r Path) Words(p model.Params) string {
	if r.Why != "" || !(r.Off > mostOff*r.Way && r.Off > leastSeen*r.size) {
		return ""
	}
	return fmt.Sprintf("the center of the body of mass %d, which nothing holds or touches, is at %.4g m and should be at %.4g m: off by %.3g m, %.2g of its way; %s",
		r.Mass, r.At, r.Should, r.Off, r.Off/r.Way, cure(p))
}
