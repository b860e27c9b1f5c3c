package mesh

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// scan takes words of text, whole lines and binary numbers from a file, in any
// mixture, and knows where it is. The first fault stays in err, and from then on
// everything it returns is empty or zero: loops over a count that a file claims
// must end with it.
type scan struct {
	r    io.Reader
	name string // of the file, for messages

	comment byte // begins a comment where a word would begin; 0: there are none
	stop    byte // ends words and is not taken by them, such as < in XML; 0: nothing
	binary  bool // faults name the byte, not the line
	order   binary.ByteOrder

	buffer []byte // the window on the file
	taken  int    // of the window's bytes, the first not taken yet
	before int64  // bytes of the file before the window
	line   int    // newlines taken, plus 1
	long   []byte // a word or line that did not lie in one window

	ended bool
	err   error
}

// Limits of text [bytes].
const (
	maxTextWord = 1 << 10
	maxTextLine = 1 << 20
)

func newScan(in *source) *scan {
	s := &scan{r: in, name: in.name, order: binary.LittleEndian, line: 1, buffer: make([]byte, 0, bufferBytes)}
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" { // byte order mark
		_, _ = in.Discard(3) // peeked at, so it is there
		s.before = 3
	}
	return s
}

// fault keeps the first fault, with the place where it was met.
func (s *scan) fault(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("%s: %w", s.place(), fmt.Errorf(format, args...))
	}
}

// place is where the scan stands, "name:line" or "name: byte offset".
func (s *scan) place() string {
	if s.binary {
		return fmt.Sprintf("%s: byte %d", s.name, s.at())
	}
	return fmt.Sprintf("%s:%d", s.name, s.line)
}

// at is the number of bytes taken so far.
func (s *scan) at() int64 { return s.before + int64(s.taken) }

// fill makes the window longer than it was; false at the end of the file. What
// was taken is dropped, so slices handed out before are void.
func (s *scan) fill() bool {
	if s.ended || s.err != nil {
		return false
	}
	if s.taken > 0 {
		rest := copy(s.buffer[:cap(s.buffer)], s.buffer[s.taken:])
		s.buffer = s.buffer[:rest]
		s.before += int64(s.taken)
		s.taken = 0
	}
	if len(s.buffer) == cap(s.buffer) {
		return false // callers ask for at most a window
	}
	n, err := io.ReadAtLeast(s.r, s.buffer[len(s.buffer):cap(s.buffer)], 1)
	s.buffer = s.buffer[:len(s.buffer)+n]
	if err == io.EOF {
		s.ended = true
	} else if err != nil {
		s.fault("cannot read: %w", err)
	}
	return n > 0
}

// blankSpace says whether a byte separates words.
func blankSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// separates says whether a byte ends a word.
func (s *scan) separates(b byte) bool { return blankSpace(b) || b == s.stop && b != 0 }

// Read makes the scan an io.Reader of the bytes not taken yet.
func (s *scan) Read(b []byte) (int, error) {
	if s.taken == len(s.buffer) && !s.fill() {
		if s.err != nil {
			return 0, s.err
		}
		return 0, io.EOF
	}
	n := copy(b, s.buffer[s.taken:])
	s.taken += n
	return n, nil
}

// more skips blanks, ends of lines and comments, and says whether a word follows.
func (s *scan) more() bool {
	for s.err == nil {
		for s.taken < len(s.buffer) {
			b := s.buffer[s.taken]
			switch {
			case b == s.stop && b != 0:
				return false
			case b == '\n':
				s.line++
			case b == s.comment && b != 0:
				s.skipLine()
				continue
			case !blankSpace(b):
				return true
			}
			s.taken++
		}
		if !s.fill() {
			return false
		}
	}
	return false
}

// word takes the next word, valid until the next call; empty with a fault at
// the end of the file. what says what is missing there.
func (s *scan) word(what string) []byte {
	if !s.more() {
		s.fault("the file ends where %s should be; is it cut off?", what)
		return nil
	}
	s.long = s.long[:0]
	for {
		end := s.taken
		for end < len(s.buffer) && !s.separates(s.buffer[end]) {
			end++
		}
		word := s.buffer[s.taken:end]
		if len(s.long)+len(word) > maxTextWord {
			s.fault("a word of more than %d characters where %s should be; is this a text file?", maxTextWord, what)
			return nil
		}
		s.taken = end
		if end < len(s.buffer) {
			if len(s.long) == 0 {
				return word
			}
			s.long = append(s.long, word...)
			return s.long
		}
		s.long = append(s.long, word...)
		if !s.fill() {
			return s.long
		}
	}
}

// is says whether the next word begins like this, without taking it.
func (s *scan) is(start string) bool { return s.more() && s.ahead(start) }

// ahead says whether the next bytes are these, without taking them.
func (s *scan) ahead(start string) bool {
	for len(s.buffer)-s.taken < len(start) && s.fill() {
		continue
	}
	return bytes.HasPrefix(s.buffer[s.taken:], []byte(start))
}

// textLine takes the rest of the line, without its end, valid until the next call.
// It is io.EOF-like empty at the end of the file: ask more first.
func (s *scan) textLine() []byte {
	s.long = s.long[:0]
	for s.err == nil {
		for end := s.taken; end < len(s.buffer); end++ {
			if s.buffer[end] != '\n' {
				continue
			}
			line := s.buffer[s.taken:end]
			s.taken = end + 1
			s.line++
			if len(s.long) > 0 {
				s.long = append(s.long, line...)
				line = s.long
			}
			return trimReturn(line)
		}
		s.long = append(s.long, s.buffer[s.taken:]...)
		s.taken = len(s.buffer)
		if len(s.long) > maxTextLine {
			s.fault("a line of more than %d bytes; is this a text file?", maxTextLine)
		} else if !s.fill() {
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

// skipLine drops the rest of the line, however long.
func (s *scan) skipLine() {
	for s.err == nil {
		for s.taken < len(s.buffer) {
			b := s.buffer[s.taken]
			s.taken++
			if b == '\n' {
				s.line++
				return
			}
		}
		if !s.fill() {
			return
		}
	}
}

// find drops everything up to and including the mark, false where it is missing.
func (s *scan) find(mark []byte) bool {
	for s.err == nil {
		window := s.buffer[s.taken:]
		if at := bytes.Index(window, mark); at >= 0 {
			s.line += bytes.Count(window[:at], []byte("\n"))
			s.taken += at + len(mark)
			return true
		}
		dropped := max(0, len(window)-len(mark)+1)
		s.line += bytes.Count(window[:dropped], []byte("\n"))
		s.taken += dropped
		if !s.fill() {
			return false
		}
	}
	return false
}
