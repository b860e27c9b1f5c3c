package npy

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// raw is an array with any header.
func raw(version byte, text, data string) string {
	size := string([]byte{byte(len(text)), byte(len(text) >> 8)})
	if version > 1 {
		size += "\x00\x00"
	}
	return magic + string([]byte{version, 0}) + size + text + data
}

// Arrays come back as they were written, and numbers follow.
func TestHeaderComesBack(t *testing.T) {
	for _, shape := range [][]int{nil, {5}, {2, 3}, {0, 3}, {4, 1, 2}} {
		data := append(AppendHeader([]byte{}, "<f4", shape), "rest"...)
		in := bytes.NewReader(data)
		h, err := Read(in)
		if err != nil || !slices.Equal(h.Shape, shape) || h.Kind != 'f' || h.Width != 4 || h.Fortran || in.Len() != 4 || h.Bytes != int64(len(data)-4) || h.Bytes%alignment != 0 {
			t.Errorf("%v: %+v, %v, %d bytes left", shape, h, err, in.Len())
		}
	}
}

// Numbers of every type are read, in both byte orders.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		descr, data string
		want        float64
	}{
		{"<f8", "\x00\x00\x00\x00\x00\x00\xf8\x3f", 1.5}, {">f8", "\x3f\xf8\x00\x00\x00\x00\x00\x00", 1.5},
		{"<f4", "\x00\x00\xc0\x3f", 1.5}, {">f4", "\x3f\xc0\x00\x00", 1.5},
		{"<f2", "\x00\x3e", 1.5}, {"<f2", "\x01\x80", -math.Ldexp(1, -24)}, {">f2", "\x7c\x00", math.Inf(1)},
		{"|i1", "\xfe", -2}, {"|u1", "\xfe", 254}, {"|b1", "\x01", 1},
		{"<i2", "\xfe\xff", -2}, {">u2", "\xff\xfe", 65534}, {"<i4", "\xfe\xff\xff\xff", -2}, {">u4", "\xff\xff\xff\xfe", 4294967294},
		{"<i8", "\xfe\xff\xff\xff\xff\xff\xff\xff", -2}, {">i8", "\xff\xff\xff\xff\xff\xff\xff\xfe", -2}, {"<u8", "\x00\x00\x00\x00\x00\x00\x00\x80", math.Ldexp(1, 63)},
	} {
		for version := byte(1); version <= 3; version++ {
			in := strings.NewReader(raw(version, "{'descr': '"+c.descr+"', 'fortran_order': True, 'shape': (1,), }", c.data))
			h, err := Read(in)
			if err != nil || !h.Fortran || h.Count() != 1 {
				t.Fatalf("%s, version %d: %+v, %v", c.descr, version, h, err)
			}
			if got := h.Decode(make([]float64, 3), []byte(c.data)); len(got) != 1 || got[0] != c.want {
				t.Errorf("%s: %v, want %v", c.descr, got, c.want)
			}
		}
	}
}

