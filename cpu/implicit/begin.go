package implicit

import (
	"hooke/cpu/divided"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// allowedMotions are the projections on what pins and guides leave to the masses of places;
// nil where all masses are free or pinned on all axes.
func (s *Solver[T]) allowedMotions() []sym {
	partly := false
	for _, pin := range s.model.Pin {
		partly = partly || pin != 0 && pin != model.PinAll
	}
	for _, g := range s.params.Guides {
		partly = partly || g.Kind != model.OnPath
	}
	if !partly {
		return nil
	}
	out := make([]sym, s.places.groups()*table.Width)
	for at := range out {
		for axis := range 3 {
			if i := s.places.mass[at]; i != nobody && s.model.PinOf(int(i))&(model.PinX<<axis) == 0 {
				out[at][axis] = 1
			}
		}
	}
	for _, g := range s.params.Guides {
		along := outer(g.UnitDirection(), 1)
		if g.Kind == model.OnPlane {
			across := along.scaled(-1)
			along = diagonal(1)
			along.add(across)
		}
		if g.Kind != model.OnPath {
			s.eachFree(g.Masses, func(_, at int) { out[at] = along })
		}
	}
	return out
}

// eachFree calls do with every mass of a list that can move, and its place; nil: all masses.
func (s *Solver[T]) eachFree(masses []uint32, do func(i, at int)) {
	free := s.places.groups() * table.Width
	s.model.Each(masses, func(i int) {
		if at := int(s.places.of[i]); at < free {
			do(i, at)
		}
	})
}

// begin takes the state before the substep for some groups.
func (s *Solver[T]) begin(first, end int) {
	h, p := s.params.DT, &s.params
	kept, fall := p.DragFactor(), p.Gravity.Mul(h*h)
	free := s.places.groups() * table.Width
	for at := first * table.Width; at < end*table.Width; at++ {
		mass := s.places.mass[at]
		if mass == nobody {
			continue
		}
		lane := int(s.order.LaneOf[mass])
		x := s.now.From.Position.Get(kernels.ArrayX, lane)
		for axis := range 3 {
			s.before[axis][at] = x[axis]
		}
		s.way.Set(at, model.Vec3{})
		if at >= free {
			continue
		}
		toGo := s.velocity(mass).Mul(h)
		s.way.Set(at, toGo)
		s.goal.Set(at, divided.Unpinned(toGo.Add(fall), s.model.PinOf(int(mass))).Mul(kept))
	}
}

// velocity is that of a mass at the start of the substep [m/s].
func (s *Solver[T]) velocity(mass int32) model.Vec3 {
	return kernels.Widen(s.now.From.Velocity.Get(kernels.ArrayVX, int(s.order.LaneOf[mass])))
}

// position is that of a mass at the start of the substep [m].
func (s *Solver[T]) position(mass int32) model.Vec3 {
	return kernels.Widen(s.now.From.Position.Get(kernels.ArrayX, int(s.order.LaneOf[mass])))
}

// finish writes the state after the substep for some groups: velocities are those of the ways,
// and friction of contacts changes both.
func (s *Solver[T]) finish(out *found, first, end int) (bad bool) {
	h := s.params.DT
	free := s.places.groups() * table.Width
	to := s.now.To
	for at := first * table.Width; at < end*table.Width; at++ {
		mass := s.places.mass[at]
		if mass == nobody {
			continue
		}
		lane := int(s.order.LaneOf[mass])
		way := s.way.At(at)
		v := s.velocity(mass)
		if at < free {
			v = divided.Unpinned(way.Mul(1/h), s.model.PinOf(int(mass)))
			if len(s.alone.contacts) > 0 {
				if gain := s.rub(at, way, v, &out.works); gain != (model.Vec3{}) {
					v, way = v.Add(gain), way.Add(gain.Mul(h))
				}
			}
		}
		x := s.before.At(at).Add(way)
		to.Position.Set(kernels.ArrayX, lane, kernels.Narrow[T](x))
		to.Velocity.Set(kernels.ArrayVX, lane, kernels.Narrow[T](v))
		if sum := x.Dot(model.Vec3{}) + v.Dot(model.Vec3{}); sum != 0 { // NaN
			bad = true
		}
	}
	return bad
}
