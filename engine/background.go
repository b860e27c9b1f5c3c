package engine

import (
	"errors"
	"time"

	"hooke/model"
)

// background is the goroutine on which an engine steps while pictures are drawn. While
// it steps, it alone uses the engine and next, and holds no lock; the pictures show the
// state before. The zero value has no goroutine yet.
type background struct {
	work    chan job
	done    chan model.Batch
	running bool
	ended   model.Batch    // steps that are done and not yet returned by Ended; zero steps: none
	next    model.Snapshot // the state after the steps
	scale   []float64      // L0(t)/L0 of each actuator's springs in that state
}

// job is a request to the goroutine.
type job struct {
	steps int
	wake  func()
}

var _ model.Background = (*hostEngine)(nil)

// Background returns the engine itself, since all of its steps can run in the background.
func (h *hostEngine) Background() model.Background { return h }

// Begin starts n steps on the goroutine.
func (h *hostEngine) Begin(n int, wake func()) {
	h.settle()
	b := &h.background
	if b.work == nil {
		b.work, b.done = make(chan job), make(chan model.Batch, 1)
		go h.solve(b.work, b.done)
	}
	if h.stale {
		h.fault = errors.Join(h.fault, h.show())
	}
	b.running = true
	h.stepped += int64(n)
	b.work <- job{n, wake}
}

// solve is the body of the goroutine.
func (h *hostEngine) solve(work <-chan job, done chan<- model.Batch) {
	for j := range work {
		begin := time.Now()
		err := h.Engine.Step(j.steps)
		if err == nil {
			err = h.Engine.Finish()
		}
		batch := model.Batch{Steps: j.steps, Took: time.Since(begin), Err: err}
		if err := h.Engine.Read(&h.background.next); batch.Err == nil {
			batch.Err = err
		}
		h.background.scale = append(h.background.scale[:0], RestScale(h.Engine)...)
		done <- batch
		if j.wake != nil {
			j.wake()
		}
	}
}

// Ended returns the steps that have ended.
func (h *hostEngine) Ended() (model.Batch, bool) {
	b := &h.background
	if b.running {
		select {
		case batch := <-b.done:
			h.take(batch)
		default:
			return model.Batch{}, false
		}
	}
	batch := b.ended
	b.ended = model.Batch{}
	return batch, batch.Steps > 0
}

// settle waits until no steps run. Ended still returns them.
func (h *hostEngine) settle() {
	if h.background.running {
		h.take(<-h.background.done)
	}
}

// take uploads the state after a batch.
func (h *hostEngine) take(batch model.Batch) {
	b := &h.background
	b.running = false
	b.ended.Steps += batch.Steps
	b.ended.Took += batch.Took
	b.ended.Err = errors.Join(b.ended.Err, batch.Err)
	h.state, b.next = b.next, h.state
	h.scale, b.scale = b.scale, h.scale
	h.late, h.stale = true, false
}

// end ends the goroutine.
func (b *background) end() {
	if b.work != nil {
		close(b.work)
		b.work = nil
	}
}
