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

// springs are what springs do to the mass of a lane in a group. Numbers are kept in variables of
// their own, and a spring is here what law.on says of it, since this takes nearly all of the time
// of a step.
func (s *Solver[T]) springs(group, lane int) (out pulls) {
	p := s.places
	at := group*table.Width + lane
	b0, b1, b2 := s.before[0], s.before[1], s.before[2]
	w0, w1, w2 := s.way[0], s.way[1], s.way[2]
	x, y, z := float64(b0[at]), float64(b1[at]), float64(b2[at])
	wx, wy, wz := float64(w0[at]), float64(w1[at]), float64(w2[at])
	var fx, fy, fz, hx, hy, hz, xy, xz, yz, isotropic float64
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
		wasX, wasY, wasZ := float64(b0[other])-x, float64(b1[other])-y, float64(b2[other])-z
		moveX, moveY, moveZ := float64(w0[other])-wx, float64(w1[other])-wy, float64(w2[other])-wz
		dx, dy, dz := wasX+moveX, wasY+moveY, wasZ+moveZ
		square := dx*dx + dy*dy + dz*dz
		length := math.Sqrt(square)
		if length < zeroLength {
			continue
		}
		l := &s.laws[of]
		stretch := length - l.rest
		f, stiff := l.k*stretch, l.k
		if l.c > 0 {
			before := math.Sqrt(wasX*wasX + wasY*wasY + wasZ*wasZ)
			f += l.c * (moveX*(wasX+dx) + moveY*(wasY+dy) + moveZ*(wasZ+dz)) / (length + before)
			stiff += l.c
		}
		if l.cable && (stretch <= 0 || f <= 0) {
			continue
		}
		pull, across := f/length, 0.0
		if f > 0 {
			across = pull
		}
		along := (stiff - across) / square
		fx, fy, fz = fx+pull*dx, fy+pull*dy, fz+pull*dz
		isotropic += across
		ax, ay, az := along*dx, along*dy, along*dz
		hx, hy, hz = hx+ax*dx, hy+ay*dy, hz+az*dz
		xy, xz, yz = xy+ax*dy, xz+ax*dz, yz+ay*dz
	}
	out.f = model.Vec3{fx, fy, fz}
	out.h = sym{hx + isotropic, hy + isotropic, hz + isotropic, xy, xz, yz}
	return out
}

// on is what a spring does to an end from which the other one was at a vector [m] before the
// substep, has moved by another one since, and is at d now:
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
	out = s.springs(group, lane)
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
