package scan

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// Cursor takes words of text, whole lines and binary numbers from a file, in any mixture,
// and knows its position in it. The first fault stays in err, and from then on all methods
// return empty or zero values, so loops over a count that a file claims must end at a
// fault.
type Cursor struct {
	r    io.Reader
	Name string // name of the file, for messages

	Comment byte // begins a comment where a word would begin; 0: the text has no comments
	Stop    byte // ends words and stays behind them, such as < in XML; 0: no such byte
	Binary  bool // faults name the byte, not the line
	Order   binary.ByteOrder

	Buffer []byte // the window on the file
	Taken  int    // index in Buffer of the first byte that is not taken yet
	before int64  // bytes of the file before the window
	Line   int    // newlines taken, plus 1
	long   []byte // a word or line that spans several windows

	ended bool
	Err   error
}

// Limits of text [bytes].
const (
	MaxTextWord = 1 << 10
	maxTextLine = 1 << 20
)

func NewCursor(in *Source) *Cursor {
	s := &Cursor{r: in, Name: in.Name, Order: binary.LittleEndian, Line: 1, Buffer: make([]byte, 0, BufferBytes)}
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" { // byte order mark
		_, _ = in.Discard(3) // peeked at, so it is there
		s.before = 3
	}
	return s
}

// NewBinary takes binary numbers of the given byte order from r, a piece of the named
// file, through a window that the caller provides.
func NewBinary(r io.Reader, name string, order binary.ByteOrder, window []byte) *Cursor {
	return &Cursor{r: r, Name: name, Order: order, Binary: true, Buffer: window[:0]}
}

// Fault records the first fault, with its position in the file.
func (s *Cursor) Fault(format string, args ...any) {
	if s.Err == nil {
		s.Err = fmt.Errorf("%s: %w", s.place(), fmt.Errorf(format, args...))
	}
}

// place returns the cursor's position, "name:line" or "name: byte offset".
func (s *Cursor) place() string {
	if s.Binary {
		return fmt.Sprintf("%s: byte %d", s.Name, s.At())
	}
	return fmt.Sprintf("%s:%d", s.Name, s.Line)
}

// At returns the number of bytes taken so far.
func (s *Cursor) At() int64 { return s.before + int64(s.Taken) }

// Left reports whether the file has another byte.
func (s *Cursor) Left() bool { return s.Taken < len(s.Buffer) || s.Fill() }

// Fill makes the window longer than it was, or returns false at the end of the file. It
// drops the bytes that were taken, so slices given out before become invalid.
func (s *Cursor) Fill() bool {
	if s.ended || s.Err != nil {
		return false
	}
	if s.Taken > 0 {
		rest := copy(s.Buffer[:cap(s.Buffer)], s.Buffer[s.Taken:])
		s.Buffer = s.Buffer[:rest]
		s.before += int64(s.Taken)
		s.Taken = 0
	}
	if len(s.Buffer) == cap(s.Buffer) {
		return false // callers ask for at most a window
	}
	n, err := io.ReadAtLeast(s.r, s.Buffer[len(s.Buffer):cap(s.Buffer)], 1)
	s.Buffer = s.Buffer[:len(s.Buffer)+n]
	if err == io.EOF {
		s.ended = true
	} else if err != nil {
		s.Fault("cannot read: %w", err)
	}
	return n > 0
}

// BlankSpace reports whether a byte separates words.
func BlankSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// separates reports whether a byte ends a word.
func (s *Cursor) separates(b byte) bool { return BlankSpace(b) || b == s.Stop && b != 0 }

// Read makes the cursor an io.Reader of the bytes not taken yet.
func (s *Cursor) Read(b []byte) (int, error) {
	if s.Taken == len(s.Buffer) && !s.Fill() {
		if s.Err != nil {
			return 0, s.Err
		}
		return 0, io.EOF
	}
	n := copy(b, s.Buffer[s.Taken:])
	s.Taken += n
	return n, nil
}

