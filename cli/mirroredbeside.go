package cli

import (
	"errors"
	"time"

	"hooke/model"
)

// besides are the steps of an engine that run on a goroutine beside the pictures. While
// they run the goroutine alone has the engine and the next state, and holds no lock; the
// pictures are of the state before. The zero value has no goroutine yet.
type besides struct {
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

var _ model.Background = (*mirrored)(nil)

// Background is the mirrored engine itself: all of its steps can run beside the pictures.
func (m *mirrored) Background() model.Background { return m }

// Begin has the goroutine take n steps.
func (m *mirrored) Begin(n int, wake func()) {
	m.settle()
	b := &m.beside
	if b.work == nil {
		b.work, b.done = make(chan job), make(chan model.Batch, 1)
		go m.solve(b.work, b.done)
	}
	if m.stale {
		m.fault = errors.Join(m.fault, m.show())
	}
	b.running = true
	m.stepped += int64(n)
	b.work <- job{n, wake}
}

// solve is the goroutine.
func (m *mirrored) solve(work <-chan job, done chan<- model.Batch) {
	for j := range work {
		begin := time.Now()
		err := m.Engine.Step(j.steps)
		if err == nil {
			err = m.Engine.Finish()
		}
		batch := model.Batch{Steps: j.steps, Took: time.Since(begin), Err: err}
		if err := m.Engine.Read(&m.beside.next); batch.Err == nil {
			batch.Err = err
		}
		m.beside.scale = append(m.beside.scale[:0], restScaleOf(m.Engine)...)
		done <- batch
		if j.wake != nil {
			j.wake()
		}
	}
}

// Ended takes in steps that are done.
func (m *mirrored) Ended() (model.Batch, bool) {
	b := &m.beside
	if b.running {
		select {
		case batch := <-b.done:
			m.take(batch)
		default:
			return model.Batch{}, false
		}
	}
	batch := b.ended
	b.ended = model.Batch{}
	return batch, batch.Steps > 0
}

// settle waits until no steps run. What they did is handed on by Ended.
func (m *mirrored) settle() {
	if m.beside.running {
		m.take(<-m.beside.done)
	}
}

// take makes what the steps led to what is drawn.
func (m *mirrored) take(batch model.Batch) {
	b := &m.beside
	b.running = false
	b.ended.Steps += batch.Steps
	b.ended.Took += batch.Took
	b.ended.Err = errors.Join(b.ended.Err, batch.Err)
	m.state, b.next = b.next, m.state
	m.scale, b.scale = b.scale, m.scale
	m.late, m.stale = true, false
}

// end ends the goroutine.
func (b *besides) end() {
	if b.work != nil {
		close(b.work)
		b.work = nil
	}
}
