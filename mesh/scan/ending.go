package scan

import (
	"bytes"
	"io"
)

// ending keeps the last bytes that a reader gave out.
type ending struct {
	last  [64]byte
	count int
	over  bool // whether the reader has reached the end
}

func (e *ending) see(b []byte, err error) {
	e.over = err == io.EOF
	if len(b) > len(e.last) {
		b, e.count = b[len(b)-len(e.last):], 0
	}
	if drop := e.count + len(b) - len(e.last); drop > 0 {
		copy(e.last[:], e.last[drop:e.count])
		e.count -= drop
	}
	e.count += copy(e.last[e.count:], b)
}

// inNumber reports whether the text has no line end at its end, and its last character may
// belong to a number.
func (e *ending) inNumber() bool {
	text := e.last[:e.count]
	if !e.over || e.count == 0 || !bytes.ContainsRune([]byte("0123456789.eE+-"), rune(text[e.count-1])) {
		return false
	}
	for _, c := range text {
		if c < ' ' && !BlankSpace(c) || c > '~' {
			return false
		}
	}
	word := text[bytes.LastIndexAny(text, " \t\r\n,")+1:]
	return bytes.ContainsAny(word, "0123456789") && !bytes.ContainsAny(word[:1], "abcdfghijklmnopqrstuvwxyzABCDFGHIJKLMNOPQRSTUVWXYZ_$#<>")
}
