package export

import (
	"errors"
	"sync/atomic"
	"time"
)

// Recorder hands frames to series that are written beside the run: whoever
// steps waits for a copy of the state and no longer, unless the disk has fallen so
// far behind that there is no memory left for frames, for none is dropped. What
// cannot be written ends its series and not the others, nor the run.
type Recorder struct {
	series []Series
	most   int         // frames that there may be
	made   int         // frames that there are
	free   chan *Frame // to be filled
	full   chan queued // to be written
	ended  chan struct{}
	faults []error // of each series; the writer's until it has ended
	failed atomic.Pointer[error]
	waited time.Duration
}

// queued is a frame with the series that want it, or, without a frame, somebody who
// waits for all frames before.
type queued struct {
	frame   *Frame
	due     []int
	settled chan<- []*SeriesProgress
}

// Frames that wait to be written take at most recordedBytes, but there are a few
// at least, and not thousands.
const (
	recordedBytes = 1 << 30
	recordedLeast = 3
	recordedMost  = 256
)

// NewRecorder begins to write frames of so many masses in the background.
func NewRecorder(masses int, series ...Series) *Recorder {
	most := max(recordedLeast, min(recordedMost, recordedBytes/(24*max(1, masses))))
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
			if err := r.series[i].Frame(q.frame); err != nil {
				r.lose(i, err)
			}
		}
		r.free <- q.frame
	}
}

// Record has a frame filled and hands it over to the series of those numbers.
func (r *Recorder) Record(due []int, fill func(f *Frame) error) error {
	f := r.frame()
	if err := fill(f); err != nil {
		r.free <- f
		return err
	}
	r.full <- queued{frame: f, due: due}
	return nil
}

// Settled says how far each series is when all frames recorded so far are on the disk, or
// cannot be: nil for a series that was lost. Ask again only when it did.
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

// frame is one to be filled.
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

// Waited is how long Record had to wait for the disk in all.
func (r *Recorder) Waited() time.Duration { return r.waited }

// Failure is the first reason why a series could not be written so far, or nil.
func (r *Recorder) Failure() error {
	if err := r.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// Close waits until all is written and completes every series. What could not be
// written is in the error; wrote are the files of the others.
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
