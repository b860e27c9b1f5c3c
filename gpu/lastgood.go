package gpu

import (
	"errors"
	"slices"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/shaders"
)

// keepEvery is the number of steps from one copy of the state to the next.
const keepEvery = 256

// lastGood keeps states to go back to. The device itself decides whether a state
// is good when it is copied, so that steps may be queued without waiting.
type lastGood struct {
	keep   [2]*pass.Pass // they write the two copies in turn; nil: no state is kept
	clocks []copyClock   // of the copies that may be the last good one, ascending
	last   int64         // step of the last copy that was asked for
}

// copyClock gives the time of copies until the next one takes over.
type copyClock struct {
	from int64   // step of the first copy, since Reset
	step int64   // a step since Reset,
	time float64 // the time then [s],
	dt   float64 // and the length of steps [s]
}

// make compiles the pass for either copy.
func (g *lastGood) make(k pass.Maker, b *buffers.Arrays, over pass.Extent) (err error) {
	for place := range g.keep {
		if g.keep[place], err = k.With("PLACE", place).Make("keep", shaders.Keep, over, []pass.Slot{
			{Binding: shaders.BindPosition, Buffer: b.Position}, {Binding: shaders.BindVelocity, Buffer: b.Velocity},
			{Binding: shaders.BindKept, Buffer: b.Kept[place]}, {Binding: shaders.BindStatus, Buffer: b.Status}}); err != nil {
			return err
		}
	}
	return nil
}

func (g *lastGood) release() {
	for _, p := range g.keep {
		p.Release()
	}
}

// restart queues the copy of the state that Reset has set.
func (g *lastGood) restart(e *Engine) {
	g.clocks = g.clocks[:0]
	if g.keep[0] != nil {
		e.ctx.BindUniform(uint32(shaders.BindParams), e.buffers.Params)
		g.copy(e, 0)
	}
}

// after queues a copy of the state some steps after those counted in e.progress.queued,
// when it is time for one.
func (g *lastGood) after(e *Engine, steps int64) {
	if g.keep[0] != nil && (e.progress.queued+steps)%keepEvery == 0 {
		g.copy(e, steps)
	}
}

// every returns the number of steps from one copy to the next; 0: no state is kept.
func (g *lastGood) every() int64 {
	if g.keep[0] == nil {
		return 0
	}
	return keepEvery
}

func (g *lastGood) copy(e *Engine, steps int64) {
	step := e.progress.queued + steps
	place := int(step / keepEvery % 2)
	g.keep[place].Dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader) // the next pass overwrites the input of this one
	g.last = step
	// Steps of one clock need one entry, however many are queued.
	clock := copyClock{from: step, step: e.progress.clockStep - e.progress.start, time: e.progress.clockTime, dt: e.run.settings.Params.DT}
	if n := len(g.clocks); n > 0 {
		if clock.from = g.clocks[n-1].from; clock == g.clocks[n-1] {
			return
		}
		clock.from = step
	}
	g.clocks = append(g.clocks, clock)
}

// forget drops the clocks that are older than the last two copies, once the device is known
// to be well.
func (g *lastGood) forget() {
	drop := 0
	for drop+1 < len(g.clocks) && g.clocks[drop+1].from <= g.last-keepEvery {
		drop++
	}
	g.clocks = append(g.clocks[:0], g.clocks[drop:]...)
}

// LastGood waits and copies a state from before the divergence into dst: the
// start, or that of the last multiple of 256 steps after it. Without a
// divergence it is such a state, too. It needs Options.KeepLastGood.
func (e *Engine) LastGood(dst *model.Snapshot) error {
	if e.lastGood.keep[0] == nil {
		return errors.New("gpu: no last good state is kept; make the engine with Options.KeepLastGood")
	}
	status, err := e.readStatus()
	if err != nil {
		return err
	}
	place, step := -1, int64(-1)
	for p, kept := range [2]uint32{status.KeptFirst, status.KeptSecond} {
		if at := int64(kept); at != never && at > step && e.isGood(at, status) {
			place, step = p, at
		}
	}
	for _, clock := range slices.Backward(e.lastGood.clocks) {
		if place >= 0 && clock.from <= step {
			dst.Step, dst.Time = e.progress.start+step, clock.time+float64(step-clock.step)*clock.dt
			return e.readCopy(place, dst)
		}
	}
	return errors.New("gpu: the last good state was not kept: a dispatch was lost")
}

// isGood reports whether the state of a step since Reset is from before the
// divergence.
func (e *Engine) isGood(step int64, status shaders.Status) bool {
	notFinite, ranAway := e.badSteps(status)
	if step == 0 {
		ranAway++ // the start is good
	}
	return step < notFinite && step < ranAway
}

// readCopy reads one of the two copies of the state.
func (e *Engine) readCopy(place int, dst *model.Snapshot) error {
	count := e.plan.model.MassCount()
	records := make([]shaders.Kept, min(count, ranges.BlockItems))
	e.ctx.Barrier(glx.ByTransfer) // the download reads the output of keep
	dst.Resize(count)
	e.plan.masses().Blocks(2, ranges.BlockItems, func(first, count, at, second int64) {
		for part, out := range [2][][3]float32{dst.Position, dst.Velocity} {
			glx.Download(e.buffers.Kept[place], at+int64(part)*second, records[:count])
			for k := range count {
				out[e.plan.order().Place(int(first+k))] = [3]float32(records[k][:3])
			}
		}
	})
	dst.Orientation, dst.AngularVelocity = nil, nil
	return e.ctx.Err("gpu: read the last good state")
}
