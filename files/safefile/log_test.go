package safefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
)

// Lines stay in the order in which they were added, also after the file was opened again. No other program
// adds at the same time.
func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	l, err := OpenLog(path)
	must.Do(t, err)
	must.Say(t, "a second log of the same file", must.Err(OpenLog(path)), "another hooke is writing")
	for _, piece := range []string{"one\n", "two\n", "hal"} {
		must.Do(t, l.Append([]byte(piece)))
	}
	must.Do(t, l.Close())
	if l, err = OpenLog(path); err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	must.Do(t, errors.Join(l.Cut(8), l.Cut(100), l.Append([]byte("three\n"))))
	must.Be(t, string(filetest.Content(t, path)), "one\ntwo\nthree\n", "the log holds")
}

// A line that cannot be added leaves the file as it was, and the error names the file and the remedy.
func TestLogOnAFullDisk(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.jsonl")
	l, err := OpenLog(path)
	must.Do(t, err)
	must.Do(t, l.Append([]byte("one\n")))
	whole := l.file
	defer whole.Close()
	if runtime.GOOS != "linux" {
		t.Skip("there is no device that is always full")
	}
	if l.file, err = os.OpenFile("/dev/full", os.O_WRONLY, 0); err != nil {
		t.Fatal(err)
	}
	defer l.file.Close()
	err = l.Append([]byte("two\n"))
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), path+": cannot write: no space left on device; free some space in "+folder) {
		t.Errorf("on a full disk: %v", err)
	}
	l.file = whole
	must.Do(t, l.Append([]byte("three\n")))
	must.Be(t, string(filetest.Content(t, path)), "one\nthree\n", "the log holds")
	if _, err := OpenLog(folder); err == nil {
		t.Error("a folder is opened as a log")
	}
}
