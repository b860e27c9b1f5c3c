package implicit

import "hooke/model"

// Works are the works of springs in a step [J].
type Works struct {
	Damping float64 // taken by dampers
	Held    float64 // of the motion of masses pinned on all axes, against springs
}

// Works returns those of a step that ended at x: forces of its end along the straight way.
func (p *Problem) Works(x []model.Vec3) (w Works) {
	for s, ends := range p.Model.Ends {
		if !p.Acts(s) {
			continue
		}
		a, b := ends[0], ends[1]
		wayA, wayB := x[a].Sub(p.Before[a]), x[b].Sub(p.Before[b])
		d := x[b].Sub(x[a])
		onA, stiffness := p.pull(s, d, p.Before[b].Sub(p.Before[a]))
		if stiffness == (Sym{}) { // slack, or without a direction
			continue
		}
		if k, c, _ := p.Coefficients(s); c > 0 {
			spring := d.Mul(k * (1 - p.Rest[s]/d.Len()))
			w.Damping += onA.Sub(spring).Dot(wayB.Sub(wayA))
		}
		if p.Model.PinOf(int(a)) == model.PinAll {
			w.Held -= onA.Dot(wayA)
		}
		if p.Model.PinOf(int(b)) == model.PinAll {
			w.Held += onA.Dot(wayB)
		}
	}
	return w
}
