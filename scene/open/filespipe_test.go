//go:build unix

package open

import (
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"hooke/must"
	"hooke/scene"
)

// A pipe that is called as scene files are is watched, and never read: a search for
// changes would wait for ever.
func TestFilesReadNoPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.toml")
	must.Do(t, syscall.Mkfifo(path, 0o600))
	if files := Files(path, scene.Options{}); !slices.Equal(files, []string{path}) {
		t.Errorf("%v, want the pipe alone", files)
	}
}