// More skips blanks, ends of lines and comments, and says whether a word follows.
func (s *Cursor) More() bool {
	for s.Err == nil {
		for s.Taken < len(s.Buffer) {
			b := s.Buffer[s.Taken]
			switch {
			case b == s.Stop && b != 0:
				return false
			case b == '\n':
				s.Line++
			case b == s.Comment && b != 0:
				s.SkipLine()
				continue
			case !BlankSpace(b):
				return true
			}
			s.Taken++
		}
		if !s.Fill() {
			return false
		}
	}
	return false
}

// Word takes the next word, valid until the next call. At the end of the file it returns
// an empty word and records a fault, in which the parameter what names the missing word.
func (s *Cursor) Word(what string) []byte {
	if !s.More() {
		s.Fault("the file ends where %s should be; is it cut off?", what)
		return nil
	}
	s.long = s.long[:0]
	for {
		end := s.Taken
		for end < len(s.Buffer) && !s.separates(s.Buffer[end]) {
			end++
		}
		word := s.Buffer[s.Taken:end]
		if len(s.long)+len(word) > MaxTextWord {
			s.Fault("a word of more than %d characters where %s should be; is this a text file?", MaxTextWord, what)
			return nil
		}
		s.Taken = end
		if end < len(s.Buffer) {
			if len(s.long) == 0 {
				return word
			}
			s.long = append(s.long, word...)
			return s.long
		}
		s.long = append(s.long, word...)
		if !s.Fill() {
			return s.long
		}
	}
}

// Is reports whether the next word begins with start, and takes nothing.
func (s *Cursor) Is(start string) bool { return s.More() && s.Ahead(start) }

// Ahead reports whether the next bytes are start, and takes nothing.
func (s *Cursor) Ahead(start string) bool {
	for len(s.Buffer)-s.Taken < len(start) && s.Fill() {
		continue
	}
	return bytes.HasPrefix(s.Buffer[s.Taken:], []byte(start))
}

// TextLine takes the rest of the line, without its end, valid until the next call. It is
// empty at the end of the file, so callers ask More or Left first.
func (s *Cursor) TextLine() []byte {
	s.long = s.long[:0]
	for s.Err == nil {
		for end := s.Taken; end < len(s.Buffer); end++ {
			if s.Buffer[end] != '\n' {
				continue
			}
			line := s.Buffer[s.Taken:end]
			s.Taken = end + 1
			s.Line++
			if len(s.long) > 0 {
				s.long = append(s.long, line...)
				line = s.long
			}
			return trimReturn(line)
		}
		s.long = append(s.long, s.Buffer[s.Taken:]...)
		s.Taken = len(s.Buffer)
		if len(s.long) > maxTextLine {
			s.Fault("a line of more than %d bytes; is this a text file?", maxTextLine)
		} else if !s.Fill() {
			return trimReturn(s.long)
		}
	}
	return nil
}

func trimReturn(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\r' {
		return line[:n-1]
	}
	return line
}

// SkipLine drops the rest of the line, of any length.
func (s *Cursor) SkipLine() {
	for s.Err == nil {
		for s.Taken < len(s.Buffer) {
			b := s.Buffer[s.Taken]
			s.Taken++
			if b == '\n' {
				s.Line++
				return
			}
		}
		if !s.Fill() {
			return
		}
	}
}

// Find drops all bytes up to the end of the next mark, or returns false where the file
// has no further mark.
func (s *Cursor) Find(mark []byte) bool {
	for s.Err == nil {
		window := s.Buffer[s.Taken:]
		if at := bytes.Index(window, mark); at >= 0 {
			s.Line += bytes.Count(window[:at], []byte("\n"))
			s.Taken += at + len(mark)
			return true
		}
		dropped := max(0, len(window)-len(mark)+1)
		s.Line += bytes.Count(window[:dropped], []byte("\n"))
		s.Taken += dropped
		if !s.Fill() {
			return false
		}
	}
	return false
}
