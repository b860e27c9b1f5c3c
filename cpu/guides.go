package cpu

import (
	"cmp"
	"slices"
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// guides hold masses to lines, planes and paths after they have moved. A step ends with a
// state that is complete then, and a task of its own. They take 20 bytes for each mass.
type guides[T table.Real] struct {
	held []guided[T]   // by ascending lane
	now  []guideNow[T] // of each guide
	path bool          // whether any is a path
}

// guided is a mass that a guide holds. 20 bytes.
type guided[T table.Real] struct {
	lane, guide int32
	point       [3]T // of the line or plane, or the rest position of a mass on a path [m]
}

// guideNow is a guide as it is now. 40 bytes.
type guideNow[T table.Real] struct {
	kind      model.GuideKind
	direction [3]T // of a line, or the normal of a plane
	offset    [3]T // of a path [m]
	velocity  [3]T // and its rate [m/s]
}

// chooseGuides prepares the guides of the parameters in use. Masses that no path moves any
// more stay where they are.
func (e *engine[T]) chooseGuides(before model.Params) {
	p, o := e.run.params, e.table.Order
	e.guides = guides[T]{now: make([]guideNow[T], len(p.Guides)), path: p.OnPath()}
	for k, g := range p.Guides {
		e.guides.now[k].kind = g.Kind
		if g.Kind != model.OnPath {
			e.guides.now[k].direction = kernels.Narrow[T](g.UnitDirection())
		}
		e.model.Each(g.Masses, func(i int) {
			point := e.model.RestPosition[i]
			if g.Point != nil && g.Kind != model.OnPath {
				point = *g.Point
			}
			e.guides.held = append(e.guides.held, guided[T]{int32(o.LaneOf[i]), int32(k), kernels.Narrow[T](point)})
		})
	}
	slices.SortFunc(e.guides.held, func(a, b guided[T]) int { return cmp.Compare(a.lane, b.lane) })
	for _, i := range p.LeftPaths(e.model, before) {
		e.buffers.now().Velocity.Set(kernels.ArrayVX, int(o.LaneOf[i]), [3]T{})
	}
}

// follow takes over where paths are now.
func (g *guides[T]) follow(now *physics.Signals) {
	for k := range g.now {
		g.now[k].offset, g.now[k].velocity = kernels.Narrow[T](now.PathOffset[k]), kernels.Narrow[T](now.PathVelocity[k])
	}
}

// eachHeld calls do with every guided mass of some slices.
func (g *guides[T]) eachHeld(first, count int, do func(lane int, one *guided[T], now *guideNow[T])) {
	from := sort.Search(len(g.held), func(i int) bool { return int(g.held[i].lane) >= first*table.Width })
	for i := from; i < len(g.held) && int(g.held[i].lane) < (first+count)*table.Width; i++ {
		do(int(g.held[i].lane), &g.held[i], &g.now[g.held[i].guide])
	}
}

// keepPaths gives masses of some slices that paths move their velocities back, times a part:
// kernels take pinned masses for masses at rest, but friction feels how they move.
func (e *engine[T]) keepPaths(then kernels.Motions[T], first, count int, part T) {
	if e.guides.path {
		e.guides.eachHeld(first, count, func(lane int, _ *guided[T], g *guideNow[T]) {
			if g.kind == model.OnPath {
				then.Velocity.Set(kernels.ArrayVX, lane, [3]T{part * g.velocity[0], part * g.velocity[1], part * g.velocity[2]})
			}
		})
	}
}

// slowPaths multiplies the velocities of masses on paths by the factor of drag while friction
// of pairs acts in the Euler methods: those of all others have it then, and friction divides
// by it.
func (e *engine[T]) slowPaths(slow bool) {
	part := T(1)
	if slow && !e.run.params.Integrator.Method().Impulsive {
		part = e.run.integration.Numbers.Drag
	}
	e.keepPaths(e.buffers.now(), 0, len(e.run.integration.Masses.Movable), part)
}

// chooseHold begins to hold masses to guides, at the time to which the step, or a part of
// it, has moved them.
func (e *engine[T]) chooseHold() task {
	a := &e.progress.schedule
	a.unheld = false
	e.beforeGuides()
	switch {
	case a.stage > 0:
		_, end := stageTimes(a.stage - 1)
		e.lookAhead(end)
	case a.drifted:
		e.lookAhead(1)
	default:
		e.lookAhead(0)
	}
	if e.pairs.lists != nil {
		e.pairs.lists.Motion.Jump()
		e.pairs.pressed = false
	}
	return hold
}

// holdIn constrains masses of some slices. It subtracts the part of a position that leads
// away, so that the rest keeps its rounding and errors do not accumulate.
func (e *engine[T]) holdIn(first, count int) {
	now := e.buffers.now()
	e.guides.eachHeld(first, count, func(lane int, one *guided[T], g *guideNow[T]) {
		x, v := now.Position.Get(kernels.ArrayX, lane), now.Velocity.Get(kernels.ArrayVX, lane)
		var way [3]T
		for axis := range 3 {
			way[axis] = x[axis] - one.point[axis]
		}
		along, speed := kernels.Dot(way, g.direction), kernels.Dot(v, g.direction)
		for axis, d := range g.direction {
			switch g.kind {
			case model.OnLine:
				x[axis] -= way[axis] - along*d
				v[axis] = speed * d
			case model.OnPlane:
				x[axis] -= along * d
				v[axis] -= speed * d
			default:
				x[axis], v[axis] = one.point[axis]+g.offset[axis], g.velocity[axis]
			}
		}
		now.Position.Set(kernels.ArrayX, lane, x)
		now.Velocity.Set(kernels.ArrayVX, lane, v)
	})
	e.copyHubs(e.hubsIn(first, count), now)
}

// guidedBytes returns the memory of a mass that a guide holds [bytes].
func guidedBytes[T table.Real]() int64 { return 8 + 3*table.SizeOf[T]() }

func (g *guides[T]) bytes() int64 { return guidedBytes[T]() * int64(len(g.held)) }
