package impulses

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// spinning returns the kinetic energy of a segment by a spin [J], in float64.
func (r *rods[T]) spinning(k int, spin vector[T]) float64 {
	one, axes := &r.set.Segments[k], rotation(r.orientation[k])
	tangent := kernels.Widen(vector[T]{axes[0][2], axes[1][2], axes[2][2]})
	w := kernels.Widen(spin)
	own := w.Dot(tangent)
	return (one.Across*(w.Dot(w)-own*own) + one.Along*own*own) / 2
}

// turn adds an angular impulse to the spin of a segment, and records the work: with its
// rounding, as for masses; on a held segment, the work on its support.
func (r *rods[T]) turn(k int, impulse, by vector[T], b *book) {
	before := r.spin[k]
	r.spin[k] = add(before, 1, by)
	switch {
	case b == nil:
	case r.held[k] >= 0:
		b.sprung(kernels.Widen(impulse).Dot(kernels.Widen(before)), true)
	default:
		b.sprung(r.spinning(k, r.spin[k])-r.spinning(k, before), false)
	}
}

// strike gives an impulse to a mass, and books its work.
func (r *rods[T]) strike(m *motion[T], lane int, impulse vector[T], b *book) {
	before := m.velocity(lane)
	m.push(lane, impulse)
	if b != nil {
		b.sprung(m.work(lane, kernels.Widen(impulse), before), m.perMass[lane] == 0)
	}
}

// dragged records the dissipation of drag on the spin of a segment.
func (r *rods[T]) dragged(k int, before vector[T], b *book) {
	if b != nil && r.drag != 1 {
		b.Flows.Drag += r.spinning(k, before) - r.spinning(k, r.spin[k])
	}
}

// endDampers records the dissipation of dampers in the substep, of ends and joints first to
// last−1.
func (r *rods[T]) endDampers(m *motion[T], first, last int, b *book) {
	h := r.params.DT
	take := func(c *soft[T], delay float64, rate vector[T]) {
		u := kernels.Widen(scaled(c.scale, c.axes.transposed(rate))) // S² = (h² + h τ) K
		b.Flows.Damping += h * delay / (h*h + h*delay) * u.Dot(u)
	}
	for k := first; k < min(last, len(r.ends)); k++ {
		if delay := r.set.Segments[k].Rod.Delay; delay > 0 {
			take(&r.ends[k], delay, r.rateOfEnd(m, k))
		}
	}
	for k := first; k < min(last, len(r.bends)); k++ {
		if j := &r.set.Joints[k]; j.Delay > 0 {
			take(&r.bends[k], j.Delay, add(r.spin[j.To], -1, r.spin[j.From]))
		}
	}
}

// negative returns −v.
func negative[T table.Real](v vector[T]) vector[T] { return vector[T]{-v[0], -v[1], -v[2]} }
