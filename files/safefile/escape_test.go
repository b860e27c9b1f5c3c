package safefile

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"hooke/must"
)

// Names that would move the cursor, color the terminal, fake a line or turn text around are
// spelled; others stay as they are.
func TestNamesAreSpelled(t *testing.T) {
	for name, want := range map[string]string{
		"":                              "",
		"rope":                          "rope",
		"μεγα 2×3 – 梁 🙂":                "μεγα 2×3 – 梁 🙂",
		"a\x1b[31mred":                  `a\u001b[31mred`,
		"a\nhooke: ok":                  `a\nhooke: ok`,
		"a\rb\tc\bd\x00":                `a\rb\tc\u0008d\u0000`,
		"c1 \u009b2J \u0085":            `c1 \u009b2J \u0085`,
		"del \x7f":                      `del \u007f`,
		"\u202etxt.exe\u2066":           `\u202etxt.exe\u2066`,
		"\u200f\u061c\u2028":            `\u200f\u061c\u2028`,
		"latin \xff\x9b, half \xe2\x82": `latin \xff\x9b, half \xe2\x82`,
		"replacement \ufffd":            "replacement \ufffd",
	} {
		must.Be(t, EscapeName(name), want, "%q", name)
	}
}

// Text keeps its lines, whether it comes at once or byte by byte.
func TestWriter(t *testing.T) {
	text := "a\tb\n\x1b]0;title\a été \u202e\r\n\xff 🙂\u009b\xe2"
	want := "a\tb\n" + `\u001b]0;title\u0007 été \u202e\r` + "\n" + `\xff 🙂\u009b\xe2`
	for _, size := range []int{1, 2, 3, 5, len(text)} {
		var out strings.Builder
		w := NewEscapingWriter(&out)
		for at := 0; at < len(text); at += size {
			part := text[at:min(at+size, len(text))]
			if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := w.Close(); err != nil || out.String() != want {
			t.Errorf("by %d bytes: %q, want %q, %v", size, out.String(), want, err)
		}
	}
	w := NewEscapingWriter(&failing{})
	if n, err := w.Write([]byte("x")); n != 0 || !errors.Is(err, errFull) {
		t.Errorf("a writer that fails: %d, %v", n, err)
	}
}

// JSON stays JSON with the same text.
func TestWriterKeepsJSON(t *testing.T) {
	const name = "\u202e\u009b\x1b\n é"
	var out strings.Builder
	must.Do(t, json.NewEncoder(NewEscapingWriter(&out)).Encode(name))
	var back string
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back != name || strings.ContainsAny(out.String(), "\u202e\u009b") {
		t.Errorf("%q is read as %q: %v", out.String(), back, err)
	}
}

// A name of the command line with a line break fakes no line, whichever part of it is written.
func TestNamesOfTheCommandLine(t *testing.T) {
	var out strings.Builder
	w := NewEscapingWriter(&out, "info", "dir/a\nhooke: ok.obj", "--out=x\ty", "\n")
	must.Do(t, must.Err(w.Write([]byte("dir/a\nhooke: ok.obj: line\na\nhooke: ok\t1\nx\ty\n"))))
	if want := "dir/" + `a\nhooke: ok.obj: line` + "\n" + `a\nhooke: ok` + "\t1\n" + `x\ty` + "\n"; out.String() != want {
		t.Errorf("it is\n%s\nwant\n%s", out.String(), want)
	}
}

var errFull = errors.New("full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
