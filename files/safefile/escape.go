package safefile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// EscapeName returns a name with an escape instead of each character that moves the cursor, changes
// colors or turns the direction of writing, and of each byte that is no UTF-8. Other names are
// returned as they are.
func EscapeName(name string) string { return escaped(name, "") }

// escaped escapes a text, but for the control characters in keeps.
func escaped(text, keeps string) string {
	at := strings.IndexFunc(text, func(r rune) bool { return commands(r) && !strings.ContainsRune(keeps, r) || r == utf8.RuneError })
	if at < 0 {
		return text
	}
	var out strings.Builder
	out.WriteString(text[:at])
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[at])
		case !commands(r) || strings.ContainsRune(keeps, r):
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		at += size
	}
	return out.String()
}

// commands reports whether a terminal obeys a character instead of showing it: C0, DEL and C1, line
// and paragraph separators, and those that turn the direction of writing.
func commands(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}
