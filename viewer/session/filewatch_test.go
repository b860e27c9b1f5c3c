package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"hooke/must"
)

// A change is told once, when it is whole: after two looks that see the same.
func TestWatcher(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	clock := time.Now().Add(-time.Hour)
	put := func(path, text string) {
		t.Helper()
		clock = clock.Add(time.Second) // files written within a tick of the disk's clock look alike
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		must.Do(t, os.Chtimes(path, clock, clock))
	}
	put(a, "one")
	w := &fileWatcher{}
	w.Also([]string{a, b})
	looks := func(when string, want ...bool) {
		t.Helper()
		for k, want := range want {
			must.Be(t, w.look(), want, "%s: look %d", when, k)
		}
	}
	looks("nothing changed", false, false)
	put(a, "two")
	looks("after a change", false, true, false)
	put(a, "three")
	looks("while it is written", false)
	put(a, "three and more")
	looks("while it is written still", false, true, false)
	must.Do(t, os.Remove(a))
	looks("while it is gone", false, false)
	put(b, "new")
	looks("a file that was missing", false, true, false)
	put(a, "three and more")
	looks("back again", false, true, false)
	w.Only([]string{b})
	put(a, "unwatched")
	looks("a file that is not watched any more", false, false)
	put(b, "newer")
	w.Also([]string{b}) // as it was
	looks("a file that was watched already", false, true, false)

	var none *fileWatcher
	none.Also([]string{a})
	none.Only(nil)
	none.Close()
	must.Hold(t, !none.Changed() && newFileWatcher(nil) == nil, "a watcher of nothing sees something")
}

// The goroutine reports the changes that look finds, and ends.
func TestWatcherRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	w := newFileWatcher([]string{path})
	must.Do(t, os.WriteFile(path, []byte("x"), 0o644))
	must.Until(t, "a new file", w.Changed)
	must.Hold(t, !w.Changed(), "it was told twice")
	w.Close()
}
