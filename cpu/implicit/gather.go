package implicit

import (
	"math"

	"hooke/cpu/table"
	"hooke/model"
)

// pulls is what springs do to a mass, in float64: a stiff spring leaves little of H across it.
type pulls struct {
	f model.Vec3 // force [N]
	h sym        // and H, minus its derivative as far as it is positive [N/m]
}

// springs adds what springs do to the mass of a lane in a group.
func (s *Solver[T]) springs(out *pulls, group, lane int) {
	p := s.places
	at := group*table.Width + lane
	x, w := s.before.At(at), s.way.At(at)
	columns := p.column[p.first[group]:p.first[group+1]]
	for k := range columns {
		c := &columns[k]
		if c.lanes>>lane&1 == 0 {
			continue
		}
		other, of := int(c.base)+lane, c.law
		if c.own >= 0 {
			other, of = int(p.others[int(c.own)*table.Width+lane]), p.laws[int(c.own)*table.Width+lane]
		}
		was, moved := s.before.At(other), s.way.At(other)
		out.add(&s.laws[of], was.Sub(x), moved.Sub(w))
	}
}

// add adds a spring to an end from which the other one was at a vector [m] before the substep,
// and has moved by another one since [m].
func (p *pulls) add(l *law, was, moved model.Vec3) {
	d := was.Add(moved)
	pull, along, across := l.on(was, moved, d)
	p.f[0] += pull * d[0]
	p.f[1] += pull * d[1]
	p.f[2] += pull * d[2]
	x, y, z := along*d[0], along*d[1], along*d[2]
	p.h[0] += x*d[0] + across
	p.h[1] += y*d[1] + across
	p.h[2] += z*d[2] + across
	p.h[3] += x * d[1]
	p.h[4] += x * d[2]
	p.h[5] += y * d[2]
}

// on is what a spring does to an end, see add, by its vector d:
//
//	f = k (L − L0) + c/h (L − L'),  max(0, f) while L > L0, else 0, of a cable
//	H = (k + c/h) n nᵀ + max(0, f)/L (I − n nᵀ)
//
// as f/L [N/m], and H = along d dᵀ + across I. All are 0 where it does nothing.
func (l *law) on(was, moved, d model.Vec3) (pull, along, across float64) {
	square := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
	length := math.Sqrt(square)
	if length < zeroLength {
		return 0, 0, 0
	}
	f := l.k * (length - l.rest)
	if l.c > 0 {
		f += l.c * lengthened(was, moved, d, length)
	}
	if l.cable && (length <= l.rest || f <= 0) {
		return 0, 0, 0
	}
	pull = f / length
	across = max(0, pull)
	return pull, (l.k + l.c - across) / square, across
}

// lengthened is L − L' of a spring [m], as (L² − L'²)/(L + L'), which keeps its digits.
func lengthened(was, moved, d model.Vec3, length float64) float64 {
	return moved.Dot(was.Add(d)) / (length + math.Sqrt(was[0]*was[0]+was[1]*was[1]+was[2]*was[2]))
}

// on is f of the mass at a place [N], and H there [N/m].
func (s *Solver[T]) on(group, lane int) (out pulls) {
	s.springs(&out, group, lane)
	at := group*table.Width + lane
	inertia, w := float64(s.inertia[at]), s.way.At(at)
	if s.alone.acts {
		force, stiffness := s.onAlone(at, w)
		out.f = out.f.Add(force)
		out.h.add(stiffness)
	}
	for axis := range 3 {
		out.f[axis] += inertia * (float64(s.goal[axis][at]) - w[axis])
		out.h[axis] += inertia
	}
	if s.allowed != nil {
		out.f, out.h = s.allowed[at].times(out.f), out.h.within(&s.allowed[at])
	}
	return out
}

// move moves the masses of a group to where the forces on them vanish.
func (s *Solver[T]) move(group int) {
	for lane := range table.Width {
		at := group*table.Width + lane
		if s.places.mass[at] == nobody {
			continue
		}
		out := s.on(group, lane)
		for axis, d := range out.h.solve(out.f) {
			s.way[axis][at] += T(d)
		}
	}
}

// look finds the largest force on a mass of a group [N], and what it would be if all positions
// were wrong by themselves, see rounding.
func (s *Solver[T]) look(out *found, group int) {
	for lane := range table.Width {
		at := group*table.Width + lane
		if s.places.mass[at] == nobody {
			continue
		}
		on := s.on(group, lane)
		x := s.before.At(at)
		out.force = max(out.force, on.f.Len())
		out.size = max(out.size, 2*on.h.trace()*x.Len()) // neighbors are about as far away
	}
}
