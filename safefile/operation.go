package safefile

import (
	"os"
	"path/filepath"
	"sync/atomic"
)

// Operation is a change of a file or a folder that has just been made, or what makes it
// last.
type Operation struct {
	What string // create, write, cut, sync, close, rename, link, remove, mkdir or run (of another program)
	Path string
}

// watch is called after each operation. It is nobody's in a program that is not tested.
var watch atomic.Pointer[func(Operation)]

// Watch has a function called after each operation, from whatever goroutine makes it. It
// is for tests that end the process at a place of their choice; nil: nobody watches.
func Watch(f func(Operation)) {
	if f == nil {
		watch.Store(nil)
		return
	}
	watch.Store(&f)
}

// report reports an operation that succeeded.
func report(what, path string, err error) error {
	if f := watch.Load(); f != nil && err == nil {
		(*f)(Operation{what, path})
	}
	return err
}

// Ran reports that another program has come to its end, which wrote a file.
func Ran(path string, err error) error { return report("run", path, err) }

// reportingWriter reports what is written to a file.
type reportingWriter struct{ file *os.File }

func (w *reportingWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, report("write", w.file.Name(), err)
}

// Rename gives a file another name, for good: the folder is on the disk, too, where that
// can be had.
func Rename(from, to string) error {
	if err := report("rename", to, os.Rename(from, to)); err != nil {
		return err
	}
	syncFolder(filepath.Dir(to))
	return nil
}

// syncFolder puts the names of a folder on the disk. Not every file system can, and the
// names are right without it as long as the machine runs.
func syncFolder(folder string) {
	if dir, err := os.Open(folder); err == nil {
		_ = report("sync", folder, dir.Sync())
		dir.Close()
	}
}

// Remove removes a file or an empty folder.
func Remove(path string) error { return report("remove", path, os.Remove(path)) }

// MakeFolder makes a folder with those above it.
func MakeFolder(path string) error { return report("mkdir", path, os.MkdirAll(path, 0o777)) }

// KeepAs gives the file of a name a second name, and what had that one is gone: at every
// moment both names are of whole files. Where the file system has no second names the
// first one is changed.
func KeepAs(path, second string) error {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil // nothing is there, or a link or a pipe, which is no file of ours
	}
	link := filepath.Join(filepath.Dir(second), "."+filepath.Base(second)+".00000000.tmp") // which Temps finds
	os.Remove(link)
	if err := report("link", link, os.Link(path, link)); err != nil {
		return Rename(path, second)
	}
	err := Rename(link, second)
	os.Remove(link) // it stays when both names were of the same file
	return err
}
