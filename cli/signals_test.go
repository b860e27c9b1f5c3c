//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hooke/must"
	"hooke/run"
)

// long is a run that does not end by itself; that it steps is seen by its frames.
func long(out string, more ...string) []string {
	return append([]string{"run", "rope", "--engine", "cpuref", "--steps", "400000000", "--save", "ply,csv", "--every", "1000", "--out", out}, more...)
}

// longer is that of a structure with a surface.
func longer(out string, more ...string) []string {
	args := long(out, more...)
	args[1] = "drape"
	return append(args, "--masses", "6x6")
}

// The end of a terminal saves a run and ends it, as SIGTERM does. A run under nohup continues.
func TestHangUp(t *testing.T) {
	for _, what := range []syscall.Signal{syscall.SIGHUP, syscall.SIGTERM} {
		out := t.TempDir()
		c := begin(t, process(t, longer(out)...))
		until(t, c, "a frame", there(out, "ply", "frame-000001000.ply"))
		c.signal(t, what)
		if code := c.code(t); code != exitFailed || !strings.Contains(c.text(), "interrupted at step ") {
			t.Errorf("%v: exit code %d; it said\n%s", what, code, c.text())
		}
		must.Be(t, must.Err(run.ReadCheckpoint(filepath.Join(out, run.CheckpointName))), nil, "%v", what)
	}
	out := t.TempDir()
	p := process(t, longer(out)...)
	p.Path, p.Args = "/bin/sh", append([]string{"sh", "-c", `trap "" HUP; exec "$0" "$@"`}, p.Args...)
	c := begin(t, p)
	until(t, c, "a frame", there(out, "ply", "frame-000001000.ply"))
	c.signal(t, syscall.SIGHUP)
	now, _ := filepath.Glob(filepath.Join(out, "ply", "*"))
	until(t, c, "frames after nohup's signal", there(out, "ply", fmt.Sprintf("frame-%09d.ply", 1000*(len(now)+3))))
	c.signal(t, syscall.SIGTERM)
	if code := c.code(t); code != exitFailed || !strings.Contains(c.text(), "interrupted at step ") {
		t.Errorf("nohup: exit code %d; it said\n%s", code, c.text())
	}
}

// written is a pipe that a hooke reads, to write into.
func written(t *testing.T, c *child, pipe string) *os.File {
	t.Helper()
	open := make(chan *os.File, 1)
	go func() {
		file, _ := os.OpenFile(pipe, os.O_WRONLY, 0) // waits for the reader
		open <- file
	}()
	until(t, c, "a reader of the mesh", func() bool { return len(open) > 0 })
	return <-open
}

// A signal while the structure is built ends it with a message. The structure comes
// through a pipe, which gives nothing.
func TestSignalsWhileBuilding(t *testing.T) {
	for _, verb := range []string{"run", "relax"} {
		for _, what := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT} {
			pipe := filepath.Join(t.TempDir(), "mesh.obj")
			must.Do(t, syscall.Mkfifo(pipe, 0o600))
			out := filepath.Join(t.TempDir(), "out")
			c := begin(t, process(t, verb, pipe, "--out", out))
			defer written(t, c, pipe).Close()
			c.signal(t, what)
			if code := c.code(t); code != exitFailed || c.text() != "hooke: interrupted while the structure was built\n" {
				t.Errorf("%s, %v: exit code %d; it said\n%s", verb, what, code, c.text())
			}
			if there(out)() {
				t.Errorf("%s, %v: something was written", verb, what)
			}
		}
	}
}

// A signal while files are completed does not cut them short.
func TestSignalWhileFinishing(t *testing.T) {
	needsGL(t)
	fake, out := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\nfor last; do :; done\ncat > \"${last#file:}\"\ntouch " + fake + "/begun\nsleep 1\n"
	must.Do(t, os.WriteFile(filepath.Join(fake, "ffmpeg"), []byte(script), 0o777))
	p := process(t, "run", "cube", "--engine", "cpuref", "--steps", "20", "--save", "npz,csv,mp4", "--every", "10", "--out", out)
	p.Env = append(p.Env, "PATH="+fake+":"+os.Getenv("PATH"))
	c := begin(t, p)
	until(t, c, "the video", there(fake, "begun"))
	c.signal(t, syscall.SIGTERM)
	if code := c.code(t); code != exitOK || !strings.Contains(c.text(), "the files are completed first") {
		t.Errorf("exit code %d; it said\n%s", code, c.text())
	}
	for _, name := range []string{"final.npz", "energy.csv", "trajectory.npz", "probes.csv", "video.mp4"} {
		must.Hold(t, there(out, name)(), "%s is not there", name)
	}
}

