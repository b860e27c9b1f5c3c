package offscreen

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

// FilmWriter hands pictures to a taker beside who draws them: that one waits only when the
// taker is several pictures behind, for none is dropped. Once the taker has failed the
// others are. For one goroutine; Close or Discard ends it.
type FilmWriter struct {
	taker  Taker
	blank  chan *image.RGBA
	full   chan *image.RGBA
	ended  chan struct{}
	failed atomic.Pointer[error]
	count  int
	closed bool
}

// pictures may wait for the taker, each of 4 bytes per pixel.
const pictures = 4

// NewFilmWriter begins a film of pictures of that size [pixels].
func NewFilmWriter(width, height int, to Taker) *FilmWriter {
	w := &FilmWriter{taker: to, blank: make(chan *image.RGBA, pictures), full: make(chan *image.RGBA, pictures), ended: make(chan struct{})}
	for range pictures {
		w.blank <- image.NewRGBA(image.Rect(0, 0, width, height))
	}
	go w.take()
	return w
}

func (w *FilmWriter) take() {
	defer close(w.ended)
	for picture := range w.full {
		if w.Err() == nil {
			if err := w.taker.Frame(picture); err != nil {
				w.failed.Store(&err)
			}
		}
		w.blank <- picture
	}
}

// Blank is a picture to be drawn on, and given to Put. It waits while all are with the
// taker.
func (w *FilmWriter) Blank() *image.RGBA { return <-w.blank }

// Put adds a picture that Blank gave.
func (w *FilmWriter) Put(picture *image.RGBA) {
	w.count++
	w.full <- picture
}

// Path is what a user opens.
func (w *FilmWriter) Path() string { return w.taker.Path() }

// Err is why the taker failed, or nil. It does not wait.
func (w *FilmWriter) Err() error {
	if err := w.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// errNoPictures says that a film has none.
var errNoPictures = errors.New("no picture was taken")

// Close waits until all pictures are taken and completes the film; when it cannot, or
// when there are no pictures, nothing stays that is not whole. Closing twice is harmless.
func (w *FilmWriter) Close() error {
	if !w.end() {
		return nil
	}
	err := w.Err()
	if err == nil && w.count == 0 {
		err = errNoPictures
	}
	if err == nil {
		err = w.taker.Close()
	}
	if err != nil {
		w.taker.Discard()
	}
	return err
}

// Discard leaves nothing that is not whole. After Close, and of a nil writer, it does
// nothing.
func (w *FilmWriter) Discard() {
	if w != nil && w.end() {
		w.taker.Discard()
	}
}

// end waits for the taker, once.
func (w *FilmWriter) end() bool {
	if w.closed {
		return false
	}
	w.closed = true
	close(w.full)
	<-w.ended
	return true
}
