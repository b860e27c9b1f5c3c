package scan

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// MaxLine is the greatest length of a line of a text file, with its continuations
// [bytes].
const MaxLine = 1 << 20

// Lines gives out the lines of a text file: physical lines, or logical ones, which are
// joined where they end in a backslash.
type Lines struct {
	reader  *bufio.Reader
	format  string // name of the format with its article, for messages: "an OBJ"
	Joins   bool   // whether a backslash at the end continues the line
	Number  int    // number of the first physical line of the last line given out, from 1
	read    int    // number of physical lines read
	Offset  int64  // offset of the next byte to read
	partial []byte // a line that came in several pieces
}

// NewLines reads lines from r. Where r is a source, it takes only the lines that it gives
// out, so that other data may follow them.
func NewLines(r io.Reader, format string) *Lines {
	reader, ok := r.(*Source)
	if ok {
		return &Lines{reader: reader.Reader, format: format}
	}
	return &Lines{reader: bufio.NewReaderSize(r, BufferBytes), format: format}
}

// Next returns a line without its end, valid until the next call, or io.EOF.
func (l *Lines) Next() ([]byte, error) {
	l.Number = l.read + 1
	l.partial = l.partial[:0]
	for {
		piece, err := l.reader.ReadSlice('\n')
		whole := err == nil
		l.Offset += int64(len(piece))
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return nil, fmt.Errorf("cannot read: %w", err)
		}
		if err == io.EOF && len(piece) == 0 && len(l.partial) == 0 {
			l.Number = l.read
			return nil, io.EOF
		}
		if bytes.IndexByte(piece, 0) >= 0 {
			return nil, fmt.Errorf("binary data; %s file is plain text (UTF-16 must be saved as UTF-8)", l.format)
		}
		if len(l.partial)+len(piece) > MaxLine {
			return nil, fmt.Errorf("line longer than %d bytes; is this %s file?", MaxLine, l.format)
		}
		if l.read == 0 && len(l.partial) == 0 {
			piece = bytes.TrimPrefix(piece, []byte("\xef\xbb\xbf")) // byte order mark
		}
		if err == bufio.ErrBufferFull {
			l.partial = append(l.partial, piece...)
			continue
		}
		l.read++

		// Most lines come in one piece and are given out without a copy.
		line := piece
		if len(l.partial) > 0 {
			l.partial = append(l.partial, piece...)
			line = l.partial
		}
		line = bytes.TrimRight(line, "\r\n")
		if l.Joins && whole && len(line) > 0 && line[len(line)-1] == '\\' {
			if len(l.partial) == 0 {
				l.partial = append(l.partial, line...)
			} else {
				l.partial = line
			}
			l.partial[len(l.partial)-1] = ' '
			continue
		}
		return line, nil
	}
}

// Fields cuts a line into words at blanks. A word that starts with # ends the line.
type Fields struct{ Rest []byte }

// Next returns the next word, or an empty one at the end of the line.
func (f *Fields) Next() []byte {
	start := 0
	for start < len(f.Rest) && blank(f.Rest[start]) {
		start++
	}
	end := start
	for end < len(f.Rest) && !blank(f.Rest[end]) {
		end++
	}
	word := f.Rest[start:end]
	f.Rest = f.Rest[end:]
	if len(word) > 0 && word[0] == '#' {
		f.Rest = nil
		return nil
	}
	return word
}

// Uncommented returns a line of numbers without its comment. The comment may follow the
// last number without a blank; names may have a # inside.
func (f Fields) Uncommented() Fields {
	if at := bytes.IndexByte(f.Rest, '#'); at >= 0 {
		f.Rest = f.Rest[:at]
	}
	return f
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\v' || b == '\f' }

// Quoted returns at most 40 bytes of a word of a broken file in quotes, for messages.
func Quoted(word []byte) string {
	if len(word) > 40 {
		return strconv.QuoteToASCII(string(word[:40])) + "..."
	}
	return strconv.QuoteToASCII(string(word))
}

// ParseCorner reads v, v/vt, v//vn or v/vt/vn and returns v. The other two must be
// integers; their values are ignored.
func ParseCorner(word []byte) (int64, error) {
	vertex, rest, ok := ParseInt(word)
	for slashes := 0; ok && len(rest) > 0; slashes++ {
		if rest[0] != '/' || slashes == 2 {
			ok = false
			break
		}
		rest = rest[1:]
		switch {
		case len(rest) > 0 && rest[0] == '/' && slashes == 0: // v//vn has no vt
		case len(rest) == 0 && slashes == 0: // some exporters write v/
		default:
			_, rest, ok = ParseInt(rest)
		}
	}
	if !ok {
		return 0, fmt.Errorf("%s is not a vertex; write v, v/vt, v//vn or v/vt/vn with whole numbers", Quoted(word))
	}
	return vertex, nil
}

// ParseInt reads the integer at the start of text and returns the rest of the text. A number
// beyond any index becomes a smaller one that is still beyond any index.
func ParseInt(text []byte) (value int64, rest []byte, ok bool) {
	i := 0
	negative := len(text) > 0 && text[0] == '-'
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		i++
	}
	start := i
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		value = min(value*10+int64(text[i]-'0'), math.MaxInt64/100)
	}
	if negative {
		value = -value
	}
	return value, text[i:], i > start
}

// ParseFloat reads a decimal number; a number that is not finite is an error. A number of
// at most 19 digits whose value is a 53-bit integer times or divided by a power of ten up
// to 22 is exact with one rounding (Clinger, "How to read floating point numbers
// accurately", 1990); strconv reads all others.
func ParseFloat(word []byte) (float64, error) {
	i, negative := 0, false
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		negative = word[0] == '-'
		i++
	}
	mantissa, digits, significant, exponent := uint64(0), 0, 0, 0
	point := false
	for ; i < len(word); i++ {
		b := word[i]
		if b == '.' && !point {
			point = true
			continue
		}
		if b < '0' || b > '9' {
			break
		}
		digits++
		if significant > 0 || b != '0' {
			significant++
		}
		if significant <= 19 {
			mantissa = mantissa*10 + uint64(b-'0')
		}
		if point {
			exponent--
		}
	}
	if digits == 0 {
		return 0, notANumber(word)
	}
	if i < len(word) && (word[i] == 'e' || word[i] == 'E') {
		power, rest, ok := ParseInt(word[i+1:])
		if !ok || len(rest) > 0 {
			return 0, notANumber(word)
		}
		exponent += int(max(-100000, min(100000, power)))
	} else if i < len(word) {
		return 0, notANumber(word)
	}

	if significant > 19 || mantissa >= 1<<53 || exponent < -22 || exponent > 22 {
		value, err := strconv.ParseFloat(string(word), 64)
		if err != nil {
			return 0, fmt.Errorf("%s is too large for a coordinate", Quoted(word))
		}
		return value, nil
	}
	value := float64(mantissa)
	if exponent < 0 {
		value /= powersOfTen(-exponent)
	} else {
		value *= powersOfTen(exponent)
	}
	if negative {
		value = -value
	}
	return value, nil
}

// powersOfTen returns 10^n for n from 0 to 22, each exact.
func powersOfTen(n int) float64 {
	return [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
		1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}[n]
}

func notANumber(word []byte) error {
	return fmt.Errorf("%s is not a finite number; write decimal numbers such as 1.5 or -2e-3", Quoted(word))
}
