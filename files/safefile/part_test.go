package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
)

func nowhere() (io.ReadCloser, error) { return nil, os.ErrNotExist }

func from(text string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

// A file that grows continues from its mark: the bytes behind it are cut, and a file that differs from the
// mark is refused.
func TestPart(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	write := func(p *Part, text string) {
		t.Helper()
		must.Do(t, must.Err(io.WriteString(p, text)))
	}
	p := must.Get(CreatePart(path))(t)
	write(p, "one\n")
	mark, err := p.Settle()
	if err != nil || mark.Bytes != 4 {
		t.Fatal(mark, err)
	}
	write(p, "two, which was never settled\n")
	must.Do(t, p.Flush())
	// It is killed here.
	if got := filetest.Names(t, folder); got != ".a.csv.part" {
		t.Errorf("the folder holds %q, want what grows", got)
	}
	if p, err = ResumePart(path, mark, nowhere); err != nil {
		t.Fatal(err)
	}
	write(p, "two\n")
	later := must.Get(p.Settle())(t)
	must.Do(t, p.Commit())
	if got := filetest.Names(t, folder); got != "a.csv" || filetest.Content(t, path) != "one\ntwo\n" {
		t.Errorf("the folder holds %q with %q", got, filetest.Content(t, path))
	}
	// From the complete file, to the mark before or to its end.
	for _, m := range []Mark{mark, later} {
		if p, err = ResumePart(path, m, from("one\ntwo\nthree\n")); err != nil {
			t.Fatal(err)
		}
		p.Discard()
		must.Be(t, filetest.Content(t, PartOf(path)), "one\ntwo\n"[:m.Bytes], "from the complete file")
		os.Remove(PartOf(path))
	}
	for what, earlier := range map[string]func() (io.ReadCloser, error){"nothing": nowhere, "too short": from("one"), "changed": from("One\ntwo\n")} {
		if _, err := ResumePart(path, later, earlier); !errors.Is(err, ErrGone) {
			t.Errorf("%s: %v, want that it is gone", what, err)
		}
		if got := filetest.Names(t, folder); got != "a.csv" || filetest.Content(t, path) != "one\ntwo\n" {
			t.Errorf("%s: the folder holds %q", what, got)
		}
	}
	// A growing file that was changed does not continue either, nor does a link.
	must.Do(t, os.WriteFile(PartOf(path), []byte("xxx\ntwo\n"), 0o666))
	if _, err := ResumePart(path, later, nowhere); !errors.Is(err, ErrGone) {
		t.Errorf("changed: %v, want that it is gone", err)
	}
	victim := filepath.Join(t.TempDir(), "victim")
	must.Do(t, errors.Join(os.WriteFile(victim, []byte("one\ntwo\nmine"), 0o666), os.Remove(PartOf(path)), os.Symlink(victim, PartOf(path))))
	if _, err := ResumePart(path, later, nowhere); !errors.Is(err, ErrGone) {
		t.Errorf("a link: %v, want that it is gone", err)
	}
	if p, err = CreatePart(path); err != nil {
		t.Fatal(err)
	}
	write(p, "new")
	p.Discard()
	must.Be(t, filetest.Content(t, victim), "one\ntwo\nmine", "through a link the victim became")
	must.Be(t, filetest.Names(t, folder), "a.csv", "the folder holds")
}

// Two names of whole files, whatever stands there before.
func TestKeepAs(t *testing.T) {
	folder := t.TempDir()
	last, previous := filepath.Join(folder, "c.hooke"), filepath.Join(folder, "c.previous.hooke")
	if err := KeepAs(last, previous); err != nil || filetest.Names(t, folder) != "" {
		t.Errorf("of nothing: %v, %q", err, filetest.Names(t, folder))
	}
	for _, text := range []string{"1", "2", "3"} {
		must.Do(t, KeepAs(last, previous))
		if err := KeepAs(last, previous); err != nil { // as after a kill in between
			t.Fatal(err)
		}
		must.Do(t, WriteFile(last, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }))
	}
	if got := filetest.Names(t, folder); got != "c.hooke c.previous.hooke" || filetest.Content(t, last) != "3" || filetest.Content(t, previous) != "2" {
		t.Errorf("%q: %q, %q", got, filetest.Content(t, last), filetest.Content(t, previous))
	}
}

// A lock keeps others out as long as it is held, names its process, and is harmless when
// it is left behind.
func TestLock(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, LockName), []byte("1234567890123\n"), 0o666))
	l, err := LockFolder(folder)
	if errors.Is(err, ErrNoLocks) {
		t.Skip("this system has no locks: ", err)
	}
	must.Do(t, err)
	want := fmt.Sprintf("another hooke, process %d, is writing into %s; give another folder, or wait until it has ended", os.Getpid(), folder)
	if _, err := LockFolder(folder); err == nil || err.Error() != want {
		t.Errorf("a second one: %v, want %q", err, want)
	}
	l.Release()
	if l, err = LockFolder(folder); err != nil {
		t.Errorf("after it was released: %v", err)
	}
	l.Release()
	victim := filepath.Join(t.TempDir(), "victim")
	must.Do(t, errors.Join(os.WriteFile(victim, []byte("mine"), 0o666), os.Remove(filepath.Join(folder, LockName)), os.Symlink(victim, filepath.Join(folder, LockName))))
	if _, err := LockFolder(folder); err == nil || filetest.Content(t, victim) != "mine" {
		t.Errorf("through a link: %v, the victim has %q", err, filetest.Content(t, victim))
	}
}
