package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Stray returns the fault in the name of a file that another file gives: it must stay below a
// folder, so that a file from elsewhere reads and writes nothing else. whose names the owner
// of the folder: "the scene file". It is empty without a fault.
func Stray(name, whose string) string {
	switch {
	case name == "":
		return "is empty; give the name of a file"
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Sprintf("is %q, with control characters; rename the file", name)
	case strings.Contains(name, `\`):
		return fmt.Sprintf("is %q; write / between folders", name)
	case filepath.IsAbs(name):
		return fmt.Sprintf("is %q, an absolute path; give one that starts at the folder of %s", name, whose)
	case filepath.Clean(name) == ".":
		return fmt.Sprintf("is %q, the folder of %s itself; give the name of a file", name, whose)
	case !filepath.IsLocal(name):
		return fmt.Sprintf("is %q, which leads out of the folder of %s; put the file into it", name, whose)
	}
	return ""
}

// Inside returns the path of a file below a folder, by a name that another file gives. The
// file need not exist. Links in the path are followed: one that leads out of the folder
// is refused, and so is one that leads nowhere, since writing through it would make a
// file there. whose is as for Stray.
func Inside(folder, name, whose string) (string, error) {
	if wrong := Stray(name, whose); wrong != "" {
		return "", fmt.Errorf("the name of a file %s", wrong)
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", plain(folder, err)
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	for there := path; there != filepath.Clean(folder); there = filepath.Dir(there) {
		if _, err := os.Lstat(there); errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return "", plain(there, err)
		}
		real, err := filepath.EvalSymlinks(there)
		if errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s is a link that leads to nothing; remove it", there)
		}
		if err != nil {
			return "", plain(there, err)
		}
		if below, err := filepath.Rel(root, real); err != nil || !filepath.IsLocal(below) {
			return "", fmt.Errorf("%s is a link that leads out of the folder of %s; copy the file into it", there, whose)
		}
		break
	}
	return path, nil
}

// plain returns an error of the system that names the path once: in front.
func plain(path string, err error) error {
	if of := (*fs.PathError)(nil); errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}
