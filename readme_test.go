package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/bench/sink"
	"hooke/must"
)

// The commands of the README run in its order, in one folder, and end well.
func TestReadmeCommandsRun(t *testing.T) {
	text := must.Get(os.ReadFile("README.md"))(t)
	if lines := strings.Count(string(text), "\n"); lines > 120 {
		t.Errorf("README.md has %d lines, at most 120: what is longer goes into docs/", lines)
	}
	commands := regexp.MustCompile(`(?m)^\./hooke (.+)$`).FindAllStringSubmatch(string(text), -1)
	if len(commands) < 8 {
		t.Fatalf("found %d commands in README.md, want 8 or more", len(commands))
	}
	program := builtProgram(t)
	root, folder := must.Get(os.Getwd())(t), t.TempDir() // outputs of commands stay out of the tree
	must.Do(t, os.Symlink(program, filepath.Join(folder, "hooke")))
	for _, input := range []string{"mesh", "examples"} {
		must.Do(t, os.Symlink(filepath.Join(root, input), filepath.Join(folder, input)))
	}
	for _, command := range commands {
		t.Run(command[1], func(t *testing.T) {
			line := "./hooke " + command[1] + " " + strings.Join(shorten(strings.Fields(command[1])), " ")
			if strings.HasPrefix(line, "./hooke view") && !strings.Contains(line, "--offscreen") {
				line = "xvfb-run -a " + line
			}
			run := exec.CommandContext(t.Context(), "sh", "-c", line)
			run.Dir = folder
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		})
	}
}

// shorten returns flags that end a command early; the rest of it runs as it is written. A cloth
// has the springs of its file, and a walker those of its body, so neither takes --springs.
func shorten(args []string) []string {
	switch {
	case args[0] == "view" && (slices.Contains(args, "--as") || strings.HasPrefix(args[1], "walker")):
		return []string{"--frames", "2"}
	case args[0] == "view":
		return []string{"--frames", "2", "--springs", "8k"}
	case args[0] == "bench":
		return []string{"--springs", "8k", "--repeats", "3", "--repeat-time", "0.01"}
	case args[0] == "render" && !must.Long():
		return []string{"--size", "960x540"}
	}
	return nil
}

// The tables of the documents are those of the records that they name, so that no
// number in them is typed by hand; pictures that they show are there.
func TestTablesOfDocuments(t *testing.T) {
	for name, least := range map[string]int{"README.md": 1, "docs/performance.md": 2} {
		text := must.Get(os.ReadFile(name))(t)
		made, tables, err := sink.Document(string(text), filepath.Dir(name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		must.Hold(t, tables >= least, "%s has %d tables of records, want %d", name, tables, least)
		must.Hold(t, made == string(text), "%s differs from its records; run hooke bench --document %s", name, name)
		// A number that was changed by hand is seen.
		forged := strings.Replace(string(text), "| `cpuref`", "| `forged`", 1)
		if made, _, err := sink.Document(forged, filepath.Dir(name)); err != nil || forged == string(text) || made == forged {
			t.Errorf("%s: a forged row was not seen: %v", name, err)
		}
		for _, part := range strings.Split(string(text), "](")[1:] {
			target, _, _ := strings.Cut(part, ")")
			if !strings.HasSuffix(target, ".svg") {
				continue
			}
			must.Be(t, must.Err(os.Stat(filepath.Join(filepath.Dir(name), target))), nil, "%s shows a picture that is not there", name)
		}
	}
}
