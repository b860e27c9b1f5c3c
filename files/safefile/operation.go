package safefile

import (
	"os"
	"path/filepath"
	"sync/atomic"
)

// Operation is a finished change of a file or folder, or of the data on disk.
type Operation struct {
	What string // create, write, cut, sync, close, rename, link, remove, mkdir or run (of another program)
	Path string
}

// watch is called after each operation. It is nil except in tests.
var watch atomic.Pointer[func(Operation)]

// Watch sets a function that is called after each operation, on the goroutine that
// makes it; nil: no function. Tests use it to end the process at a chosen operation.
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

// Ran reports that another program, which wrote a file, has ended.
func Ran(path string, err error) error { return report("run", path, err) }

// reportingWriter reports writes to a file.
type reportingWriter struct{ file *os.File }

func (w *reportingWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, report("write", w.file.Name(), err)
}

// Rename gives a file another name and puts the change on the disk, where the file
// system can.
func Rename(from, to string) error {
	if err := report("rename", to, os.Rename(from, to)); err != nil {
		return err
	}
	syncFolder(filepath.Dir(to))
	return nil
}

// syncFolder puts the names of a folder on the disk. Some file systems cannot; without
// it the names are right as long as the machine runs.
func syncFolder(folder string) {
	if dir, err := os.Open(folder); err == nil {
		_ = report("sync", folder, dir.Sync())
		dir.Close()
	}
}

// Remove removes a file or an empty folder.
func Remove(path string) error { return report("remove", path, os.Remove(path)) }

// MakeFolder makes a folder and those above it.
func MakeFolder(path string) error { return report("mkdir", path, os.MkdirAll(path, 0o777)) }

// KeepAs gives a file a second name, and the file that had it loses it. At every moment
// both names belong to complete files. On a file system without second names, it
// renames the file.
func KeepAs(path, second string) error {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return nil // there is no file, or a link or a pipe, which this program has not written
	}
	link := filepath.Join(filepath.Dir(second), "."+filepath.Base(second)+".00000000.tmp") // a name that Temps finds
	os.Remove(link)
	if err := report("link", link, os.Link(path, link)); err != nil {
		return Rename(path, second)
	}
	err := Rename(link, second)
	os.Remove(link) // the link still exists when both names belonged to the same file
	return err
}
