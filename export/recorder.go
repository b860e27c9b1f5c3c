package export

import "errors"

// Recorder hands frames to series that are written beside the run: whoever
// steps waits for a copy of the state and no longer, unless the disk has fallen
// recordedAhead frames behind, for no frame is dropped. Memory: 24 bytes per mass
// for each of them.
type Recorder struct {
	series []Series
	free   chan *Frame // to be filled
	full   chan *Frame // to be written
	ended  chan struct{}
	failed chan error // the first failure; the writer stops there
	err    error
}

// recordedAhead is how many frames may wait to be written.
const recordedAhead = 3

// NewRecorder begins to write in the background.
func NewRecorder(series ...Series) *Recorder {
	r := &Recorder{series: series, free: make(chan *Frame, recordedAhead), full: make(chan *Frame, recordedAhead),
		ended: make(chan struct{}), failed: make(chan error, 1)}
	for range recordedAhead {
		r.free <- new(Frame)
	}
	go r.write()
	return r
}

func (r *Recorder) write() {
	defer close(r.ended)
	failed := false
	for f := range r.full {
		for _, s := range r.series {
			if failed {
				break
			}
			if err := s.Frame(f); err != nil {
				r.failed <- err
				failed = true
			}
		}
		r.free <- f
	}
}

// Record has a frame filled and hands it over. It reports an earlier failure to
// write.
func (r *Recorder) Record(fill func(f *Frame) error) error {
	f := <-r.free
	if err := r.failure(); err != nil {
		r.free <- f
		return err
	}
	if err := fill(f); err != nil {
		r.free <- f
		return err
	}
	r.full <- f
	return nil
}

func (r *Recorder) failure() error {
	select {
	case r.err = <-r.failed:
	default:
	}
	return r.err
}

// Close waits until all is written and completes every series. After a failure
// it discards what is not whole and reports it.
func (r *Recorder) Close() error {
	close(r.full)
	<-r.ended
	err := r.failure()
	for _, s := range r.series {
		if err != nil {
			s.Discard()
			continue
		}
		if closing := s.Close(); closing != nil {
			err = errors.Join(err, closing)
		}
	}
	r.series = nil
	return err
}
