package npy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// texts has characters of one byte, of several, of two UTF-16 units, and none.
func texts() []string { return []string{"{\"name\": \"cube\"}", "ö 水 🜲", "a", ""} }

// A text is one to NumPy and to the reader, whatever its characters; files from
// before, which hold the numbers of the characters, are read as well.
func TestTextsInNPZ(t *testing.T) {
	for _, text := range texts() {
		path := filepath.Join(t.TempDir(), "text.npz")
		before := Array{Name: "before", Shape: []int{len([]rune(text))}, Data: charactersOf(text)[:len([]rune(text))]}
		if err := WriteArchive(path, Text("run", text), before, Array{Name: "step", Data: []int64{7}}); err != nil {
			t.Fatal(err)
		}
		arrays, err := ReadArchive(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(arrays) != 3 || arrays[0].Text() != text || len(arrays[0].Shape) != 0 || arrays[1].Text() != text || arrays[2].Text() != "" {
			t.Errorf("%q: read as %v", text, arrays)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(content), "'descr': '<U") || !strings.Contains(string(content), "'shape': ()") {
			t.Errorf("%q is not a text of NumPy", text)
		}
	}
}
