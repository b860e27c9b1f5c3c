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

// File is a file that appears under its name only when it is complete: it is
// written under a temporary name in the same folder, and Commit renames it.
// What is neither committed nor discarded when the process is killed stays
// behind as .NAME.*.tmp. A target that is not a regular file (a pipe, a
// terminal, /dev/null) is written to directly. Not safe for concurrent use.
type File struct {
	path string // the name the user gave, for messages
	// target is path with symbolic links followed, so that a link stays a link.
	target string
	temp   string // empty: target is written directly
	file   *os.File
	buffer *bufio.Writer
	done   bool // committed or discarded
}

// bufferBytes makes few, large writes of the many small ones of an encoder.
const bufferBytes = 256 << 10

// Create opens a file for writing under a temporary name. The folder must
// exist. The caller ends with Commit or Discard; deferring Discard is right,
// for after a Commit it does nothing.
func Create(path string) (*File, error) {
	f := &File{path: path, target: path}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		f.target = resolved
	}

	info, err := os.Stat(f.target)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: is a folder; give the name of a file", path)
	case err == nil && !info.Mode().IsRegular():
		f.file, err = os.OpenFile(f.target, os.O_WRONLY, 0)
	default:
		f.file, f.temp, err = CreateTemp(f.target)
	}
	if err != nil {
		return nil, f.explain(err)
	}
	f.buffer = bufio.NewWriterSize(&reportingWriter{f.file}, bufferBytes)
	return f, nil
}

// CreateTemp opens a new file beside target, under a name that Temps finds. Unlike
// os.CreateTemp it leaves the permissions to the umask, as for any file that a
// program writes.
func CreateTemp(target string) (*os.File, string, error) {
	folder, name := filepath.Split(target)
	for attempt := 0; ; attempt++ {
		temp := fmt.Sprintf("%s.%s.%08x.tmp", folder, name, rand.Uint32())
		file, err := os.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
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

// Flush hands what was written to the system, so that a full disk is told now and not
// by a later Write or Commit.
func (f *File) Flush() error {
	if err := f.buffer.Flush(); err != nil {
		return f.explain(err)
	}
	return nil
}

// Commit flushes what was written to the disk and gives the file its name. On
// an error nothing stays behind, and what had the name before still has it.
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

// Discard closes the file and removes what was written. After Commit, or
// called twice, it does nothing.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	f.file.Close() // its contents are thrown away: an error changes nothing
	f.remove()
}

func (f *File) remove() {
	if f.temp != "" {
		_ = Remove(f.temp) // if it cannot be, it is in nobody's way
	}
}

// WriteFile writes a whole file: what write produces appears under path when
// write and the disk succeed, and not at all otherwise.
func WriteFile(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// explain says what the system refused under the name that the user gave, and
// what to do where that is known.
func (f *File) explain(err error) error { return Explain(f.path, f.target, err) }

// Explain is the function of that name of a file that a program of another writes: path
// is what the user calls it, target where it is, links followed.
func Explain(path, target string, err error) error {
	var known *explained
	if errors.As(err, &known) {
		return err // an encoder hands back what Write said already
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

	// The operating system names the temporary file, which means nothing to a
	// user: keep only its reason.
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

// explained is an error that already says what, where and what to do.
type explained struct {
	text  string
	cause error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.cause }
