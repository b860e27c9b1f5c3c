package collide

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// friction holds the friction of pairs, which acts after a step. Without friction it is empty.
type friction[T table.Real] struct {
	passes  int                  // evaluations of friction in a step; 0: no friction
	gain    [2]kernels.Motion[T] // the change of velocities by friction [m/s], by lane; passes alternate
	numbers kernels.PairFrictionNumbers[T]
	alone   bool // whether no mass touches two
}

func newFriction[T table.Real](p model.Params, lanes int) friction[T] {
	if !p.Collision.HasFriction() {
		return friction[T]{}
	}
	r := friction[T]{passes: p.Collision.Iterations()}
	for i := range min(r.passes, len(r.gain)) {
		r.gain[i] = kernels.NewMotion[T](lanes, kernels.ArrayVX, 1-i)
	}
	r.use(p)
	return r
}

// use takes the numbers of a step. Symplectic Euler multiplies velocities by the factor of
// drag after friction, and moves masses by them; velocity Verlet does neither.
func (r *friction[T]) use(p model.Params) {
	r.numbers = kernels.PairFrictionNumbers[T]{Time: T(p.DT / float64(max(1, r.passes))), Free: 1, Drag: 1, Reach: T(p.FrictionReach())}
	if method := p.Integrator.Method(); !method.Impulsive {
		drag := T(p.DragFactor())
		r.numbers.Free, r.numbers.Drag, r.numbers.Reach = 1/drag, drag, 0
		if method.Staggered { // masses move by the new velocity
			r.numbers.Reach = T(p.DT) * drag
		}
	}
}

// Use takes the numbers of the step of a run.
func (l *Lists[T]) Use(p model.Params) { l.friction.use(p) }

// Pressed takes the most touches of a mass in the state whose pushes are known.
func (l *Lists[T]) Pressed(most uint32) { l.friction.alone = most <= 1 }

// Passes returns the passes of friction after a step, with one after them that moves masses; 0:
// there is no friction.
func (l *Lists[T]) Passes() int {
	if l.friction.passes == 0 || !(l.friction.numbers.Drag > 0) { // drag leaves no velocity
		return 0
	}
	return l.friction.passes + 1
}

// ApplyFriction does a pass of friction for some of Slices with a kernel and its call. way is the
// square of the longest way of a mass [m²].
func (l *Lists[T]) ApplyFriction(k *kernels.Kernel[T], c *kernels.PairFrictionCall[T], pass, first, count int, state kernels.Motions[T], m *kernels.Masses[T]) (way T) {
	r := &l.friction
	var before kernels.Motion[T]
	if pass > 0 {
		before = r.gain[(pass-1)%2]
	}
	if pass < r.passes {
		c.Set(state, &l.Pairs, first, count, before, r.gain[pass%2], m, &r.numbers, r.alone)
		k.PairFriction(c)
		return 0
	}
	c.Set(state, &l.Pairs, first, count, before, before, m, &r.numbers, r.alone)
	k.Nudge(c)
	if state.Position.PackedOf > 0 {
		for _, s := range l.Slices[first : first+count] {
			if s.Pushed != 0 {
				state.Position.PackSlices(int(s.Slice), 1)
			}
		}
	}
	return c.Most()
}

// Gained returns the change of velocities by friction in the step that it has ended, by lane
// and without drag [m/s]. It is valid for lanes that a pair pushes.
func (l *Lists[T]) Gained() kernels.Motion[T] { return l.friction.gain[(l.friction.passes-1)%2] }

func (r *friction[T]) bytes() int64 {
	return table.SizeOf[T]() * int64(len(r.gain[0].Arena)+len(r.gain[1].Arena))
}
