package collide

import (
	"fmt"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/shaders"
)

// unmade is the value of PairStatus.Old before lists exist.
const unmade = 2

// Renew makes the next Look rebuild the lists in any case, and clears the device's reports.
func (c *Pairs) Renew() {
	c.ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of passes
	glx.Upload(c.arrays.status, 0, []shaders.PairStatus{{Old: unmade}})
}

// Look queues a check of the lists, which rebuilds outdated ones. The next command may read
// them.
func (c *Pairs) Look() {
	c.bind()
	c.passes.old.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader) // list-args reads the result of list-old
	c.passes.args.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader | glx.ByCommand) // the counts are those of the dispatches that follow
	for _, p := range c.passes.making {
		p.DispatchIndirect(c.ctx, c.arrays.groups, p.kind*int64(unsafe.Sizeof(shaders.GroupCounts{})))
		c.ctx.Barrier(glx.ByShader) // each pass reads the output of the one before
	}
}

// Judge queues a look that makes no lists: whether those in use were young enough until now.
func (c *Pairs) Judge() {
	c.bind()
	c.passes.old.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader) // the next command reads and writes the status
}

// Push queues the pushes of pairs on masses at the state.
func (c *Pairs) Push() {
	c.bind()
	c.passes.push.Dispatch(c.ctx)
}

// ApplyFriction queues the friction of pairs behind the last pass of masses of a step, and ends the
// step with it. F_N is that of the last Push in the Euler methods, else that of the state.
// The next command may read the state.
func (c *Pairs) ApplyFriction() {
	c.bind()
	if c.arrays.kept != nil {
		c.applyKeptFriction()
		return
	}
	if !usesWish(c.last) {
		c.passes.push.Dispatch(c.ctx)
		c.ctx.Barrier(glx.ByShader) // pair-friction reads how many touch
	}
	c.friction()
	c.passes.finish.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads positions and velocities
}

// friction queues the passes of friction, one for each iteration.
func (c *Pairs) friction() {
	from := ofState
	if usesWish(c.last) {
		from = 0
	}
	for range c.last.Collision.Iterations() {
		c.passes.friction[from].Dispatch(c.ctx)
		c.ctx.Barrier(glx.ByShader) // the next pass reads these velocities
		from = next(from)
	}
}

// HasFriction reports whether the run has friction of pairs; false for nil.
func (c *Pairs) HasFriction() bool { return c != nil && c.passes.finish != nil }

func (c *Pairs) bind() { c.ctx.BindUniform(uint32(shaders.BindCollision), c.arrays.uniform) }

// Status waits and reads the device's report.
func (c *Pairs) Status() (shaders.PairStatus, error) {
	var status [1]shaders.PairStatus
	c.ctx.Barrier(glx.ByTransfer) // the download reads the output of passes
	glx.Download(c.arrays.status, 0, status[:])
	return status[0], c.ctx.Err("gpu: read the status of collisions")
}

// Room returns the number of entries of lists for which there is room.
func (c *Pairs) Room() int64 { return c.capacity }

// Grow makes room for lists with twice as many entries as there is room for, or more where
// they need more. The next Look makes lists anew. It returns limits.ErrTooLarge, with the
// numbers, where the device has no such room; nothing changes then.
func (c *Pairs) Grow(needed int64) error {
	capacity := c.capacity
	for capacity < needed {
		capacity *= 2
	}
	list, err := c.ctx.NewBuffer("hooke.PairList", 4*(c.count+1+capacity))
	if err != nil {
		return fmt.Errorf("gpu: collisions: lists of pairs need %d entries: %w", needed, err)
	}
	kept, err := c.newKept(capacity)
	if err != nil {
		list.Release()
		return err
	}
	for _, p := range c.Passes() {
		p.Rebind(shaders.BindPairList, list)
	}
	for _, p := range c.keeping() {
		p.Rebind(shaders.BindPairKept, kept)
	}
	if kept != nil {
		c.arrays.kept.Release()
		c.arrays.kept = kept
	}
	c.arrays.list.Release()
	c.arrays.list, c.capacity = list, capacity
	c.write(c.last)
	return nil
}
