package gpu

import (
	"hooke/gpu/settings"
	"hooke/shaders"
)

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
// made, at most n and as many as fit, and returns their number.
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
