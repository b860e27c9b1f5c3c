package ensemble

import (
	"fmt"
	"math"

	"hooke/gpu/glx"
	"hooke/physics"
)

// Step queues n steps of all members that have not ended. Members with engines of their own
// wait for their measurements, while the device steps the others.
func (e *Engine) Step(n int) error {
	if err := e.loops.Ready(n); err != nil {
		return err
	}
	e.loops.Advance(n)
	if len(e.blocks) > 0 {
		if err := e.stepBlocks(n); err != nil {
			return err
		}
	}
	for place := range e.lone.Count() {
		if err := e.lone.Run(place, n); err != nil {
			return err
		}
	}
	return nil
}

// stepBlocks queues n steps of the members that lie interleaved.
func (e *Engine) stepBlocks(n int) error {
	if e.clock-e.oldest+int64(n) >= mostAge {
		return fmt.Errorf("ensemble: a member would be %d steps from its start; the device counts up to %d: reset members before", e.clock-e.oldest+int64(n), int64(mostAge))
	}
	for n > 0 {
		room, err := e.queue.Room()
		if err != nil {
			return fmt.Errorf("ensemble: %w", err)
		}
		batch := min(n, room)
		if e.copies == 2 && e.clock-e.gathered >= e.gatherEvery {
			if err := e.gather(); err != nil {
				return err
			}
		}
		if batch, err = e.act(batch); err != nil {
			return err
		}
		if e.copies == 1 {
			batch = e.untilBoundary(batch)
		}
		e.queueSteps(batch)
		e.queue.Add(batch)
		e.advance(batch)
		n -= batch
	}
	e.queue.Submit()
	return nil
}

// mostAge is how many steps a member may be from its start: ages are words.
const mostAge = math.MaxUint32 - 1

// queueSteps queues some steps. Of two copies of the state they make one at a time, of one all at once: then none
// of them but the first may begin with a sample, and none but the last end with a look.
func (e *Engine) queueSteps(n int) {
	each := 1
	if e.copies == 1 {
		each = n
	}
	for done := 0; done < n; done += each {
		if sampled := e.each(func(b *block) bool { return b.samplesAt(e.clock) }, func(b *block) { b.sample(e.ctx, 1, e.held, b.sum, b.word) }); sampled {
			e.ctx.Barrier(glx.ByShader)
		}
		e.each(nil, func(b *block) {
			if e.copies == 1 {
				b.moveResident(e.ctx, each)
			} else {
				b.move(e.ctx, e.held)
			}
		})
		e.ctx.Barrier(glx.ByShader)
		e.clock += int64(each)
		if e.copies == 2 {
			e.applyPairFriction()
			e.held = 1 - e.held
			e.each(nil, func(b *block) { b.beginStep(e.ctx, 1, e.held) })
			e.listPairs()
			e.ctx.Barrier(glx.ByShader)
		}
		if looked := e.each(func(b *block) bool { return b.looks[e.clock%physics.LookEvery] }, func(b *block) { b.lookAt(e.ctx, e.held) }); looked {
			e.ctx.Barrier(glx.ByShader)
		}
	}
	e.each(nil, func(b *block) { b.latest = nil })
	e.stamp++
}

// each does something with the blocks that are to have it done, and says whether any was. A nil choice is all.
func (e *Engine) each(chosen func(b *block) bool, do func(b *block)) (any bool) {
	for _, b := range e.blocks {
		if chosen == nil || chosen(b) {
			do(b)
			any = true
		}
	}
	return any
}

// samplesAt reports whether some member of the block may have a sample at the start of a step of the engine.
func (b *block) samplesAt(clock int64) bool {
	return b.sum != nil && (b.started[clock] || b.samples[clock%b.kind.every])
}

// untilBoundary returns how many of n steps can be made in one dispatch: those up to the next sample or look.
func (e *Engine) untilBoundary(n int) int {
	n = min(n, e.most)
	for k := 1; k < n; k++ {
		at := e.clock + int64(k)
		for _, b := range e.blocks {
			if b.looks[at%physics.LookEvery] || b.samplesAt(at) {
				return k
			}
		}
	}
	return n
}

// Finish waits for all queued steps.
func (e *Engine) Finish() error {
	e.ctx.Finish()
	if err := e.ctx.Err("step an ensemble"); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	return nil
}
