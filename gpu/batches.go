package gpu

import (
	"fmt"
	"slices"
	"time"

	"hooke/gpu/options"
	"hooke/shaders"
)

// Step queues n steps, any number, in submissions of at most 0.1 s. It does not read back or
// allocate. It waits for the oldest submission only when enough others are queued that the
// device does not run dry. The device has the queued steps at the latest after Submit,
// Finish or any read. With collisions of masses it also waits every 256 steps, to check that
// neighbor lists did not overflow, and so does Submit.
func (e *Engine) Step(n int) error {
	if !e.collisions.tentative() {
		return e.queueSteps(n)
	}
	return e.try(n)
}

// queueSteps queues n steps, any number.
func (e *Engine) queueSteps(n int) error {
	begin, waited := time.Now(), e.progress.queue.Waited
	defer func() { e.progress.queueing += time.Since(begin) - (e.progress.queue.Waited - waited) }()
	e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
	for n > 0 {
		room, err := e.progress.queue.Room()
		if err != nil {
			return fmt.Errorf("gpu: step: %w", err)
		}
		batch, err := e.writeSignals(min(n, room))
		if err != nil {
			return fmt.Errorf("gpu: step: %w", err)
		}
		if batch == 0 { // the signals of this submission are full
			e.progress.queue.Submit()
			continue
		}
		e.progress.behind = n - batch
		if err := e.queueBatch(batch); err != nil {
			return err
		}
		e.progress.queue.Add(batch)
		e.progress.queued += int64(batch)
		n -= batch
	}
	return e.ctx.Err("gpu: step")
}

// Submit passes all queued steps to the device and does not wait. With collisions of masses
// it waits, see Step; the next call that returns an error reports faults.
func (e *Engine) Submit() {
	if !e.collisions.tentative() {
		e.progress.queue.Submit()
		return
	}
	e.settle()
}

// queueBatch queues steps whose signals are written, and the looks at states between them.
// The calls of OpenGL go to the driver together.
func (e *Engine) queueBatch(batch int) (err error) {
	e.ctx.Together(func() {
		for i := 0; i < batch && err == nil; {
			i += e.advanceSome(i, batch-i)
			e.lastGood.after(e, int64(i))
			err = e.look(int64(i))
		}
	})
	return err
}

// advanceSome queues steps of a batch, of which some are queued and some are left, and says
// how many: no more than until something else looks at the state.
func (e *Engine) advanceSome(queued, left int) int {
	toGo := left + e.progress.behind
	for _, due := range []struct{ every, step int64 }{{e.lastGood.every(), e.progress.queued}, {e.asked.watching.every, e.step()}} {
		if due.every > 0 {
			left = int(min(int64(left), due.every-(due.step+int64(queued))%due.every))
		}
	}
	if s := e.run.divided; s != nil { // the last step of Step ends with a residual
		s.Measure(toGo == 1)
		if left == toGo {
			left = max(1, left-1)
		}
	}
	if r := e.compiled.resident; r != nil {
		steps := min(left, r.Most)
		e.bindSignals(queued)
		e.reside(steps)
		return steps
	}
	if left > 1 && e.compiled.persistent != nil {
		if steps := min(left, e.compiled.persistent.Most) / 2 * 2; e.persist(steps) {
			return steps
		}
	}
	if left < 2*fewPairs || !e.alike() {
		e.advance(queued * e.rowsPerStep())
		return 1
	}
	e.ctx.Repeat(left/2, func() {
		e.advance(0)
		e.advance(0)
	})
	return left / 2 * 2
}

// fewPairs is how many pairs of steps it takes to gain from a list of their calls: the calls of
// the first two are asked for one by one.
const fewPairs = 3

// alike reports whether all pairs of steps make the same calls: two steps end with the state where
// it was, and nothing that the host decides changes with time.
func (e *Engine) alike() bool {
	return e.run.signals == nil && e.collisions.pairs == nil
}

// step returns the number of steps done once all queued ones have run.
func (e *Engine) step() int64 { return e.progress.start + e.progress.queued }

// time returns the simulated time then [s], formed from the whole number of steps
// since dt was last set.
func (e *Engine) time() float64 { return e.timeAfter(0) }

// timeAfter returns the simulated time some steps later [s].
func (e *Engine) timeAfter(steps float64) float64 {
	return e.progress.clockTime + (float64(e.step()-e.progress.clockStep)+steps)*e.run.settings.Params.DT
}

// Waits returns how often Step has waited for the device, since as many submissions as
// may be were ahead of it.
func (e *Engine) Waits() int64 { return e.progress.queue.Waits }

// Queueing returns the time of the host that queueing steps has taken, see model.HostClock.
func (e *Engine) Queueing() time.Duration { return e.progress.queueing }

// Submissions returns how many times steps were handed to the device.
func (e *Engine) Submissions() int64 { return e.progress.queue.Submissions }

// BeginSpan queues the first of two timestamps, between which the device's own
// time is measured. A span that was begun already begins anew.
func (e *Engine) BeginSpan() {
	if e.asked.span == nil {
		e.asked.span = e.ctx.NewTimer()
	}
	e.asked.span.Forget()
	e.asked.span.Begin()
}

// EndSpan queues the second timestamp.
func (e *Engine) EndSpan() { e.asked.span.End() }

// Span waits for both timestamps and is the time between them; zero without a
// span, or when it is too short to be measured.
func (e *Engine) Span() time.Duration { return e.asked.span.Wait() }

// ForgetPassTimes begins the means of PassTimes anew.
func (e *Engine) ForgetPassTimes() {
	for _, p := range e.passes() {
		p.Timer.Forget()
	}
}

// PassTimes returns the device times of the timed passes in a step, by name, from the mean of those
// that were measured; empty without Options.Timers or before a measurement.
func (e *Engine) PassTimes() map[string]time.Duration {
	out, run := map[string]time.Duration{}, e.trafficRun()
	for _, p := range e.passes() {
		if mean, samples := p.Timer.Mean(); samples > 0 && run.Times(p.Name) > 0 {
			out[p.Name] = mean * time.Duration(run.Times(p.Name))
		}
	}
	return out
}

// SetWorkGroup compiles the passes for work groups of another size; buffers and
// state stay, and no result changes. On an error the engine can only be closed.
func (e *Engine) SetWorkGroup(size int) (err error) {
	if size, err = options.WorkGroupOf(e.ctx.Limits, size); err != nil || size == e.compiled.workGroup {
		return err
	}
	if err = e.mayGroup(size); err != nil {
		return err
	}
	e.compiled.workGroup = size
	return e.remakePasses()
}

// WorkGroups returns the work-group sizes that the device and the variant allow, in invocations.
func (e *Engine) WorkGroups() []int {
	return slices.DeleteFunc(options.WorkGroupsOn(e.ctx.Limits), func(size int) bool { return e.mayGroup(size) != nil })
}

// mayGroup returns an error where the variant has no work groups of a size.
func (e *Engine) mayGroup(size int) error {
	return e.plan.tiles(e.plan.variant, e.ctx.Limits, &e.run.settings.Params, size)
}

// WorkGroup is the size of the work groups in use, in invocations.
func (e *Engine) WorkGroup() int { return e.compiled.workGroup }
