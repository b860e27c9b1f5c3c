package engine

import (
	"errors"
	"time"

	"hooke/model"
)

// background are the steps of an engine that run on a goroutine beside the pictures. While
// they run the goroutine alone has the engine and the next state, and holds no lock; the
// pictures are of the state before. The zero value has no goroutine yet.
type background struct {
	work    chan job
	done    chan model.Batch
	running bool
	ended   model.Batch    // taken in, and not handed on yet; no steps: there is none
	next    model.Snapshot // what the steps lead to
	scale   []float64      // L0(t)/L0 of each actuator's springs then
}

// job is what the goroutine is to do.
type job struct {
	steps int
	wake  func()
}

var _ model.Background = (*hostEngine)(nil)

// Background is the engine itself: all of its steps can run beside the pictures.
func (h *hostEngine) Background() model.Background { return h }

// Begin has the goroutine take n steps.
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

// solve is the goroutine.
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

// Ended takes in steps that are done.
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

// settle waits until no steps run. What they did is handed on by Ended.
func (h *hostEngine) settle() {
	if h.background.running {
		h.take(<-h.background.done)
	}
}

// take makes what the steps led to what is drawn.
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
