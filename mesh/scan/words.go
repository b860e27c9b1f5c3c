package scan

import (
	"bytes"
	"fmt"
	"io"
)

// maxWord is the greatest length of a word of a text file [bytes]; numbers are far
// shorter.
const maxWord = 4096

// Words gives out the blank-separated words of a text file one by one, from lines of any
// length.
type Words struct {
	In   *Source
	Line int  // line of the last word given out, from 1
	Head bool // whether the last word given out is the first of its line

	window []byte // bytes that In has buffered and not yet discarded
	at     int    // index in window
	fresh  bool   // whether the line has given no word yet
}

// NewWords reads words from in, whose next byte is in line number line.
func NewWords(in *Source, line int) *Words {
	return &Words{In: in, Line: line, fresh: true}
}

// Next returns the next word, valid until the next call, or io.EOF.
func (w *Words) Next() ([]byte, error) {
	// This loop moves to the start of the word.
	for {
		for ; w.at < len(w.window); w.at++ {
			switch b := w.window[w.at]; {
			case b == '\n':
				w.Line++
				w.fresh = true
				continue
			case blank(b):
				continue
			}
			break
		}
		if w.at < len(w.window) {
			break
		}
		if err := w.more(); err != nil {
			return nil, err
		}
	}
	// This loop finds the end of the word.
	length := 0
	for {
		rest := w.window[w.at:]
		for length < len(rest) && rest[length] > ' ' {
			length++
		}
		if length < len(rest) {
			if rest[length] == 0 {
				return nil, fmt.Errorf("binary data in a text file; is it damaged? (UTF-16 must be saved as UTF-8)")
			}
			if !blank(rest[length]) && rest[length] != '\n' {
				length++ // no number has another control character
				continue
			}
			break
		}
		if length > maxWord {
			return nil, fmt.Errorf("word longer than %d bytes; is this a text file?", maxWord)
		}
		if err := w.more(); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
	}
	word := w.window[w.at : w.at+length]
	w.at += length
	w.Head, w.fresh = w.fresh, false
	return word, nil
}

// SkipLine drops the rest of the line.
func (w *Words) SkipLine() error {
	for {
		if i := bytes.IndexByte(w.window[w.at:], '\n'); i >= 0 {
			w.at += i
			return nil
		}
		w.at = len(w.window)
		if err := w.more(); err != nil {
			return err
		}
	}
}

// more adds at least one byte to the end of the window, which then begins at the byte
// that at named.
func (w *Words) more() error {
	if _, err := w.In.Discard(w.at); err != nil {
		return err
	}
	left := len(w.window) - w.at
	w.window, w.at = w.window[w.at:], 0
	if _, err := w.In.Peek(left + 1); err != nil {
		if err == io.EOF {
			return io.EOF
		}
		return fmt.Errorf("cannot read: %w", err)
	}
	var err error
	w.window, err = w.In.Peek(w.In.Buffered())
	return err
}