// A broken file is refused. A whole file without numbers has another error.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		name, data, want string
		content          bool
	}{
		{"empty", "", "is cut off in its header", false},
		{"not NumPy", "0123456789", "is not in NumPy's format", false},
		{"version", magic + "\x04\x00\x00\x00", "has format version 4", false},
		{"length", magic + "\x02\x00\xff\xff\xff\xff", "has a header of 4294967295 bytes", false},
		{"short", raw(1, "{", "")[:10], "is cut off in its header", false},
		{"no dictionary", raw(1, "{}\n", ""), "is not understood", true},
		{"complex", raw(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", ""), `has numbers of type "<c8"`, true},
		{"axis", raw(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", ""), "more than is read", true},
		{"axes", raw(1, "{'descr': '<f4', 'fortran_order': False, 'shape': ("+strings.Repeat("1, ", 33)+"), }", ""), "more than is read", true},
		{"size", raw(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (500000000000, 500000000000), }", ""), "more than any file holds", false},
	} {
		_, err := Read(strings.NewReader(c.data))
		var content *ContentError
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.As(err, &content) != c.content {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(raw(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "")))
	f.Add(AppendHeader(nil, "|u1", []int{7}))
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := Read(bytes.NewReader(data))
		if err == nil && (h.Count() < 0 || h.Count() > maxCount || h.Width == 0 || h.Bytes > int64(len(data))) {
			t.Errorf("%+v", h)
		}
	})
}

// texts has characters of one byte, of several, of two UTF-16 units, and none.
func texts() []string { return []string{"{\"name\": \"cube\"}", "ö 水 🜲", "a", ""} }

// A text is one to NumPy and to the reader, whatever its characters; files from
// before, which hold the numbers of the characters, are read as well.
func TestTextsInNPZ(t *testing.T) {
	for _, text := range texts() {
		path := filepath.Join(t.TempDir(), "text.npz")
		before := Array{Name: "before", Shape: []int{len([]rune(text))}, Data: charactersOf(text)[:len([]rune(text))]}
		must.Do(t, WriteArchive(path, Text("run", text), before, Array{Name: "step", Data: []int64{7}}))
		arrays := must.Get(ReadArchive(path))(t)
		if len(arrays) != 3 || arrays[0].Text() != text || len(arrays[0].Shape) != 0 || arrays[1].Text() != text || arrays[2].Text() != "" {
			t.Errorf("%q: read as %v", text, arrays)
		}
		content := must.Get(os.ReadFile(path))(t)
		if !strings.Contains(string(content), "'descr': '<U") || !strings.Contains(string(content), "'shape': ()") {
			t.Errorf("%q is not a text of NumPy", text)
		}
	}
}

// numpyTexts is an archive with an array of texts of NumPy, such as np.array(["push", "up"]).
func numpyTexts(t *testing.T, order, shape string, width int, texts ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "texts.npz")
	var data []byte
	for _, text := range texts {
		characters := append([]rune(text), make([]rune, width-len([]rune(text)))...)
		for _, r := range characters {
			if order == ">" {
				data = binary.BigEndian.AppendUint32(data, uint32(r))
			} else {
				data = binary.LittleEndian.AppendUint32(data, uint32(r))
			}
		}
	}
	file := must.Get(os.Create(path))(t)
	archive := zip.NewWriter(file)
	entry := must.Get(archive.CreateHeader(&zip.FileHeader{Name: "names.npy", Method: zip.Store}))(t)
	head := raw(1, fmt.Sprintf("{'descr': '%sU%d', 'fortran_order': False, 'shape': (%s), }", order, width, shape), "")
	must.Do(t, must.Err(entry.Write(append([]byte(head), data...))))
	must.Do(t, errors.Join(archive.Close(), file.Close()))
	return path
}

// A list of texts is read as its texts, in both orders of bytes.
func TestListsOfTexts(t *testing.T) {
	for _, order := range []string{"<", ">"} {
		arrays := must.Get(ReadArchive(numpyTexts(t, order, "3,", 4, "push", "ö", "")))(t)
		if got, ok := arrays[0].Data.([]string); !ok || !slices.Equal(got, []string{"push", "ö", ""}) || arrays[0].Text() != "push\nö\n" {
			t.Errorf("%q", arrays[0].Data)
		}
	}
	for name, path := range map[string]string{"short": numpyTexts(t, "<", "4,", 4, "push", "b"), "two axes": numpyTexts(t, "<", "1, 1", 4, "push")} {
		must.Say(t, name, must.Err(ReadArchive(path)), "has numbers of type")
	}
}

// python returns a Python that has NumPy. The first python3 of PATH may be one that
// the system's packages know nothing of, so the system's own is asked as well. Without
// NumPy the test fails where all proofs are required, as "make test" does after
// installing it, and is skipped elsewhere.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	if os.Getenv("HOOKE_GPU") == "require" {
		t.Fatal("python3 has no NumPy; run scripts/setup.sh test")
	}
	t.Skip("python3 has no NumPy (Debian: python3-numpy); HOOKE_GPU=require makes this a failure")
	return ""
}

// NumPy itself reads types, shapes and every number. TestNPYBytes compares the same
// format with its description.
func TestNumPyReadsIt(t *testing.T) {
	interpreter := python(t)
	path := filepath.Join(t.TempDir(), "a.npz")
	must.Do(t, WriteArchive(path, samples()...))
	const script = `
import sys, hashlib, numpy
a = numpy.load(sys.argv[1], allow_pickle=False)
for name in a.files:
    print(name, a[name].dtype.str, list(a[name].shape), hashlib.sha256(a[name].tobytes()).hexdigest())`
	out, err := exec.Command(interpreter, "-c", script, path).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	types := map[string]string{"f4": "<f4", "f8": "<f8", "i8": "<i8", "u4": "<u4", "empty": "<f4", "long": "<f4"}
	var want strings.Builder
	for _, a := range samples() {
		var numbers bytes.Buffer
		must.Do(t, binary.Write(&numbers, binary.LittleEndian, a.Data))
		shape := strings.ReplaceAll(fmt.Sprint(a.Shape), " ", ", ")
		fmt.Fprintf(&want, "%s %s %s %x\n", a.Name, types[a.Name], shape, sha256.Sum256(numbers.Bytes()))
	}
	if got := string(out); got != want.String() {
		t.Errorf("NumPy reads\n%s, want\n%s", got, want.String())
	}
}

func TestNumPyReadsTexts(t *testing.T) {
	interpreter := python(t)
	for _, text := range texts() {
		path := filepath.Join(t.TempDir(), "text.npz")
		must.Do(t, WriteArchive(path, Text("run", text)))
		const script = "import numpy, sys; sys.stdout.buffer.write(str(numpy.load(sys.argv[1])['run']).encode())"
		out, err := exec.Command(interpreter, "-c", script, path).CombinedOutput()
		must.Hold(t, err == nil && string(out) == text, "NumPy reads %q (%v), want %q", out, err, text)
	}
}
