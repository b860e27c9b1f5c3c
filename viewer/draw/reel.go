package draw

import (
	"errors"
	"image"
	"sync/atomic"
)

// Taker takes the pictures of a film, of one size, in the order in which they are to be
// seen. Close completes what becomes of them; Discard leaves nothing that is not whole.
type Taker interface {
	Frame(picture *image.RGBA) error
	Close() error
	Discard()
	Path() string // what a user opens
}

// Reel hands pictures to a taker beside who draws them: that one waits only when the
// taker is several pictures behind, for none is dropped. Once the taker has failed the
// others are. For one goroutine; Close or Discard ends it.
type Reel struct {
	taker  Taker
	blank  chan *image.RGBA
	full   chan *image.RGBA
	ended  chan struct{}
	failed atomic.Pointer[error]
	count  int
	closed bool
}

// reelPictures may wait for the taker, each of 4 bytes per pixel.
const reelPictures = 4

// NewReel begins a film of pictures of that size [pixels].
func NewReel(width, height int, to Taker) *Reel {
	r := &Reel{taker: to, blank: make(chan *image.RGBA, reelPictures), full: make(chan *image.RGBA, reelPictures), ended: make(chan struct{})}
	for range reelPictures {
		r.blank <- image.NewRGBA(image.Rect(0, 0, width, height))
	}
	go r.take()
	return r
}

func (r *Reel) take() {
	defer close(r.ended)
	for picture := range r.full {
		if r.Err() == nil {
			if err := r.taker.Frame(picture); err != nil {
				r.failed.Store(&err)
			}
		}
		r.blank <- picture
	}
}

// Blank is a picture to be drawn on, and given to Put. It waits while all are with the
// taker.
func (r *Reel) Blank() *image.RGBA { return <-r.blank }

// Put adds a picture that Blank gave.
func (r *Reel) Put(picture *image.RGBA) {
	r.count++
	r.full <- picture
}

// Count is how many pictures there are.
func (r *Reel) Count() int { return r.count }

// Path is what a user opens.
func (r *Reel) Path() string { return r.taker.Path() }

// Err is why the taker failed, or nil. It does not wait.
func (r *Reel) Err() error {
	if err := r.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// errNoPictures says that a film has none.
var errNoPictures = errors.New("no picture was taken")

// Close waits until all pictures are taken and completes the film; when it cannot, or
// when there are no pictures, nothing stays that is not whole. Closing twice is harmless.
func (r *Reel) Close() error {
	if !r.end() {
		return nil
	}
	err := r.Err()
	if err == nil && r.count == 0 {
		err = errNoPictures
	}
	if err == nil {
		err = r.taker.Close()
	}
	if err != nil {
		r.taker.Discard()
	}
	return err
}

// Discard leaves nothing that is not whole. After Close, and of a nil reel, it does
// nothing.
func (r *Reel) Discard() {
	if r != nil && r.end() {
		r.taker.Discard()
	}
}

// end waits for the taker, once.
func (r *Reel) end() bool {
	if r.closed {
		return false
	}
	r.closed = true
	close(r.full)
	<-r.ended
	return true
}
