package offscreen

import (
	"errors"
	"image"
	"sync/atomic"
)

// Taker takes the pictures of a film, all of one size, in the order of the film. Close
// completes its output. Discard leaves nothing incomplete.
type Taker interface {
	Frame(picture *image.RGBA) error
	Close() error
	Discard()
	Path() string // the path that a user opens
}

// FilmWriter hands pictures to a taker, which works beside the goroutine that draws.
// Drawing waits only when the taker is several pictures behind; no picture is skipped for
// that. Once the taker has failed, the writer drops all further pictures. One goroutine
// may use a FilmWriter; Close or Discard ends it.
type FilmWriter struct {
	taker  Taker
	blank  chan *image.RGBA
	full   chan *image.RGBA
	ended  chan struct{}
	failed atomic.Pointer[error]
	count  int
	closed bool
}

// pictures is how many pictures may wait for the taker. Each takes 4 bytes per pixel.
const pictures = 4

// NewFilmWriter begins a film of pictures of that size [pixels] and starts a goroutine
// for the taker.
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

// Blank returns a picture to draw on and to give to Put. It waits while the taker has all
// pictures.
func (w *FilmWriter) Blank() *image.RGBA { return <-w.blank }

// Put adds a picture that Blank returned.
func (w *FilmWriter) Put(picture *image.RGBA) {
	w.count++
	w.full <- picture
}

// Path returns the path that a user opens.
func (w *FilmWriter) Path() string { return w.taker.Path() }

// Err returns why the taker failed, or nil. It does not wait.
func (w *FilmWriter) Err() error {
	if err := w.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// errNoPictures is the error of a film without pictures.
var errNoPictures = errors.New("no picture was taken")

// Close waits until the taker has all pictures, and completes the film. When that fails,
// or when there are no pictures, it returns an error, and nothing incomplete stays. A
// second Close does nothing.
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

// Discard ends the writer and leaves nothing incomplete. It does nothing after Close, and
// for a nil writer.
func (w *FilmWriter) Discard() {
	if w != nil && w.end() {
		w.taker.Discard()
	}
}

// end waits for the taker. It returns false when the writer was ended before.
func (w *FilmWriter) end() bool {
	if w.closed {
		return false
	}
	w.closed = true
	close(w.full)
	<-w.ended
	return true
}
