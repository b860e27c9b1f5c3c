package collide

import (
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// makeBounded compiles the passes of pushes and friction in a substep of the solver implicit-euler:
// pushes are bounded before the substep, and friction comes after it, with the touches of its start.
func (c *Pairs) makeBounded(r *recorder, b *buffers.Arrays, p model.Params) {
	a, s := &c.arrays, &c.passes
	pair, push := c.pairSlots(b), pass.Slot{Binding: shaders.BindPairPush, Buffer: b.External}
	s.push = r.over(r.k, "pair-force", shaders.PairForce, c.overTaking(), append(slices.Clone(pair), push)...)
	k, kept := r.k.With("KEPT", 1), pass.Slot{Binding: shaders.BindPairKept, Buffer: a.kept}
	s.bound = r.over(k, "pair-bound", shaders.PairBound, c.overTaking(), append(slices.Clone(pair), push, kept)...)
	if !p.Collision.Rubs() {
		return
	}
	rub, rubbed := pass.Slot{Binding: shaders.BindRub, Buffer: a.rub}, pass.Slot{Binding: shaders.BindTouches, Buffer: a.rubbed}
	s.count = r.over(k, "pair-count", shaders.PairCount, c.overTaking(), pass.Slot{Binding: shaders.BindPairList, Buffer: a.list}, rubbed, kept)
	rubs := append(slices.Clone(pair), rub, kept)
	for i := range rubs {
		switch rubs[i].Binding {
		case shaders.BindPosition:
			rubs[i].Buffer = b.NextPosition // where masses began, see package implicit
		case shaders.BindTouches:
			rubs[i].Buffer = a.rubbed
		}
	}
	from := c.makeFriction(r, k, p, rubs)
	k = k.With("EULER", 0).With("AHEAD", 0).With("FROM", from)
	ends := []pass.Slot{pair[0], pair[1], rub, {Binding: shaders.BindBall, Buffer: a.ball}}
	if c.works != nil {
		s.bookFriction = r.over(k, "pair-book", shaders.PairBook, c.overTaking(), append(slices.Clone(ends), pass.Slot{Binding: shaders.BindWork, Buffer: c.works})...)
	}
	s.finish = r.over(k, "pair-finish", shaders.PairFinish, c.overTaking(), append(ends, pass.Slot{Binding: shaders.BindStatus, Buffer: b.Status})...)
}

// makeFriction compiles the passes of friction on the velocities of the state, of pairs that keep
// what they have pushed, and returns the set of velocities that the last of them writes.
func (c *Pairs) makeFriction(r *recorder, k pass.Maker, p model.Params, slots []pass.Slot) (from int) {
	from = ofState
	for range p.Collision.Iterations() {
		if to := next(from); c.passes.friction[from] == nil {
			c.passes.friction[from] = r.over(k.With("FROM", from).With("TO", to), "pair-friction", shaders.PairFriction, c.overTaking(), slots...)
		}
		from = next(from)
	}
	return from
}

// BookIn has friction of pairs in substeps of the solver implicit-euler booked among works on
// masses, see gpu/ledger. It is called before Make; nil: nothing is booked.
func (c *Pairs) BookIn(works *glx.Buffer) { c.works = works }
