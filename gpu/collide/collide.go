package collide

import (
	"fmt"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// Pairs are the masses of a model that collide, on the device. The caller of New calls
// Release. A nil *Pairs is a run without collisions: it has no passes, and may be released.
type Pairs struct {
	ctx      *glx.Context
	model    *model.Model // in the order of the masses on the device
	count    int64        // masses that take part
	capacity int64        // entries of lists for which there is room
	largest  float64
	division *ranges.Division // nil: nothing is divided
	last     model.Params     // that were uploaded last
	stiffest float64          // of the surfaces [N/m]
	lightest float64          // least m_r of a pair [kg]
	asked    float64          // the skin that the run asks for; that of last may be wider [m]

	arrays arrays
	passes passes
	sums   sums
}

// arrays are the buffers; the comment of each says which pass writes it.
type arrays struct {
	ball            *glx.Buffer // New; [count]
	surface         *glx.Buffer // Upload; [bodies]
	built           *glx.Buffer // grid-count; [count] vec4
	cell            *glx.Buffer // grid-count; [count]
	grid            *glx.Buffer // grid-clear, grid-count, grid-place, scans; [GridWords]
	list            *glx.Buffer // list-count, scans, list-fill; [count + 1 + capacity]
	touches         *glx.Buffer // pair-force; [count]
	pairVelocity    *glx.Buffer // integrate, pair-friction; [2 × masses] vec4
	status          *glx.Buffer // [1]
	groups          *glx.Buffer // list-args; [2 × kinds]
	uniform         *glx.Buffer // Upload
	kept            *glx.Buffer // pair-force, pair-press; [capacity]; nil: the solver is not impulses
	frictionTouches *glx.Buffer // pair-count; [count]; likewise
}

// New puts the constant data on the device, for a model in the device's order of masses, with
// the counts of a run; at least one mass takes part. It returns limits.ErrTooLarge, with the
// numbers, for data that do not fit; nothing stays allocated then.
func New(ctx *glx.Context, m *model.Model, n ranges.Counts, d *ranges.Division, b *buffers.Arrays) (*Pairs, error) {
	c := &Pairs{division: d, ctx: ctx, model: m, count: n.Taking, capacity: ranges.FirstRoom(n.Taking), largest: m.LargestRadius()}
	a := &c.arrays
	err := buffers.Allocate(ctx.NewBuffer, n, buffers.Slots{"Ball": {&a.ball}, "BodySurface": {&a.surface}, "Built": {&a.built}, "Cell": {&a.cell}, "Grid": {&a.grid}, "PairList": {&a.list},
		"Touches": {&a.touches}, "PairStatus": {&a.status}, "GroupCounts": {&a.groups}, "Collision": {&a.uniform}, "PairKept": {&a.kept}, "FrictionTouches": {&a.frictionTouches}})
	if err == nil {
		pairVelocity := ctx.NewBuffer
		if d != nil { // it is divided
			pairVelocity = ctx.NewLongBuffer
		}
		err = buffers.Allocate(pairVelocity, n, buffers.Slots{"PairVelocity": {&a.pairVelocity}})
	}
	if err != nil {
		c.Release()
		return nil, fmt.Errorf("gpu: collisions of %d masses: %w", c.count, err)
	}
	if d != nil && n.FrictionMasses > 0 {
		b.Windows[a.pairVelocity] = d.Masses.Windows(16, 2)
		if d.AllTexels {
			b.ShowAll(a.pairVelocity, glx.Floats4)
		}
	}
	glx.Upload(a.ball, 0, balls(m))
	c.Renew()
	return c, nil
}

// balls returns the records of the masses that take part, in the order of the masses on the
// device.
func balls(m *model.Model) []shaders.Ball {
	var out []shaders.Ball
	reference := map[uint16]uint32{}
	for i, r := range m.Radius {
		if r <= 0 {
			continue
		}
		body := m.BodyOf(i)
		if _, known := reference[body]; !known {
			reference[body] = uint32(len(out))
		}
		b := shaders.Ball{Mass: uint32(i), Body: uint32(body), Reference: reference[body], Radius: float32(r)}
		x, low := options.TwoWords3(m.RestPosition[i])
		b.RestX, b.RestY, b.RestZ = x[0], x[1], x[2]
		b.RestLowX, b.RestLowY, b.RestLowZ = low[0], low[1], low[2]
		out = append(out, b)
	}
	return out
}

// widest is how many times as wide as at first the cells of the grid may become, and as far as at first lists of
// springs and triangles may reach: 64 times as many masses are in a cell then.
const widest = 4

// Skin returns the skin in use [m].
func (c *Pairs) Skin() float64 { return c.last.Collision.Skin }

// Widen has lists with a skin for masses that move so far within a step against their body
// [m], which changes no result. It is false where cells would become too wide. The next Look
// makes lists anew.
func (c *Pairs) Widen(moved float64) bool {
	p := c.last
	p.Collision.Skin = max(2*p.Collision.Skin, 2.5*moved)
	if !(2*c.largest+p.Collision.Skin <= widest*(2*c.largest+c.asked)) {
		return false
	}
	c.write(p)
	return true
}

// Upload writes the numbers of a run. The next Look makes lists anew.
func (c *Pairs) Upload(p model.Params) {
	c.asked = p.Collision.Skin
	c.measureStiffest(p)
	c.write(p)
}

func (c *Pairs) write(p model.Params) {
	c.ctx.Barrier(glx.ByTransfer) // the uploads overwrite inputs of passes
	c.last = p
	n := p.Collision
	var surfaces []shaders.BodySurface
	for _, b := range n.Bodies {
		surfaces = append(surfaces, shaders.BodySurface{Stiffness: float32(b.Stiffness), DampingRatio: float32(b.DampingRatio),
			StaticFriction: float32(b.StaticFriction), KineticFriction: float32(b.KineticFriction)})
	}
	glx.Upload(c.arrays.surface, 0, surfaces)
	// A little wider than the reach of lists, so that rounding puts no pair two cells apart.
	edge := 1.001 * (2*c.largest + n.Skin)
	glx.Upload(c.arrays.uniform, 0, []shaders.Collision{{
		Count: uint32(c.count), Buckets: uint32(ranges.Buckets(c.count)), Capacity: uint32(c.capacity),
		Self: number(n.Self), Others: number(n.Others), PerCell: float32(1 / edge), Skin: float32(n.Skin),
		Share: float32(1 / float64(n.Iterations())),
	}})
	c.Renew()
}

func number(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}

// Release frees buffers and passes. On nil it does nothing.
func (c *Pairs) Release() {
	if c == nil {
		return
	}
	c.ReleasePasses()
	c.sums.release()
	a := &c.arrays
	for _, b := range []*glx.Buffer{a.ball, a.surface, a.built, a.cell, a.grid, a.list, a.touches, a.pairVelocity, a.status, a.groups, a.uniform, a.kept, a.frictionTouches} {
		b.Release()
	}
}

// ReleasePasses frees the passes of steps; Make makes them again. On nil it does nothing.
func (c *Pairs) ReleasePasses() {
	if c == nil {
		return
	}
	for _, p := range c.passes.all() {
		p.Release()
	}
	c.passes = passes{}
}

// WishSlot returns where a pass of masses of the Euler methods writes the velocities that friction
// changes, instead of ending the step; ok is false where it ends the step itself.
func (c *Pairs) WishSlot(p model.Params) (s pass.Slot, ok bool) {
	return pass.Slot{Binding: shaders.BindPairVelocity, Buffer: c.arrays.pairVelocity}, p.Collision.HasFriction() && usesWish(p)
}
