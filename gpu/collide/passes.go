package collide

import (
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// passes are the compiled passes.
type passes struct {
	old, args *pass.Pass
	making    []indirect // of lists, in their order

	push     *pass.Pass
	friction [3]*pass.Pass // by the set of velocities that it reads: two sets, and those of the state; nil: not needed
	finish   *pass.Pass

	press, take, count *pass.Pass // of the solver impulses, else nil; count is nil without friction
}

// indirect is a pass with as many work groups as list-args says for its kind.
type indirect struct {
	*pass.Pass
	kind int64
}

// These are the kinds of passes that build lists, by the items of their invocations.
const (
	perMass    int64 = iota
	perBucket        // of the grid
	perBuckets       // a block of buckets
	perMasses        // a block of masses
	once             // one work group
)

const kinds = ranges.PairKinds

// recorder makes passes until one fails.
type recorder struct {
	k   pass.Maker // of all passes, without the additions of a pass
	err error
}

func (r *recorder) make(k pass.Maker, name string, file shaders.Name, count int64, storage ...pass.Slot) *pass.Pass {
	if r.err != nil {
		return nil
	}
	return r.over(k, name, file, pass.Extent{Items: pass.OfAll, Count: count}, storage...)
}

func (r *recorder) over(k pass.Maker, name string, file shaders.Name, over pass.Extent, storage ...pass.Slot) *pass.Pass {
	if r.err != nil {
		return nil
	}
	p, err := k.Make(name, file, over, storage)
	r.err = err
	return p
}

// overTaking returns a pass over the masses that take part, each of which writes something of its own
// range.
func (c *Pairs) overTaking() pass.Extent {
	over := pass.Extent{Items: pass.OfMasses, Count: c.count}
	if c.division != nil {
		over.Parts = c.parts(c.division.Masses)
	}
	return over
}

// parts are, for each range of masses, those of them that take part.
func (c *Pairs) parts(masses ranges.Ranges) []pass.Part {
	out := make([]pass.Part, masses.Number())
	taking := int64(0)
	for k := range out {
		first, count := masses.Bounds(k)
		out[k].First = taking
		for _, r := range c.model.Radius[first : first+count] {
			if r > 0 {
				taking++
			}
		}
		out[k].End = taking
	}
	return out
}

// Make compiles the passes, which read the state in b. The maker is one of passes that
// evaluate no springs. On an error Passes has those that were made before it.
func (c *Pairs) Make(k pass.Maker, b *buffers.Arrays, p model.Params) error {
	r := &recorder{k: k}
	c.makeLists(r, b)
	if r.err == nil {
		r.err = c.writeGroups(k.Group)
	}
	c.makeForces(r, b, p)
	return r.err
}

// makeLists compiles the passes that make lists.
func (c *Pairs) makeLists(r *recorder, b *buffers.Arrays) {
	a, k := &c.arrays, r.k
	position := pass.Slot{Binding: shaders.BindPosition, Buffer: b.Position, All: true}
	built, cell := pass.Slot{Binding: shaders.BindBuilt, Buffer: a.built}, pass.Slot{Binding: shaders.BindCell, Buffer: a.cell}
	grid, list := pass.Slot{Binding: shaders.BindGrid, Buffer: a.grid}, pass.Slot{Binding: shaders.BindPairList, Buffer: a.list}
	ball, status := pass.Slot{Binding: shaders.BindBall, Buffer: a.ball}, pass.Slot{Binding: shaders.BindPairStatus, Buffer: a.status}
	c.passes.old = r.make(k, "list-old", shaders.ListOld, c.count, position, built, status, ball, pass.Slot{Binding: shaders.BindTouches, Buffer: a.touches})
	c.passes.args = r.make(k.With("KINDS", kinds), "list-args", shaders.ListArgs, 1, status, pass.Slot{Binding: shaders.BindGroupCounts, Buffer: a.groups})
	add := func(kind int64, p *pass.Pass) {
		if p != nil {
			c.passes.making = append(c.passes.making, indirect{p, kind})
		}
	}
	scan := func(of string, lists int, blocks int64) {
		k := k.Summing().With("LISTS", lists)
		add(blocks, r.make(k, of+"-scan-sum", shaders.ScanSum, 1, grid, list))
		add(once, r.make(k, of+"-scan-top", shaders.ScanTop, 1, grid, list, status))
		add(blocks, r.make(k, of+"-scan-add", shaders.ScanAdd, 1, grid, list))
	}
	add(perBucket, r.make(k, "grid-clear", shaders.GridClear, 1, grid))
	add(perMass, r.make(k, "grid-count", shaders.GridCount, 1, position, built, cell, ball, grid))
	scan("grid", 0, perBuckets)
	add(perMass, r.make(k, "grid-place", shaders.GridPlace, 1, status, cell, grid))
	near := []pass.Slot{built, status, cell, list, ball, grid}
	add(perMass, r.make(k.With("FILL", 0), "list-count", shaders.ListNear, 1, near...))
	scan("list", 1, perMasses)
	add(perMass, r.make(k.With("FILL", 1), "list-fill", shaders.ListNear, 1, near...))
}

// writeGroups writes the work groups that the passes of each kind have where they work.
func (c *Pairs) writeGroups(group int) error {
	counts := make([]shaders.GroupCounts, 2*kinds)
	blocks := func(n int64) int64 { return (n + ranges.ScanBlock - 1) / ranges.ScanBlock * pass.SumGroup }
	for kind, of := range [kinds]struct {
		invocations int64
		group       int
	}{{c.count, group}, {ranges.Buckets(c.count), group}, {blocks(ranges.Buckets(c.count)), pass.SumGroup}, {blocks(c.count), pass.SumGroup}, {1, pass.SumGroup}} {
		x, y, err := c.ctx.Limits.Groups(of.invocations, of.group)
		if err != nil {
			return err
		}
		counts[kinds+kind] = shaders.GroupCounts{X: x, Y: y, Z: 1}
	}
	glx.Upload(c.arrays.groups, 0, counts)
	return nil
}

// makeForces compiles the passes of pushes and friction.
func (c *Pairs) makeForces(r *recorder, b *buffers.Arrays, p model.Params) {
	if c.arrays.kept != nil {
		c.makeKept(r, b, p)
		return
	}
	a, k := &c.arrays, r.k
	pair := c.pairSlots(b)
	c.passes.push = r.over(k, "pair-force", shaders.PairForce, c.overTaking(), append(pair, pass.Slot{Binding: shaders.BindPairPush, Buffer: b.External})...)
	if !p.Collision.HasFriction() {
		return
	}
	pairVelocity := pass.Slot{Binding: shaders.BindPairVelocity, Buffer: a.pairVelocity}
	frictionSlots := []pass.Slot{{Binding: shaders.BindPairVelocity, Buffer: a.pairVelocity, All: true}}
	if c.division != nil && c.division.AllTexels {
		frictionSlots = append(frictionSlots, pairVelocity) // its output
	}
	from, euler := ofState, 0
	if usesWish(p) {
		from, euler = 0, 1
	}
	for range p.Collision.Iterations() {
		if to := next(from); c.passes.friction[from] == nil {
			k := k.With("FROM", from).With("TO", to)
			c.passes.friction[from] = r.over(k, "pair-friction", shaders.PairFriction, c.overTaking(), append(pair[:len(pair):len(pair)], frictionSlots...)...)
		}
		from = next(from)
	}
	over := c.overTaking()
	if euler == 1 {
		over = pass.Extent{Items: pass.OfMasses, Count: int64(c.model.MassCount())}
	}
	k = k.With("EULER", euler).With("FROM", from)
	ends := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity}, pairVelocity, {Binding: shaders.BindBall, Buffer: a.ball}}
	c.passes.finish = r.over(k, "pair-finish", shaders.PairFinish, over, append(ends[:4:4], pass.Slot{Binding: shaders.BindStatus, Buffer: b.Status})...)
}

