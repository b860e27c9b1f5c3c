//go:build unix

package open

import (
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"hooke/must"
	"hooke/scene"
)

// A pipe that is called as scene files are is watched, and never read: whoever looks for
// changes would wait for ever.
func TestFilesReadNoPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.toml")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	got := make(chan []string, 1)
	go func() { got <- Files(path, scene.Options{}) }()
	select {
	case files := <-got:
		if !slices.Equal(files, []string{path}) {
			t.Errorf("%v, want the pipe alone", files)
		}
	case <-time.After(10 * time.Second):
		t.Error("it waits for who writes into the pipe")
	}
}
