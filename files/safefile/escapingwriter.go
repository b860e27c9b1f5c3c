package safefile

import (
	"io"
	"strings"
	"sync"
	"unicode/utf8"
)

// EscapingWriter writes text to a terminal or a file for reading. It keeps line breaks and tabs
// and escapes other control characters. It is safe for concurrent use.
type EscapingWriter struct {
	w      io.Writer
	broken *strings.Replacer // spells the names of the command line that have line breaks or tabs; nil: none
	mutex  sync.Mutex
	cut    []byte // the beginning of a character whose other bytes come with the next call
}

// NewEscapingWriter returns a writer to w. Names in args, the command line, that have line breaks or tabs
// are escaped where they are written.
func NewEscapingWriter(w io.Writer, args ...string) *EscapingWriter {
	var pairs []string
	for _, arg := range args {
		for _, part := range strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune("/=,. ", r) }) {
			if strings.ContainsAny(part, "\n\t") && strings.TrimSpace(part) != "" {
				pairs = append(pairs, part, EscapeName(part))
			}
		}
	}
	out := &EscapingWriter{w: w}
	if pairs != nil {
		out.broken = strings.NewReplacer(pairs...)
	}
	return out
}

// Write implements io.Writer.
func (w *EscapingWriter) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	text := string(append(w.cut, p...))
	whole := len(text) - cutOff(text)
	w.cut = []byte(text[whole:])
	text = text[:whole]
	if w.broken != nil {
		text = w.broken.Replace(text)
	}
	if _, err := w.w.Write([]byte(escaped(text, "\n\t"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// cutOff returns the number of bytes at the end of a text that begin a character and do not end it.
func cutOff(text string) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRuneInString(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Close writes the bytes of a character that has no end. It leaves the writer below open.
func (w *EscapingWriter) Close() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	text := escaped(string(w.cut), "")
	w.cut = nil
	_, err := io.WriteString(w.w, text)
	return err
}

// Below returns the writer to which w writes, for text that moves the cursor on purpose. Names in it
// need EscapeName.
func (w *EscapingWriter) Below() io.Writer { return w.w }
