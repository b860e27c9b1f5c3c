package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No name that a file gives leads out of its folder: as it is spelled, nor through a
// link, one to a file or a folder that is there, nor one that would be made by writing.
func TestInside(t *testing.T) {
	parent := t.TempDir()
	folder, outside := filepath.Join(parent, "run"), filepath.Join(parent, "outside")
	if err := errors.Join(os.MkdirAll(filepath.Join(folder, "sub"), 0o777), os.Mkdir(outside, 0o777),
		os.WriteFile(filepath.Join(outside, "a.csv"), nil, 0o666), os.WriteFile(filepath.Join(folder, "b.csv"), nil, 0o666),
		os.Symlink(filepath.Join(outside, "a.csv"), filepath.Join(folder, "file")), os.Symlink("../outside", filepath.Join(folder, "door")),
		os.Symlink("../later", filepath.Join(folder, "later")), os.Symlink("b.csv", filepath.Join(folder, "home")), os.Symlink(folder, filepath.Join(parent, "alias"))); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"":                   "is empty",
		".":                  "the folder of the run itself",
		"sub/..":             "the folder of the run itself",
		"..":                 "leads out of the folder of the run",
		"../victim.txt":      "leads out of the folder of the run",
		"sub/../../x":        "leads out of the folder of the run",
		"/etc/passwd":        "an absolute path",
		`..\victim.txt`:      "write / between folders",
		"a\x00b":             "control characters",
		"file":               "is a link that leads out of the folder of the run",
		"door/new.csv":       "is a link that leads out of the folder of the run",
		"door/deep/new.csv":  "is a link that leads out of the folder of the run",
		"later":              "is a link that leads to nothing",
		"later/new.csv":      "is a link that leads to nothing",
		"b.csv/below":        "not a directory",
		"new.csv":            "",
		"sub/new.csv":        "",
		"not/yet/new.csv":    "",
		"sub/../b.csv":       "",
		"home":               "",
		"tcp:/127.0.0.1:9/x": "",
		"...":                "",
	} {
		for _, folder := range []string{folder, filepath.Join(parent, "alias")} { // a folder may be reached by a link
			path, err := Inside(folder, name, "the run")
			if want == "" && (err != nil || path != filepath.Join(folder, name)) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%q: %q, %v; want %q", name, path, err, want)
			}
		}
	}
	// From inside of the folder.
	t.Chdir(folder)
	if _, err := Inside(".", "door/new.csv", "the run"); err == nil {
		t.Error("a link leads out of the present folder")
	}
	if path, err := Inside(".", "sub/new.csv", "the run"); err != nil || path != filepath.Join("sub", "new.csv") {
		t.Errorf("in the present folder: %q, %v", path, err)
	}
}
