package gpu

import (
	"fmt"
	"time"

	"hooke/gpu/options"
	"hooke/gpu/settings"
	"hooke/shaders"
)

// Step queues n steps, any number, in submissions of at most 0.1 s. It does not read back or
// allocate. It waits only when the device is so many submissions behind that it cannot run
// dry, for the oldest of them. The device has the queued steps at the latest after Submit,
// Finish or any read. With collisions of masses it also waits every 256 steps, to check that
// neighbor lists did not overflow, and so does Submit.
func (e *Engine) Step(n int) error {
	if e.collisions.pairs == nil {
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
	if e.collisions.pairs == nil {
		e.progress.queue.Submit()
		return
	}
	e.settle()
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

// setDrives takes over the drives of the settings, which are in use already.
func (e *Engine) setDrives() (err error) {
	switch p := e.run.settings.Params; {
	case !p.Driven():
		e.run.signals.Release()
		e.run.signals = nil
	case e.run.signals == nil:
		e.run.signals, err = settings.NewSignals(e.ctx, &e.run.settings, e.buffers.Precision, e.time())
	default:
		e.run.signals.Adopt(p)
		if was := e.run.signals; !was.Holds(p) { // a step has more substeps than before
			var more *settings.Signals
			if more, err = settings.NewSignals(e.ctx, &e.run.settings, e.buffers.Precision, e.time()); err == nil {
				more.Drives = was.Drives
				was.Release()
				e.run.signals = more
			}
		}
	}
	return err
}

// writeSignals writes the signals of the next steps of the submission that is being
// made, as many of n as it has room for, and says how many those are.
func (e *Engine) writeSignals(n int) (steps int, err error) {
	if e.run.signals == nil {
		return n, nil
	}
	if err := e.run.signals.Begin(e.progress.queue.Submissions); err != nil {
		return 0, err
	}
	if steps = e.run.signals.Room(n, e.rowsPerStep()); steps > 0 {
		e.run.signals.Write(e.signalTimes(steps))
	}
	return steps, nil
}

// writeSignalsAside writes the signals of the given number of steps for passes outside of steps.
func (e *Engine) writeSignalsAside(steps int) {
	if e.run.signals != nil {
		e.run.signals.WriteAside(e.signalTimes(steps))
	}
}

// signalTimes returns the times at which the next steps evaluate something [s], the end
// of the last one included, until the next call.
func (e *Engine) signalTimes(steps int) []float64 {
	times := e.run.signals.Times[:0]
	for row := range steps*e.rowsPerStep() + 1 {
		times = append(times, e.timeAfter(float64(row)/float64(e.rowsPerStep())))
	}
	return times
}

// bindSignals makes a row of the signals the one that passes read.
func (e *Engine) bindSignals(row int) {
	if e.run.signals != nil {
		e.run.signals.Bind(e.ctx, shaders.BindSignals, row)
	}
}

// bindSignalsBefore makes a row the one that passes take for that of a step
// before.
func (e *Engine) bindSignalsBefore(row int) {
	if e.run.signals != nil {
		e.run.signals.Bind(e.ctx, shaders.BindSignalsBefore, row)
	}
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
