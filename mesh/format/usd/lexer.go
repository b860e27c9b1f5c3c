package usd

import (
	"fmt"
	"io"

	"hooke/mesh/scan"
)

// kind is the kind of a token.
type kind uint8

const (
	endOfFile kind = iota
	word           // a name, a type, a keyword or True; with colons and points inside
	number         // also inf and nan
	text           // a string in quotes, an address between @, a path between < and >
	mark           // one of ( ) [ ] { } = , : ; &
)

// lexer cuts a layer into tokens. The first fault stays, with line and column. The text of a token is
// valid until the next one.
type lexer struct {
	in           *scan.Source
	line, column int // of the next byte, from 1

	kind kind
	text []byte // of the token; of a string without quotes
	at   [2]int // line and column of the token
	err  error
}

// longest is the largest length of a word, a number or a string [bytes].
const longest = 1 << 20

// newLexer returns the lexer of a layer, behind a byte order mark.
func newLexer(in *scan.Source) *lexer {
	if head, _ := in.Peek(3); string(head) == "\xef\xbb\xbf" {
		in.Discard(3)
	}
	return &lexer{in: in, line: 1, column: 1}
}

// fault keeps the first error, at the token.
func (l *lexer) fault(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("%s:%d:%d: %w", l.in.Name, l.at[0], l.at[1], fmt.Errorf(format, args...))
	}
	l.kind, l.text = endOfFile, l.text[:0]
}

// shown returns the token for messages.
func (l *lexer) shown() string {
	if l.kind == endOfFile {
		return "the end of the file"
	}
	return scan.Quoted(l.text)
}

// byte takes the next byte; false at the end.
func (l *lexer) byte() (byte, bool) {
	b, err := l.in.ReadByte()
	if err != nil {
		if err != io.EOF && l.err == nil {
			l.err = fmt.Errorf("%s: cannot read: %w", l.in.Name, err)
		}
		return 0, false
	}
	l.column++
	if b == '\n' {
		l.line, l.column = l.line+1, 1
	}
	return b, true
}

// peek returns the byte at a distance from the next one; 0 behind the end.
func (l *lexer) peek(ahead int) byte {
	if head, _ := l.in.Peek(ahead + 1); len(head) > ahead {
		return head[ahead]
	}
	return 0
}

// next takes the next token.
func (l *lexer) next() {
	l.text = l.text[:0]
	l.blank()
	l.at = [2]int{l.line, l.column}
	if l.err != nil {
		l.kind = endOfFile
		return
	}
	b, ok := l.byte()
	switch {
	case !ok:
		l.kind = endOfFile
	case b == '"' || b == '\'':
		l.quoted(b)
	case b == '@':
		l.until(b, "an address")
	case b == '<':
		l.until('>', "a path")
	case inWord(b) && !(b >= '0' && b <= '9'):
		l.take(word, b, func(b byte) bool { return inWord(b) || b == ':' || b == '.' })
		if s := string(l.text); s == "inf" || s == "nan" {
			l.kind = number
		}
	case b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.':
		l.take(number, b, func(b byte) bool {
			return b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.' || b|0x20 >= 'a' && b|0x20 <= 'z'
		})
	case b == '(' || b == ')' || b == '[' || b == ']' || b == '{' || b == '}' || b == '=' || b == ',' || b == ':' || b == ';' || b == '&':
		l.kind, l.text = mark, append(l.text, b)
	default:
		l.fault("%s is no part of USD's text", scan.Quoted([]byte{b}))
	}
}

// inWord reports whether a byte may be in a name: also those of other scripts, and of !invert! and
// !resetXformStack! outside quotes.
func inWord(b byte) bool {
	return b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b >= 0x80 || b == '!'
}

// take takes the rest of a token.
func (l *lexer) take(kind kind, first byte, belongs func(b byte) bool) {
	l.kind, l.text = kind, append(l.text, first)
	for len(l.text) < longest {
		head, _ := l.in.Peek(1)
		if len(head) == 0 || !belongs(head[0]) {
			return
		}
		b, _ := l.byte()
		l.text = append(l.text, b)
	}
	l.fault("a word of more than %d bytes", longest)
}

// blank skips blanks and comments.
func (l *lexer) blank() {
	for {
		head, _ := l.in.Peek(1)
		switch {
		case len(head) == 1 && scan.BlankSpace(head[0]):
			l.byte()
		case len(head) == 1 && (head[0] == '#' || head[0] == '/' && l.peek(1) == '/'):
			for b, ok := l.byte(); ok && b != '\n'; b, ok = l.byte() {
			}
		case len(head) == 1 && head[0] == '/' && l.peek(1) == '*':
			l.byte()
			l.byte()
			for last := byte(0); ; {
				b, ok := l.byte()
				if !ok {
					l.at = [2]int{l.line, l.column}
					l.fault("the file ends in a comment")
					return
				}
				if last == '*' && b == '/' {
					break
				}
				last = b
			}
		default:
			return
		}
	}
}

// quoted takes a string, of one line or between three quotes.
func (l *lexer) quoted(quote byte) {
	l.kind = text
	triple := l.peek(0) == quote && l.peek(1) == quote
	if triple {
		l.byte()
		l.byte()
	}
	for len(l.text) < longest {
		b, ok := l.byte()
		switch {
		case !ok || b == '\n' && !triple:
			l.fault("a string without its end")
			return
		case b == '\\':
			if b, ok = l.byte(); ok {
				l.text = append(l.text, b)
			}
		case b == quote && !triple:
			return
		case b == quote && l.peek(0) == quote && l.peek(1) == quote:
			l.byte()
			l.byte()
			return
		default:
			l.text = append(l.text, b)
		}
	}
	l.fault("a string of more than %d bytes", longest)
}

// until takes an address or a path; @@@ begins an address that may have @ inside.
func (l *lexer) until(end byte, what string) {
	l.kind = text
	triple := end == '@' && l.peek(0) == '@' && l.peek(1) == '@'
	if triple {
		l.byte()
		l.byte()
	}
	for len(l.text) < longest {
		b, ok := l.byte()
		switch {
		case !ok || b == '\n':
			l.fault("%s without its end", what)
			return
		case b == end && triple && (l.peek(0) != '@' || l.peek(1) != '@'):
			l.text = append(l.text, b)
		case b == end:
			if triple {
				l.byte()
				l.byte()
			}
			return
		default:
			l.text = append(l.text, b)
		}
	}
	l.fault("%s of more than %d bytes", what, longest)
}

// is reports whether the token is a mark or a word.
func (l *lexer) is(s string) bool { return (l.kind == mark || l.kind == word) && string(l.text) == s }

// accept takes the token if it is a mark or a word, and reports whether it was.
func (l *lexer) accept(s string) bool {
	if !l.is(s) {
		return false
	}
	l.next()
	return true
}

// expect takes a mark or a word that must be there.
func (l *lexer) expect(s, where string) {
	if !l.accept(s) {
		l.fault("%s where %q must be, %s", l.shown(), s, where)
	}
}
