package npy

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

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
	if _, err := entry.Write(append([]byte(head), data...)); err != nil {
		t.Fatal(err)
	}
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
		if _, err := ReadArchive(path); err == nil || !strings.Contains(err.Error(), "has numbers of type") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
