package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
)

// File is a file that appears under its name only when it is complete: it is written
// under a temporary name in the same folder, and Commit renames it. If the process is
// killed before Commit or Discard, the temporary file .NAME.*.tmp stays. Not safe for
// concurrent use.
type File struct {
	path string // the name that the user gave; for messages
	// target is path with symbolic links followed, so that a link stays a link.
	target string
	temp   string // empty: target is written directly
	file   *os.File
	buffer *bufio.Writer
	done   bool // committed or discarded
}

// bufferBytes collects the many small writes of an encoder in few large ones.
const bufferBytes = 256 << 10

// Create opens a file of ours for writing, in a folder of a run or a sweep, which somebody
// else may have made. It refuses a link, a pipe or a device by that name. The folder must
// exist. The caller ends with Commit or Discard; a deferred Discard is right, since it does
// nothing after Commit.
func Create(path string) (*File, error) {
	if err := Replaceable(path); err != nil {
		return nil, err
	}
	return create(path, path)
}

// CreateNamed opens a file that the user named for writing, as Create does. It follows
// links, so that a link stays a link, and writes directly into a pipe, a terminal or a
// device such as /dev/null. It removes temporary files that killed programs left of it.
func CreateNamed(path string) (*File, error) {
	target, direct, err := named(path)
	if err != nil {
		return nil, err
	}
	if !direct {
		Sweep(target)
		return create(path, target)
	}
	f := &File{path: path, target: target}
	if f.file, err = openDirectly(target); err != nil {
		return nil, f.explain(err)
	}
	f.begin()
	return f, nil
}

// create opens a temporary file beside the target.
func create(path, target string) (f *File, err error) {
	f = &File{path: path, target: target}
	if f.file, f.temp, err = CreateTemp(target); err != nil {
		return nil, f.explain(err)
	}
	f.begin()
	return f, nil
}

func (f *File) begin() { f.buffer = bufio.NewWriterSize(&reportingWriter{f.file}, bufferBytes) }

// CreateTemp opens a new file in the folder of target, under a name that Temps finds.
// Unlike os.CreateTemp it leaves the permissions to the umask, as for any file that a
// program writes. While the file is open, Sweep of any program leaves it.
func CreateTemp(target string) (*os.File, string, error) {
	folder, name := filepath.Split(target)
	for attempt := 0; ; attempt++ {
		temp := fmt.Sprintf("%s.%s.%08x.tmp", folder, name, rand.Uint32())
		file, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		taken := err == nil && !claim(file, temp)
		if taken {
			file.Close()
			err = fs.ErrExist
		}
		if errors.Is(err, fs.ErrExist) && attempt < 100 {
			continue
		}
		return file, temp, report("create", temp, err)
	}
}

// Write implements io.Writer.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.buffer.Write(p)
	if err != nil {
		err = f.explain(err)
	}
	return n, err
}

// Patch replaces written bytes from a position on by as many others. A file that is written
// directly, such as a pipe, cannot be patched.
func (f *File) Patch(with []byte, at int64) error {
	if err := f.buffer.Flush(); err != nil {
		return f.explain(err)
	}
	_, err := f.file.WriteAt(with, at)
	if err = report("write", f.file.Name(), err); err != nil {
		return f.explain(err)
	}
	return nil
}

// Flush passes the written bytes to the system, so that a full disk is reported now and not
// by a later Write or Commit.
func (f *File) Flush() error {
	if err := f.buffer.Flush(); err != nil {
		return f.explain(err)
	}
	return nil
}

// Commit writes everything to the disk and gives the file its name. After an error no
// temporary file stays, and an older file keeps the name.
func (f *File) Commit() error {
	if f.done {
		return fmt.Errorf("%s: committed after it was closed", f.path)
	}
	err := f.buffer.Flush()
	if err == nil && f.temp != "" {
		err = report("sync", f.temp, f.file.Sync())
	}
	if err != nil {
		f.Discard()
		return f.explain(err)
	}
	f.done = true
	if err = report("close", f.file.Name(), f.file.Close()); err == nil && f.temp != "" {
		err = Rename(f.temp, f.target)
	}
	if err != nil {
		f.remove()
		return f.explain(err)
	}
	return nil
}

// Discard closes the file and removes it. After Commit, or after another Discard, it
// does nothing.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	f.file.Close() // its contents are not needed: an error changes nothing
	f.remove()
}

func (f *File) remove() {
	if f.temp != "" {
		_ = Remove(f.temp) // a file that cannot be removed does no harm
	}
}

// WriteFile writes a whole file of ours, as Create does: it appears under path if write and
// the disk succeed, and not at all otherwise.
func WriteFile(path string, write func(io.Writer) error) error {
	return WritePatched(path, func(f *File) error { return write(f) })
}

// WriteNamed returns WriteFile for a path that the user named, as CreateNamed.
func WriteNamed(path string, write func(io.Writer) error) error {
	f, err := CreateNamed(path)
	return f.whole(err, func(f *File) error { return write(f) })
}

// WritePatched returns WriteFile for a file that is not written from its beginning to its end.
func WritePatched(path string, write func(*File) error) error {
	f, err := Create(path)
	return f.whole(err, write)
}

// whole writes and commits a file that was opened without an error.
func (f *File) whole(err error, write func(*File) error) error {
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// explain turns an error of the system into one with the name that the user gave, and
// with any advice.
func (f *File) explain(err error) error { return Explain(f.path, f.target, err) }

// Explain treats an error as File does, for a file that another program writes: path is the
// user's name, and target is the file after following links. It adds advice if there is some.
func Explain(path, target string, err error) error {
	var known *explained
	if errors.As(err, &known) {
		return err // an encoder returns an error of Write, which is explained already
	}
	folder := filepath.Dir(target)
	advice := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		advice = fmt.Sprintf("; create the folder %s, or give another path", folder)
	case errors.Is(err, syscall.ENOTDIR):
		advice = fmt.Sprintf("; %s is not a folder", folder)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		advice = fmt.Sprintf("; the folder %s must be writable", folder)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		advice = fmt.Sprintf("; free some space in %s, or give another path", folder)
	}

	// The system's error has the temporary name, which tells a user nothing: keep only
	// its reason.
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return &explained{text: fmt.Sprintf("%s: cannot write: %v%s", path, err, advice), cause: err}
}

// explained is an error that already names the operation, the file and the remedy.
type explained struct {
	text  string
	cause error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.cause }
