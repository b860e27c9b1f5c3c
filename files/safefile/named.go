package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Replaceable returns an error unless there is nothing at path, or a plain file that a
// rename may replace. Links count as themselves: writing through one would change a file
// elsewhere.
func Replaceable(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // opening the file gives the error
	}
	switch kind := info.Mode(); {
	case kind.IsRegular():
		return nil
	case kind.IsDir():
		return fmt.Errorf("%s: is a folder; give the name of a file", path)
	case kind&fs.ModeSymlink != 0:
		return linked(path)
	}
	return fmt.Errorf("%s is no plain file; remove it", path)
}

// NoLink returns an error when there is a link at path.
func NoLink(path string) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return linked(path)
	}
	return nil
}

func linked(path string) error {
	return fmt.Errorf("%s is a link to a file that may not be ours to change; remove the link", path)
}

// FolderIn makes a folder below another one, which exists, and returns its path. It refuses
// a name that leads out, and links on the way.
func FolderIn(folder, name string) (string, error) {
	if wrong := Stray(name, "a run or a sweep"); wrong != "" {
		return "", fmt.Errorf("the name of a folder %s", wrong)
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	for there := path; there != filepath.Clean(folder); there = filepath.Dir(there) {
		info, err := os.Lstat(there)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", plain(there, err)
		case info.Mode()&fs.ModeSymlink != 0:
			return "", linked(there)
		case !info.IsDir():
			return "", fmt.Errorf("%s is no folder; remove it", there)
		}
	}
	return path, MakeFolder(path)
}

// named follows the links of a path that the user named. direct says that the target is
// neither absent nor a plain file, so that it is written directly.
func named(path string) (target string, direct bool, err error) {
	target = path
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		target = resolved
	}
	info, err := os.Stat(target)
	if err != nil {
		return target, false, nil
	}
	switch kind := info.Mode(); {
	case kind.IsDir():
		return "", false, fmt.Errorf("%s: is a folder; give the name of a file", path)
	case kind&fs.ModeDevice != 0 && kind&fs.ModeCharDevice == 0:
		return "", false, fmt.Errorf("%s is a disk, whose contents would be lost; give the name of a file", path)
	case kind&fs.ModeSocket != 0:
		return "", false, fmt.Errorf("%s is a socket; give the name of a file", path)
	default:
		return target, !kind.IsRegular(), nil
	}
}

// openDirectly opens a pipe or a device for writing. A pipe without a reader is an error
// after a while: the system would wait for ever.
func openDirectly(target string) (*os.File, error) {
	for until := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		file, err := os.OpenFile(target, os.O_WRONLY|openAtOnce, 0)
		switch {
		case err == nil || !nobodyReads(err):
			return file, err
		case time.Now().After(until):
			return nil, &fs.PathError{Op: "open", Path: target, Err: errNobodyReads}
		}
	}
}

// errNobodyReads means that a pipe has no reader.
var errNobodyReads = errors.New("it is a pipe without a reader; start the reader first")
