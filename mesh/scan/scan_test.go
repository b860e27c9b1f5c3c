package scan_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"hooke/mesh/scan"
	"hooke/must"
)

// of is a source of a text of that name.
func of(t *testing.T, text string) *scan.Source {
	t.Helper()
	return must.Get(scan.New(strings.NewReader(text), int64(len(text)), "a.txt"))(t)
}

// A cursor takes words, lines and binary numbers in any mixture; the first fault names its
// line, stays, and makes all that follows zero.
func TestCursor(t *testing.T) {
	var b strings.Builder
	b.WriteString("\xef\xbb\xbfcount 3 # three\n 1.5e3\nthe rest of it\r\n")
	_ = binary.Write(&b, binary.LittleEndian, math.Pi)
	b.WriteString("\nx 7")
	s := scan.NewCursor(of(t, b.String()))
	s.Comment = '#'
	must.Be(t, string(s.Word("a keyword")), "count", "first word")
	must.Be(t, s.Count("a count"), 3, "count")
	must.Be(t, s.Float("a number"), 1500, "number")
	s.SkipLine()
	must.Be(t, string(s.TextLine()), "the rest of it", "line")
	must.Be(t, s.Float64("a number of 8 bytes"), math.Pi, "binary number")
	if x := s.Integer("a number"); x != 0 || s.Err == nil || !strings.HasPrefix(s.Err.Error(), "a.txt:5: ") {
		t.Errorf("x as a number is %d, error %v; want 0 and a fault in line 5", x, s.Err)
	}
	first := s.Err
	if s.Integer("another") != 0 || s.More() || !errors.Is(s.Err, first) {
		t.Errorf("after a fault there is more: %v", s.Err)
	}
}

// Numbers are those of the standard library, to the bit, and other texts are refused.
func TestParseFloat(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "-2.5": -2.5, "1e-3": 1e-3, "+7.": 7, ".5": 0.5, "123456789.125": 123456789.125,
		"1.7976931348623157e308": math.MaxFloat64, "4.9e-324": 4.9e-324, "0.1": 0.1, "2.2250738585072011e-308": 2.2250738585072011e-308} {
		if got, err := scan.ParseFloat([]byte(text)); err != nil || got != want {
			t.Errorf("%s is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1.2.3", "1e", "--1", "1_000"} {
		if got, err := scan.ParseFloat([]byte(text)); err == nil {
			t.Errorf("%q is taken for %v", text, got)
		}
	}
}

// A compressed file that unfolds to far more than it is ends with an error, and one that is
// cut is not whole.
func TestCompressedFiles(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	in := must.Get(scan.New(bytes.NewReader(zipped.Bytes()), int64(zipped.Len()), "bomb.gz"))(t)
	if n, err := io.Copy(io.Discard, in); err == nil || n > 40<<20 {
		t.Errorf("a bomb gave %d bytes and the error %v", n, err)
	}

	zipped.Reset()
	z = gzip.NewWriter(&zipped)
	_, _ = z.Write([]byte("v 1 2 3\n"))
	_ = z.Close()
	for cut, want := range map[int]bool{0: true, 4: false} {
		data := zipped.Bytes()[:zipped.Len()-cut]
		in := must.Get(scan.New(bytes.NewReader(data), int64(len(data)), "a.obj.gz"))(t)
		must.Be(t, in.Whole() == nil, want, "without its last %d bytes a file is whole", cut)
	}
}

// Tags come with their attributes, and text between them with its entities undone.
func TestXML(t *testing.T) {
	x := scan.NewXML(of(t, `<?xml version="1.0"?><!-- no --><a size="2"><b/>one &lt; two</a>`))
	tag, ok := x.Next()
	if !ok || tag.Name != "a" || tag.Get("size") != "2" {
		t.Errorf("first tag %+v, %v: %v", tag, ok, x.Err)
	}
	if tag, ok = x.Next(); !ok || tag.Name != "b" {
		t.Errorf("second tag %+v: %v", tag, x.Err)
	}
	if tag, ok = x.Next(); !ok || !tag.End || tag.Name != "b" {
		t.Errorf("an empty tag ends with %+v: %v", tag, x.Err)
	}
	if text := strings.TrimSpace(x.Text(100)); text != "one < two" {
		t.Errorf("text %q: %v", text, x.Err)
	}
}
