package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// A panic in a goroutine ends the program around it, Python or a game, whoever recovers elsewhere. So what the library is made
// of waits for goroutines by panics.Group, and has other goroutines in these files alone, which hand on panics, or call
// nothing that could.
func TestPanicsAreHandedOn(t *testing.T) {
	own := map[string]bool{}
	for _, file := range []string{"engine/background.go", "lab/sweep/judge.go", "lab/sweep/runners/single.go", "lab/sweep/runners/together.go", "lab/sweep/sweep.go",
		"machine/threads.go", "run/checkpoints.go", "run/export/film/movie.go", "run/export/recorder.go", "run/open.go", "sim/job.go", "sim/serve/serve.go", "sim/thread.go"} {
		own[file] = false
	}
	must.Do(t, filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"out", ".git", "cli", "viewer", "bench", "machine/panics"}, path) {
			return fs.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text := string(must.Get(os.ReadFile(path))(t))
		_, allowed := own[path]
		if fault := panicFault(text, allowed); fault != "" {
			t.Errorf("%s %s", path, fault)
		}
		if allowed {
			own[path] = starts.MatchString(text)
		}
		return nil
	}))
	for file, has := range own {
		must.Hold(t, has, "%s starts no goroutine: take it off the list", file)
	}
	// The gate is seen to fail.
	if panicFault("\tvar group sync.WaitGroup\n", true) == "" || panicFault("\tgo work()\n", false) == "" || panicFault("\tgo work()\n", true)+panicFault("// go on\n", false) != "" {
		t.Error("a goroutine that hands no panic on is not told from others")
	}
}

var starts = regexp.MustCompile(`(?m)^\s*go (func\b|[\w.]+\()`)

// panicFault says why the panics of a file's goroutines would be lost; empty: they are not.
func panicFault(text string, allowed bool) string {
	if strings.Contains(text, "sync.WaitGroup") {
		return "waits by sync.WaitGroup, which ends the program where a goroutine panics: use panics.Group"
	}
	if found := starts.FindString(text); found != "" && !allowed {
		return fmt.Sprintf("has %q: use panics.Group, or hand its panic on and list the file", strings.TrimSpace(found))
	}
	return ""
}