// SIGUSR1 has a run save itself, asked for before or not, and continue; it harms no other
// verb.
func TestCheckpointOnDemand(t *testing.T) {
	for _, more := range [][]string{nil, {"--checkpoint", "1h"}} {
		out := t.TempDir()
		c := begin(t, process(t, longer(out, more...)...))
		until(t, c, "a frame", there(out, "ply", "frame-000001000.ply"))
		path := filepath.Join(out, run.CheckpointName)
		for range 2 {
			os.Remove(path)
			c.signal(t, syscall.SIGUSR1)
			until(t, c, "a checkpoint", there(path))
		}
		saved := must.Get(run.ReadCheckpoint(path))(t)
		now, _ := filepath.Glob(filepath.Join(out, "ply", "*"))
		until(t, c, "steps after it", there(out, "ply", fmt.Sprintf("frame-%09d.ply", 1000*(len(now)+2))))
		c.Process.Kill()
		c.code(t)
		if want := fmt.Sprintf("note: the run is at step %d; its checkpoint goes to %s\n", saved.State.Step, path); !strings.Contains(c.text(), want) {
			t.Errorf("want %q in\n%s", want, c.text())
		}
		last := (saved.State.Step/1000 + 2) * 1000
		hooke(t, "resume", path, "--steps", fmt.Sprint(last)).worked(t)
		rows := strings.Split(strings.TrimSpace(string(bytesOf(t, out, "probes.csv"))), "\n")
		if !strings.HasPrefix(rows[len(rows)-1], fmt.Sprint(last, ",")) || len(rows) != int(last/1000)+2 {
			t.Errorf("%d rows of probes, the last one %s", len(rows), rows[len(rows)-1])
		}
	}
	pipe := filepath.Join(t.TempDir(), "line.obj")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	c := begin(t, process(t, "info", pipe))
	file := written(t, c, pipe)
	for range 10 {
		c.signal(t, syscall.SIGUSR1)
	}
	must.Do(t, must.Err(file.WriteString("v 0 0 0\nv 1 0 0\nl 1 2\n")))
	file.Close()
	if code := c.code(t); code != exitOK || !strings.Contains(c.text(), "masses") {
		t.Errorf("info: exit code %d; it said\n%s", code, c.text())
	}
}

// A reader that stops reading ends no run: neither that of its notes, nor that of its figures.
func TestClosedOutputsEndNoRun(t *testing.T) {
	closed := func() *os.File {
		in, out, err := os.Pipe()
		must.Do(t, err)
		in.Close()
		t.Cleanup(func() { out.Close() })
		return out
	}
	for _, which := range []string{"stderr", "stdout", "both"} {
		out := t.TempDir()
		p := process(t, "run", "rope", "--engine", "cpuref", "--steps", "40", "--save", "npz,csv", "--every", "10", "--checkpoint", "10steps", "--out", out)
		if which != "stderr" {
			p.Stdout = closed()
		}
		if which != "stdout" {
			p.Stderr = closed()
		}
		c := begin(t, p)
		want := map[string]int{"stderr": exitOK, "stdout": exitFailed, "both": exitFailed}[which]
		if code := c.code(t); code != want || which == "stdout" && !strings.Contains(c.text(), "standard output: ") {
			t.Errorf("%s closed: exit code %d, want %d; it said\n%s", which, code, want, c.text())
		}
		for _, name := range []string{"final.npz", "energy.csv", "trajectory.npz", "probes.csv", run.CheckpointName} {
			if !there(out, name)() {
				t.Errorf("%s closed: %s is not there", which, name)
			}
		}
	}
}

// Two runs do not write into one folder; the second one is told whose it is. The files of a dead run lock
// nothing.
func TestOneRunInAFolder(t *testing.T) {
	out := t.TempDir()
	c := begin(t, process(t, longer(out, "--checkpoint", "1000steps")...))
	until(t, c, "a checkpoint", there(out, run.CheckpointName))
	before := bytesOf(t, out, "ply", "frame-000001000.ply")
	want := fmt.Sprintf("another hooke, process %d, is writing into %s", c.Process.Pid, out)
	for _, args := range []string{"run cube --engine cpuref --steps 1 --out " + out, "resume " + filepath.Join(out, run.CheckpointName), "relax cube --engine cpuref --out " + out} {
		hooke(t, strings.Fields(args)...).failed(t, args, exitFailed, want)
	}
	must.Hold(t, bytes.Equal(before, bytesOf(t, out, "ply", "frame-000001000.ply")), "a frame was changed")
	c.Process.Kill()
	c.code(t)
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "1", "--out", out).worked(t)
}
