package session

import (
	"os"
	"slices"
	"sync"
	"time"
)

// watchPause is the time between two looks at the files. A change is reported when two
// looks find the same, after at most half a second, so that no file is read while
// it is being written.
const watchPause = 250 * time.Millisecond

// fileWatcher looks for changes of files, by their size and time, on a goroutine of its
// own: a look may take long where files are on a network. A nil watcher sees nothing.
type fileWatcher struct {
	changed chan struct{} // holds one message: files have changed
	stop    chan struct{}

	mu    sync.Mutex
	files []watched
}

// watched is a file as it was when changes were reported last, and at the last look.
type watched struct {
	path        string
	known, seen stamp
}

// stamp is the part of a file's metadata that changes when it is written. The zero value
// stands for a file that does not exist or is not regular: a pipe gives its bytes only once.
type stamp struct {
	size int64
	time time.Time
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime()}
}

// newFileWatcher begins to watch files as they are now; it returns nil without files.
func newFileWatcher(files []string) *fileWatcher {
	if len(files) == 0 {
		return nil
	}
	w := &fileWatcher{changed: make(chan struct{}, 1), stop: make(chan struct{})}
	w.Also(files)
	go w.run()
	return w
}

func (w *fileWatcher) run() {
	every := time.NewTicker(watchPause)
	defer every.Stop()
	for {
		select {
		case <-w.stop:
			return
		case <-every.C:
			if w.look() {
				select {
				case w.changed <- struct{}{}:
				default: // the last message has not been read yet
				}
			}
		}
	}
}

// look looks at the files and says whether some have changed and none is still
// changing.
func (w *fileWatcher) look() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	changed, changing := false, false
	for i := range w.files {
		f := &w.files[i]
		now := stampOf(f.path)
		if now == (stamp{}) {
			continue // editors remove a file before they put the new one in its place
		}
		changed = changed || now != f.known
		changing = changing || now != f.known && now != f.seen
		f.seen = now
	}
	if !changed || changing {
		return false
	}
	for i := range w.files {
		w.files[i].known = w.files[i].seen
	}
	return true
}

// Also watches more files, as they are now.
func (w *fileWatcher) Also(files []string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, path := range files {
		if !slices.ContainsFunc(w.files, func(f watched) bool { return f.path == path }) {
			now := stampOf(path)
			w.files = append(w.files, watched{path, now, now})
		}
	}
}

// Only watches these files and no others; those that it watches already as they were
// when changes were reported last.
func (w *fileWatcher) Only(files []string) {
	if w == nil {
		return
	}
	w.Also(files)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files = slices.DeleteFunc(w.files, func(f watched) bool { return !slices.Contains(files, f.path) })
}

// Changed reports whether files have changed since its last call. It does not wait.
func (w *fileWatcher) Changed() bool {
	if w == nil {
		return false
	}
	select {
	case <-w.changed:
		return true
	default:
		return false
	}
}

// Close ends the watch; a nil Watcher does nothing.
func (w *fileWatcher) Close() {
	if w != nil {
		close(w.stop)
	}
}