// pairSlots returns the buffers of a pass that looks at pairs.
func (c *Pairs) pairSlots(b *buffers.Arrays) []pass.Slot {
	a := &c.arrays
	return []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
		{Binding: shaders.BindBodySurface, Buffer: a.surface}, {Binding: shaders.BindPairList, Buffer: a.list}, {Binding: shaders.BindBall, Buffer: a.ball},
		{Binding: shaders.BindTouches, Buffer: a.touches}}
}

// ofState is the set of velocities that is the state's.
const ofState = 2

// next returns the set of velocities that the friction of a set is written to.
func next(from int) int {
	if from == 0 {
		return 1
	}
	return 0
}

// usesWish reports whether the pass of masses leaves a velocity for friction instead of ending
// the step.
func usesWish(p model.Params) bool {
	return p.Integrator == model.SymplecticEuler || p.Integrator == model.ExplicitEuler
}

// Passes returns all passes that were made; for nil none.
func (c *Pairs) Passes() []*pass.Pass {
	if c == nil {
		return nil
	}
	return append(c.passes.all(), slices.DeleteFunc([]*pass.Pass{c.sums.enter, c.sums.energy}, func(p *pass.Pass) bool { return p == nil })...)
}

// InStep returns the passes of every step, without those that make lists; for nil none.
func (c *Pairs) InStep() []*pass.Pass {
	if c == nil {
		return nil
	}
	s := &c.passes
	return slices.DeleteFunc([]*pass.Pass{s.push, s.friction[0], s.friction[1], s.friction[2], s.finish, s.press, s.take, s.count}, func(p *pass.Pass) bool { return p == nil })
}

// all returns the passes of steps, in their order.
func (s *passes) all() []*pass.Pass {
	all := []*pass.Pass{s.old, s.args}
	for _, p := range s.making {
		all = append(all, p.Pass)
	}
	all = append(all, s.push, s.friction[0], s.friction[1], s.friction[2], s.finish, s.press, s.take, s.count)
	return slices.DeleteFunc(all, func(p *pass.Pass) bool { return p == nil })
}
