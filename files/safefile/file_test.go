package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// A file appears with all of its contents, or not at all.
func TestFileAppearsWhenComplete(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	f := must.Get(Create(path))(t)
	defer f.Discard()
	must.Do(t, must.Err(io.WriteString(f, strings.Repeat("x", 2*bufferBytes))))
	if got := filetest.Names(t, folder); !strings.HasPrefix(got, ".a.txt.") || !strings.HasSuffix(got, ".tmp") {
		t.Errorf("while writing the folder holds %q, want one temporary file only", got)
	}
	must.Do(t, f.Commit())
	f.Discard() // after Commit: nothing
	must.Be(t, filetest.Names(t, folder), "a.txt", "after Commit the folder holds")
	must.Be(t, len(filetest.Content(t, path)), 2*bufferBytes, "bytes of the file")
	if err := f.Commit(); err == nil {
		t.Error("a second Commit succeeded")
	}
}

// A failed write leaves no temporary file, and keeps the file that had the name.
func TestFailedWriteKeepsTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	must.Do(t, WriteFile(path, text("old")))
	failure := errors.New("the encoder failed")
	err := WriteFile(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half of the new"); err != nil {
			return err
		}
		return failure
	})
	must.Hold(t, errors.Is(err, failure), "error is %v, want the encoder's", err)
	must.Be(t, filetest.Names(t, folder), "a.txt", "the folder holds")
	must.Be(t, filetest.Content(t, path), "old", "the file holds")
	must.Do(t, WriteFile(path, text("new")))
	must.Be(t, filetest.Content(t, path), "new", "the file holds")
}

// A full disk, which shows at the last moment, leaves nothing either. The
// file's own disk is exchanged for the device that is always full; nothing here
// writes to that device by its name, so no fault of ours can replace it.
func TestDiskFull(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	f, err := Create(path)
	must.Do(t, err)
	must.Do(t, must.Err(io.WriteString(f, "still in the buffer")))
	f.file.Close()
	want := path + ": cannot write: file already closed" // a disk that fails otherwise
	if runtime.GOOS == "linux" {
		if f.file, err = os.OpenFile("/dev/full", os.O_WRONLY, 0); err != nil {
			t.Fatal(err)
		}
		f.buffer.Reset(f.file)
		must.Do(t, must.Err(io.WriteString(f, "too much")))
		want = path + ": cannot write: no space left on device; free some space in " + folder + ", or give another path"
	}
	err = f.Commit()
	must.Hold(t, err != nil && err.Error() == want, "error is\n%v, want\n%s", err, want)
	if runtime.GOOS == "linux" && !errors.Is(err, syscall.ENOSPC) {
		t.Error("the error does not wrap ENOSPC")
	}
	if got := filetest.Names(t, folder); got != "" {
		t.Errorf("the folder holds %q, want nothing", got)
	}
}

// A rename that fails leaves no temporary file either.
func TestFailedRename(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.txt")
	f, err := Create(path)
	must.Do(t, err)
	if err := os.Mkdir(path, 0o777); err != nil { // a folder takes the name meanwhile
		t.Fatal(err)
	}
	err = f.Commit()
	must.Hold(t, err != nil && strings.HasPrefix(err.Error(), path+": cannot write: "), "error is %v, want one that names %s", err, path)
	if got := filetest.Names(t, folder); got != "a.txt" {
		t.Errorf("the folder holds %q, want a.txt only", got)
	}
}

// A symbolic link stays a link: its target is replaced.
func TestLinkStaysALink(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "link")
	must.Do(t, os.WriteFile(target, []byte("old"), 0o600))
	must.Do(t, os.Symlink("target", link))
	must.Do(t, WriteNamed(link, text("new")))
	if got, err := os.Readlink(link); err != nil || got != "target" {
		t.Errorf("the link points to %q (%v), want target", got, err)
	}
	must.Be(t, filetest.Content(t, target), "new", "the target holds")
}

// A file that is not regular is written to, never replaced. (Replacing /dev/null would break the machine; a
// pipe of the test's own shows the same.)
func TestPipeIsWrittenTo(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // mkfifo through package syscall
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "pipe")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	received := make(chan string)
	go func() {
		data, _ := os.ReadFile(path)
		received <- string(data)
	}()
	must.Do(t, WriteNamed(path, text("through")))
	must.Be(t, <-received, "through", "the pipe gave")
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe is now %v (%v)", info.Mode(), err)
	}
}

// Each error names the failure, the file as the user named it, and the remedy.
func TestErrorsSayWhatToDo(t *testing.T) {
	folder := t.TempDir()
	plain := filepath.Join(folder, "plain")
	must.Do(t, os.WriteFile(plain, nil, 0o600))
	missing := filepath.Join(folder, "missing")
	for _, c := range []struct {
		name, path, want string
		is               error
	}{
		{"folder missing", filepath.Join(missing, "a.npz"),
			"cannot write: no such file or directory; create the folder " + missing + ", or give another path", fs.ErrNotExist},
		{"target is a folder", folder, "is a folder; give the name of a file", nil},
		{"parent is a file", filepath.Join(plain, "a.npz"), "cannot write: not a directory; " + plain + " is not a folder", syscall.ENOTDIR},
	} {
		for writer, write := range map[string]func() error{
			"whole": func() error { return WriteFile(c.path, text("a")) },
			"part": func() error {
				p, err := CreatePart(c.path)
				if err != nil {
					return err
				}
				return p.Commit()
			},
		} {
			err := write()
			if want := c.path + ": " + c.want; err == nil || err.Error() != want {
				t.Errorf("%s, %s: error is\n%v, want\n%s", c.name, writer, err, want)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("%s, %s: the error does not wrap %v", c.name, writer, c.is)
			}
		}
	}
	if got := filetest.Names(t, folder); got != "plain" {
		t.Errorf("the folder holds %q, want plain only", got)
	}
}
