package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// outside is a Go program of another project: it opens a scene, chooses an engine, steps
// with outputs and checkpoints, is interrupted, continues, and reads the results.
const outside = `package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"hooke/engine"
	"hooke/model"
	"hooke/files/npy"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// stop is a progress that interrupts a run after some steps.
type stop struct {
	after  int64
	cancel func()
}

func (s *stop) Begin(*scene.Scene, int64, int64) {}
func (s *stop) End()                             {}
func (s *stop) Done(steps int64) {
	if steps >= s.after {
		s.cancel()
	}
}

func main() {
	choices := scene.Options{}
	s, err := open.Scene("cube", choices)
	must(err)
	e, err := engine.New(engine.CPURef, s.Model, s.Params, engine.Options{Start: s.Start})
	must(err)
	_, exact := model.As[model.StateReader](e)
	fmt.Println("engine", e.Describe().Engine, exact)
	e.Close()

	folder := os.Args[1]
	ctx, cancel := context.WithCancel(context.Background())
	r, err := run.New(s, run.Options{Folder: folder, Steps: 4000, Engine: engine.CPURef, Choices: choices, Program: "outside",
		Checkpoint: run.Interval{Steps: 100}, Progress: &stop{100, cancel},
		Outputs: []run.Output{{What: "csv", Every: run.Every{Steps: 10}}}})
	must(err)
	part, err := r.Go(ctx)
	r.Close()
	fmt.Println("interrupted", !part.Complete && err != nil && part.Steps > 0 && part.Steps < 4000)

	r, err = run.Resume(context.Background(), filepath.Join(folder, run.CheckpointName), run.Options{Program: "outside"})
	must(err)
	whole, err := r.Go(context.Background())
	must(err)
	r.Close()
	fmt.Println("complete", whole.Complete, whole.From == part.Steps, whole.From+whole.Steps)

	arrays, err := npy.ReadArchive(filepath.Join(folder, run.FinalName))
	must(err)
	for _, a := range arrays {
		if step, ok := a.Data.([]int64); ok && a.Name == "step" {
			fmt.Println("step", step[0])
		}
	}
	probes, err := os.ReadFile(filepath.Join(folder, "probes.csv"))
	must(err)
	rows := 0
	for _, b := range probes {
		if b == '\n' {
			rows++
		}
	}
	fmt.Println("rows", rows)
}
`

// outsideProgram builds a program of a module of its own, with hooke beside it, and returns its path and the packages that it needs.
// The go command resolves them from that module; the short form compiles the program as one of this module,
// whose packages are compiled already: for another module they are compiled anew.
func outsideProgram(t *testing.T, program string) (path string, needs []string) {
	t.Helper()
	root := must.Get(filepath.Abs("."))(t)
	folder := t.TempDir()
	in := func(folder string, args ...string) string {
		t.Helper()
		command := exec.Command("go", args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	mod := must.Get(os.ReadFile("go.mod"))(t)
	requires := regexp.MustCompile(`(?s)require \(.*?\n\)\n`).FindAllString(string(mod), -1)
	language := regexp.MustCompile(`(?m)^go .*$`).FindString(string(mod))
	text := "module outside\n\n" + language + "\n\nrequire hooke v0.0.0\n\nreplace hooke => " + root + "\n\n" + strings.Join(requires, "\n")
	overlay := fmt.Sprintf(`{"Replace": {%q: %q}}`, filepath.Join(root, "outside", "main.go"), filepath.Join(folder, "main.go"))
	sums := must.Get(os.ReadFile("go.sum"))(t)
	for name, content := range map[string]string{"go.mod": text, "go.sum": string(sums), "main.go": program, "overlay": overlay} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	needs = strings.Fields(in(folder, "list", "-mod=mod", "-tags", "egl", "-deps", "."))
	path = filepath.Join(folder, "outside")
	if must.Long() {
		in(folder, "build", "-mod=mod", "-tags", "egl", "-o", path, ".")
	} else {
		in(root, "build", "-overlay", filepath.Join(folder, "overlay"), "-tags", "egl", "-ldflags", "-s -w", "-o", path, "./outside")
	}
	return path, needs
}

// A Go program can do everything that hooke does: a program in a module of its own builds
// with this one, without its command line, and takes a run from its start to its end.
func TestARunFromAnotherModule(t *testing.T) {
	program, needs := outsideProgram(t, outside)
	for _, forbidden := range []string{"hooke/cli", "hooke/viewer", "github.com/spf13/cobra", "github.com/schollz/progressbar/v3"} {
		must.Hold(t, !slices.Contains(needs, forbidden), "the program needs %s", forbidden)
	}
	got, err := exec.Command(program, t.TempDir()).CombinedOutput()
	const want = "engine cpuref true\ninterrupted true\ncomplete true true 4000\nstep 4000\nrows 402\n" // a header, the start and 400
	must.Hold(t, string(got) == want, "%v; the program says\n%swant\n%s", err, got, want)
}

// The programs of docs/go.md build in a module of their own and print the expected output.
func TestProgramsOfTheGoPage(t *testing.T) {
	page := must.Get(os.ReadFile("docs/go.md"))(t)
	programs := regexp.MustCompile("(?ms)^```go\n(.*?)^```").FindAllStringSubmatch(string(page), -1)
	want := []string{"512 masses fell 1.00", "0.5 Hz: 0.0", "2000 steps, then 1000 more\n"}
	if len(programs) != len(want) {
		t.Fatalf("%d programs, want %d", len(programs), len(want))
	}
	for k, program := range programs {
		path, _ := outsideProgram(t, program[1])
		got, err := exec.Command(path).CombinedOutput()
		must.Hold(t, strings.HasPrefix(string(got), want[k]), "%v; program %d says %q, want %q", err, k+1, got, want[k])
	}
}
