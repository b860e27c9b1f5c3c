//go:build unix

package safefile

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hooke/must"
)

// A pipe is read to its end, also where its writer comes late; one without a writer is an
// error and no wait without end; a device is refused.
func TestOpenOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	got := make(chan string, 1)
	read := func(patience time.Duration) {
		file, err := openOnce(path, patience)
		if err != nil {
			got <- err.Error()
			return
		}
		defer file.Close()
		content, err := io.ReadAll(file)
		if err != nil {
			got <- "error: " + err.Error()
			return
		}
		got <- string(content)
	}
	go read(math.MaxInt64)
	time.Sleep(50 * time.Millisecond) // on a slow machine the writer may come first
	must.Do(t, os.WriteFile(path, []byte("late"), 0o600))
	must.Be(t, <-got, "late", "a late writer gave")
	go read(10 * time.Millisecond)
	if s := <-got; !strings.Contains(s, "a pipe without a writer") {
		t.Errorf("without a writer: %q", s)
	}
	must.Say(t, "a device", must.Err(OpenOnce("/dev/zero")), "a device")
}

// A file that exceeds its limit is refused, and so is one without an end.
func TestReadFileIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must.Do(t, os.WriteFile(path, []byte("12345"), 0o600))
	if text, err := ReadFile(path, 5); err != nil || string(text) != "12345" {
		t.Errorf("%q, %v", text, err)
	}
	must.Say(t, "too long", must.Err(ReadFile(path, 4)), "more than 4 bytes")
	must.Say(t, "without an end", must.Err(ReadFile("/dev/zero", 4)), "device")
}
