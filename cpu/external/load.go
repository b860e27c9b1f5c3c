package external

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Loads are the forces with tables and the motors of a run, the forces on many masses, and
// quadratic drag. They take 8 bytes for each mass that a short list names, and 2 bytes for each
// slice of a long one.
type Loads[T table.Real] struct {
	params model.Params
	loads  []kernels.Load[T] // every force, then every motor, then the forces on all masses together with drag
	pulls  []pull            // by ascending lane
	wide   []wide            // loads on many masses
}

// pull says that a load acts on the mass of a lane.
type pull struct{ lane, load int32 }

// wide says on which masses a load acts that acts on many: lanes has a bit for each mass of the
// slices from first on.
type wide struct {
	load  int
	first int
	lanes []uint16
}

// LoadsOf returns the loads of a run, for lanes in the order of a table; nil without any. Handles, and forces
// that never change on the few masses that a list names, are not among them.
func LoadsOf[T table.Real](p model.Params, o table.LaneOrder) *Loads[T] {
	l := &Loads[T]{params: p}
	on := func(masses []uint32) {
		if masses == nil || many(masses, o) {
			l.wide = append(l.wide, wideOf(len(l.loads), masses, o))
			return
		}
		for _, i := range masses {
			l.pulls = append(l.pulls, pull{int32(o.LaneOf[i]), int32(len(l.loads))})
		}
	}
	together := kernels.Load[T]{Drag: T(p.QuadraticDrag)}
	var all model.Vec3
	for _, f := range p.Forces {
		if f.Masses == nil {
			all = all.Add(f.Force)
		} else if loads(f, o) {
			on(f.Masses)
		}
		l.loads = append(l.loads, kernels.Load[T]{Force: kernels.Narrow[T](f.Force)})
	}
	for _, m := range p.Motors {
		limit := T(m.Limit)
		if m.Limit == 0 {
			limit = T(math.Inf(1))
		}
		on(m.Masses)
		l.loads = append(l.loads, kernels.Load[T]{Axis: kernels.Narrow[T](m.UnitAxis()), Speed: T(m.Speed), Damping: T(m.Damping), Limit: limit})
	}
	together.Force = kernels.Narrow[T](all)
	if together.Drag > 0 || slices.ContainsFunc(p.Forces, func(f model.Force) bool { return f.Masses == nil }) {
		on(nil)
	}
	l.loads = append(l.loads, together)
	if len(l.pulls) == 0 && len(l.wide) == 0 {
		return nil
	}
	slices.SortStableFunc(l.pulls, func(a, b pull) int { return cmp.Compare(a.lane, b.lane) })
	return l
}

// loads reports whether a force on masses of a list is one that Loads knows: it changes with time,
// or the list is long.
func loads(f model.Force, o table.LaneOrder) bool { return len(f.Table.At) > 0 || many(f.Masses, o) }

// A list is visited slice by slice if it names at least this share of all masses, and at least
// this many masses of a slice on average: a kernel loads 16 masses in the time of one.
const (
	manyShare   = 1. / 64
	manyOfSlice = 2
)

// many reports whether a list is so long.
func many(masses []uint32, o table.LaneOrder) bool {
	if float64(len(masses)) < manyShare*float64(len(o.LaneOf)) {
		return false
	}
	touched, last := 0, -1
	for _, i := range masses {
		if slice := int(o.LaneOf[i]) / table.Width; slice != last {
			touched, last = touched+1, slice
		}
	}
	return len(masses) >= manyOfSlice*touched
}

// wideOf returns the masses of a load; nil means all.
func wideOf(load int, masses []uint32, o table.LaneOrder) wide {
	w := wide{load: load, lanes: make([]uint16, len(o.MassOf)/table.Width)}
	set := func(lane int) { w.lanes[lane/table.Width] |= 1 << (lane % table.Width) }
	if masses == nil {
		o.Each(func(lane, _ int) { set(lane) })
	}
	for _, i := range masses {
		set(int(o.LaneOf[i]))
	}
	acts := func(lanes uint16) bool { return lanes != 0 }
	w.first = max(0, slices.IndexFunc(w.lanes, acts))
	w.lanes = w.lanes[w.first:]
	for len(w.lanes) > 0 && !acts(w.lanes[len(w.lanes)-1]) {
		w.lanes = w.lanes[:len(w.lanes)-1]
	}
	return w
}

// Follow uses the current values of the loads.
func (l *Loads[T]) Follow(now *physics.Signals) {
	if l == nil {
		return
	}
	var uniform model.Vec3
	for k, f := range l.params.Forces {
		scaled := f.Force.Mul(now.ForceFactor[k])
		if f.Masses == nil {
			uniform = uniform.Add(scaled)
		}
		l.loads[k].Force = kernels.Narrow[T](scaled)
	}
	for k, speed := range now.MotorSpeed {
		l.loads[len(l.params.Forces)+k].Speed = T(speed)
	}
	l.loads[len(l.loads)-1].Force = kernels.Narrow[T](uniform)
}

// Bytes returns the memory of the loads.
func (l *Loads[T]) Bytes() (bytes int64) {
	if l == nil {
		return 0
	}
	for _, w := range l.wide {
		bytes += 2 * int64(cap(w.lanes))
	}
	return bytes + 8*int64(len(l.pulls)) + 10*table.SizeOf[T]()*int64(len(l.loads))
}

// Add adds the loads to the forces on the masses of some slices [N], which have 48 numbers
// for each slice: x of its 16 masses, then y, then z. kernel does so for loads on many masses,
// by a call of the worker's own.
func (l *Loads[T]) Add(kernel func(*kernels.LoadCall[T]), call *kernels.LoadCall[T], force []T, velocity kernels.Motion[T], first, count int) {
	if l == nil {
		return
	}
	for _, w := range l.wide {
		if from, to := max(first, w.first), min(first+count, w.first+len(w.lanes)); from < to {
			call.Set(&l.loads[w.load], w.lanes[from-w.first:to-w.first], velocity, from, force[(from-first)*3*table.Width:])
			kernel(call)
		}
	}
	from := sort.Search(len(l.pulls), func(i int) bool { return int(l.pulls[i].lane) >= first*table.Width })
	for _, p := range l.pulls[from:] {
		lane := int(p.lane)
		if lane >= (first+count)*table.Width {
			break
		}
		add(force[(lane/table.Width-first)*3*table.Width+lane%table.Width:], l.loads[p.load].On(velocity.Get(kernels.ArrayVX, lane)))
	}
}

// add adds a force to the first of the 16 masses of a slice.
func add[T table.Real](force []T, f [3]T) {
	for axis := range f {
		force[axis*table.Width] += f[axis]
	}
}
