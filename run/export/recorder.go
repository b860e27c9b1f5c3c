package export

import (
	"errors"
	"sync/atomic"
	"time"

	"hooke/machine/memory"
	"hooke/machine/panics"
)

// Recorder gives frames to series that write them in the background. The caller of
// Record waits only for a copy of the state, unless the disk is so slow that no memory
// is left for frames: it drops none. A series that cannot be written ends; the other
// series and the run continue.
type Recorder struct {
	series []Series
	most   int         // largest number of frames
	made   int         // number of frames so far
	free   chan *Frame // frames to fill
	full   chan queued // frames to write
	ended  chan struct{}
	faults []error // of each series; the writer owns them until it has ended
	failed atomic.Pointer[error]
	waited time.Duration
}

// queued is a frame with the series that want it. Without a frame it is a request to
// settle all frames before it.
type queued struct {
	frame   *Frame
	due     []int
	settled chan<- []*SeriesProgress
}

// Frames that wait to be written take at most recordedBytes, but there may always be a
// few, and never thousands.
const (
	recordedBytes = 1 << 30
	recordedLeast = 3
	recordedMost  = 256
)

// FrameMemory returns the size of a frame of the given number of masses [bytes]: positions
// and velocities, and with full also those in the engine's own precision.
func FrameMemory(masses int, full bool) int64 {
	bytes := int64(24)
	if full {
		bytes += 48
	}
	return bytes * int64(masses)
}

// QueueMemory returns the smallest size of the queue of frames to be written [bytes]: a
// Recorder has that many even if memory is short.
func QueueMemory(masses int, full bool) int64 { return recordedLeast * FrameMemory(masses, full) }

// NewRecorder begins to write frames of the given number of masses in the background. full says that
// frames have the state in all of the engine's precision, too. Of the memory that is left
// frames take at most a quarter.
func NewRecorder(masses int, full bool, series ...Series) *Recorder {
	room := int64(recordedBytes)
	if left := memory.Free(); left.Limit != "" {
		room = min(room, left.Bytes/4)
	}
	most := int(max(recordedLeast, min(recordedMost, room/max(1, FrameMemory(masses, full)))))
	r := &Recorder{series: series, most: most, free: make(chan *Frame, most), full: make(chan queued, most+1),
		ended: make(chan struct{}), faults: make([]error, len(series))}
	go r.write()
	return r
}

func (r *Recorder) write() {
	defer close(r.ended)
	for q := range r.full {
		if q.frame == nil {
			q.settled <- r.settle()
			continue
		}
		for _, i := range q.due {
			if r.faults[i] != nil {
				continue
			}
			if err := panics.Guard(func() error { return r.series[i].Frame(q.frame) }); err != nil {
				r.lose(i, err)
			}
		}
		r.free <- q.frame
	}
}

// Record calls fill for a free frame and queues it for the series with the given
// indices. It returns the error of fill.
func (r *Recorder) Record(due []int, fill func(f *Frame) error) error {
	f := r.frame()
	if err := fill(f); err != nil {
		r.free <- f
		return err
	}
	r.full <- queued{frame: f, due: due}
	return nil
}

// Settled sends how far each series is, once all frames recorded so far are on the disk
// or have failed; nil for a series that failed. Ask again only after it has sent.
func (r *Recorder) Settled() <-chan []*SeriesProgress {
	settled := make(chan []*SeriesProgress, 1)
	r.full <- queued{settled: settled}
	return settled
}

// settle puts all series on the disk.
func (r *Recorder) settle() []*SeriesProgress {
	all := make([]*SeriesProgress, len(r.series))
	for i, s := range r.series {
		if r.faults[i] != nil {
			continue
		}
		progress, err := s.Settle()
		if err != nil {
			r.lose(i, err)
			continue
		}
		all[i] = &progress
	}
	return all
}

// lose ends a series that cannot be written.
func (r *Recorder) lose(i int, err error) {
	r.series[i].Discard()
	r.faults[i] = err
	r.failed.CompareAndSwap(nil, &err)
}

// frame returns a free frame, for which it may wait.
func (r *Recorder) frame() *Frame {
	select {
	case f := <-r.free:
		return f
	default:
	}
	if r.made < r.most {
		r.made++
		return new(Frame)
	}
	begin := time.Now()
	f := <-r.free
	r.waited += time.Since(begin)
	return f
}

// Waited returns how long Record has waited for the disk in all.
func (r *Recorder) Waited() time.Duration { return r.waited }

// Failure returns the first error of any series so far, or nil.
func (r *Recorder) Failure() error {
	if err := r.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Close waits until everything is written and completes every series. The error names the
// files that could not be written; wrote lists the files of the other series.
func (r *Recorder) Close() (wrote []string, err error) {
	close(r.full)
	<-r.ended
	for i, s := range r.series {
		if r.faults[i] == nil {
			r.faults[i] = s.Close()
		}
		if r.faults[i] == nil {
			wrote = append(wrote, s.Files()...)
		}
	}
	return wrote, errors.Join(r.faults...)
}
