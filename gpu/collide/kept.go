package collide

import (
	"fmt"
	"math"
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// softPart is the part of m/h² up to which the stiffness of a pair is a force in the solver
// impulses, as kept.glsl has it.
const softPart = 0.25

// makeKept compiles the passes of pushes and friction in a substep of the solver impulses:
// the impulses of pairs are kept until its end.
func (c *Pairs) makeKept(r *recorder, b *buffers.Arrays, p model.Params) {
	a, k := &c.arrays, r.k.With("KEPT", 1)
	kept, pairVelocity := pass.Slot{Binding: shaders.BindPairKept, Buffer: a.kept}, pass.Slot{Binding: shaders.BindPairVelocity, Buffer: a.pairVelocity}
	pair := append(c.pairSlots(b), kept)
	s := &c.passes
	s.push = r.over(k, "pair-force", shaders.PairForce, c.overTaking(), append(slices.Clone(pair), pass.Slot{Binding: shaders.BindPairPush, Buffer: b.External})...)
	s.press = r.over(k, "pair-press", shaders.PairPress, c.overTaking(), append(slices.Clone(pair), pairVelocity)...)
	ends := []pass.Slot{pair[0], pair[1], pairVelocity, {Binding: shaders.BindBall, Buffer: a.ball}}
	s.take = r.over(k.With("FROM", 0), "pair-take", shaders.PairTake, c.overTaking(), ends...)
	if !p.Collision.HasFriction() {
		return
	}
	frictionTouches := pass.Slot{Binding: shaders.BindTouches, Buffer: a.frictionTouches}
	s.count = r.over(k, "pair-count", shaders.PairCount, c.overTaking(), pass.Slot{Binding: shaders.BindPairList, Buffer: a.list}, frictionTouches, kept)
	frictionSlots := append(slices.Clone(pair), pairVelocity)
	frictionSlots[slices.IndexFunc(frictionSlots, func(s pass.Slot) bool { return s.Binding == shaders.BindTouches })] = frictionTouches
	from := c.makeFriction(r, k, p, frictionSlots)
	s.finish = r.over(k.With("FROM", from), "pair-finish", shaders.PairTake, c.overTaking(), ends...)
}

// makeFriction compiles the passes of friction on the velocities of the state, for pairs that
// keep their impulses, and returns the set of velocities that the last of them writes.
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

// keeping returns the passes that read or write the impulses of pairs.
func (c *Pairs) keeping() []*pass.Pass {
	s := &c.passes
	return slices.DeleteFunc([]*pass.Pass{s.push, s.press, s.count, s.friction[0], s.friction[1], s.friction[2]}, func(p *pass.Pass) bool { return p == nil })
}

// newKept allocates the impulses of pairs for that number of entries; nil if they are not kept.
func (c *Pairs) newKept(entries int64) (*glx.Buffer, error) {
	if c.arrays.kept == nil {
		return nil, nil
	}
	kept, err := c.ctx.NewBuffer("hooke.PairKept", 4*entries)
	if err != nil {
		return nil, fmt.Errorf("gpu: collisions: impulses of %d pairs: %w", entries, err)
	}
	return kept, nil
}

// Press queues a visit to the pairs that are stiff. It changes no velocity: Take does that behind a
// barrier, after which velocities may be read.
func (c *Pairs) Press() {
	c.bind()
	c.passes.press.Dispatch(c.ctx)
}

// Take queues the change of velocities by a visit; see Press.
func (c *Pairs) Take() {
	c.passes.take.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next pass reads velocities, and data of pairs
}

// applyKeptFriction queues the friction of pairs, given their impulses in the substep.
func (c *Pairs) applyKeptFriction() {
	c.passes.count.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader) // pair-friction reads how many touch
	c.friction()
	c.passes.finish.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads velocities
}

// Stiff reports whether any two masses could be a stiff pair: the stiffest surface between the two lightest
// masses. It reports a few pairs too many, since the device rounds. It is false for nil.
func (c *Pairs) Stiff() bool {
	return c != nil && c.stiffest > 0.999*softPart*c.lightest/(c.last.Substep().DT*c.last.Substep().DT)
}

// measureStiffest finds the stiffest surface [N/m]; m_r of no pair is less than half of the
// lightest mass that takes part [kg].
func (c *Pairs) measureStiffest(p model.Params) {
	c.stiffest, c.lightest = 0, math.Inf(1)
	for _, b := range p.Collision.Bodies {
		c.stiffest = max(c.stiffest, b.Stiffness)
	}
	for i, r := range c.model.Radius {
		if r > 0 {
			c.lightest = min(c.lightest, c.model.Mass[i]/2)
		}
	}
}
