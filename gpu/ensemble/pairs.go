package ensemble

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// pairPasses are those of masses that collide, in the pipeline ensemble.
type pairPasses struct {
	box, list *pass.Pass // nil: no masses collide
	friction  *pass.Pass // nil: their friction is evaluated once at most
	land      *pass.Pass // nil: they have no friction
}

// compilePairs makes the passes of masses that collide.
func (k *kind) compilePairs(maker pass.Maker) (err error) {
	p, plan, one := &k.passes.pairs, k.table.pairs, pass.Extent{Count: 1}
	if plan == nil || k.copies == 1 {
		return nil
	}
	if p.box, err = maker.With("BOXES", 1).Make("member-box", shaders.MemberList, one, slots(shaders.BindPosition)); err != nil {
		return err
	}
	if p.list, err = maker.With("BOXES", 0).Make("member-list", shaders.MemberList, one, slots(shaders.BindPosition)); err != nil {
		return err
	}
	frictionSlots := func() []pass.Slot {
		return slots(shaders.BindPosition, shaders.BindVelocity, shaders.BindMemberWish, shaders.BindNextPosition, shaders.BindNextVelocity)
	}
	if plan.Passes() > 1 {
		p.friction, err = maker.With("LANDS", 0).Make("member-friction", shaders.MemberFriction, one, frictionSlots())
	}
	if plan.Passes() > 0 && err == nil {
		p.land, err = maker.With("LANDS", 1).Make("member-land", shaders.MemberFriction, one, frictionSlots())
	}
	return err
}

// listPairs makes the lists of members that are old, for the copy of the state that is the present one. Who calls it
// issues the barrier behind it.
func (e *Engine) listPairs() {
	listed := func(b *block) bool { return b.kind.passes.pairs.list != nil }
	dispatch := func(b *block, p *pass.Pass, groups int) {
		b.lend(p, slot(shaders.BindPosition, b.position[e.held]), slot(shaders.BindMemberWord, b.word))
		b.dispatch(e.ctx, p, 1, e.held, groups, b.packs())
	}
	if any := e.each(listed, func(b *block) {
		boxes, _ := b.kind.table.pairs.Items()
		dispatch(b, b.kind.passes.pairs.box, boxes)
	}); any {
		e.ctx.Barrier(glx.ByShader)
	}
	e.each(listed, func(b *block) {
		_, lists := b.kind.table.pairs.Items()
		dispatch(b, b.kind.passes.pairs.list, lists)
	})
}

// applyPairFriction ends a step from the present copy of the state to the other where masses that collide have friction.
func (e *Engine) applyPairFriction() {
	most := 0
	for _, b := range e.blocks {
		most = max(most, b.kind.table.pairs.Passes())
	}
	for done := range most {
		passed := e.each(func(b *block) bool { return done < b.kind.table.pairs.Passes() }, func(b *block) { b.friction(e.ctx, done, e.held) })
		if passed {
			e.ctx.Barrier(glx.ByShader)
		}
	}
}

// friction queues a pass of friction, after the earlier ones of the step.
func (b *block) friction(ctx *glx.Context, done, held int) {
	p, from, into := b.kind.passes.pairs.friction, b.wish[done%2], b.wish[1-done%2]
	if done+1 == b.kind.table.pairs.Passes() {
		p, into = b.kind.passes.pairs.land, b.velocity[1-held]
	}
	b.lend(p, slot(shaders.BindPosition, b.position[held]), slot(shaders.BindVelocity, b.velocity[held]), slot(shaders.BindMemberWish, from),
		slot(shaders.BindNextPosition, b.position[1-held]), slot(shaders.BindNextVelocity, into), slot(shaders.BindMemberWord, b.word))
	b.dispatch(ctx, p, 1, held, massGroups(b.kind.table.kind.Model.MassCount()), b.packs())
}
