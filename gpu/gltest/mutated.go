package gltest

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/shaders"
)

// Mutated returns the built-in shaders with texts replaced in one file, given as pairs of the text and its
// replacement. Each text must be there exactly once, so that a mutation cannot quietly do nothing.
func Mutated(t testing.TB, file string, pairs ...string) fs.FS {
	t.Helper()
	return changed(t, func(path, text string) string {
		for i := 0; path == file && i < len(pairs); i += 2 {
			if count := strings.Count(text, pairs[i]); count != 1 {
				t.Fatalf("%s has %q %d times, want once: the shader changed, so change this mutation", file, pairs[i], count)
			}
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return text
	}, file)
}

// Everywhere returns the built-in shaders with a text replaced wherever it is, which must be
// somewhere.
func Everywhere(t testing.TB, old, replacement string) fs.FS {
	t.Helper()
	found := false
	files := changed(t, func(_, text string) string {
		found = found || strings.Contains(text, old)
		return strings.ReplaceAll(text, old, replacement)
	}, "")
	if !found {
		t.Fatalf("no shader has %q", old)
	}
	return files
}

// changed returns the built-in shaders after a change of each; a file must be among them if it has
// a name.
func changed(t testing.TB, change func(path, text string) string, file string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(shaders.Files(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(shaders.Files(), path)
		files[path] = &fstest.MapFile{Data: []byte(change(path, string(text)))}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if file != "" && files[file] == nil {
		t.Fatalf("there is no shader %s", file)
	}
	return files
}
