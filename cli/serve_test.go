//go:build linux

package cli

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hooke/must"
	"hooke/sim"
)

// serving is a hooke that serves.
type serving struct {
	*exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	reader io.Closer // of out
	said   *strings.Builder
}

// served starts a hooke that serves, and hears its greeting.
func served(t testing.TB) *serving {
	t.Helper()
	s := &serving{Cmd: process(t, "serve", "--stdio"), said: &strings.Builder{}}
	s.Stderr = s.said
	s.in = must.Get(s.StdinPipe())(t)
	out := must.Get(s.StdoutPipe())(t)
	s.out, s.reader = bufio.NewReader(out), out
	must.Do(t, s.Start())
	must.Hold(t, strings.HasPrefix(s.line(t), `{"protocol":1,"program":"hooke `), "it greets otherwise")
	return s
}

func (s *serving) line(t testing.TB) string {
	t.Helper()
	return must.Get(s.out.ReadString('\n'))(t)
}

func (s *serving) ask(t testing.TB, line string) string {
	t.Helper()
	must.Do(t, must.Err(io.WriteString(s.in, line+"\n")))
	return s.line(t)
}

// code waits for the end and returns the exit code.
func (s *serving) code(t *testing.T) int {
	t.Helper()
	_ = s.Wait() // the state tells
	return s.ProcessState.ExitCode()
}

// A process that serves ends with 0 at the end of its input, with 1 and a sentence where requests are lost or a signal ends it, and
// with 1 in silence when nobody reads.
func TestServeEnds(t *testing.T) {
	s := served(t)
	s.in.Close()
	must.Hold(t, s.code(t) == exitOK && s.said.Len() == 0, "after its input it ends with %d and says %q", s.ProcessState.ExitCode(), s.said)

	s = served(t)
	answer := s.ask(t, `{"do": "step", "bytes": 5`)
	must.Hold(t, strings.Contains(answer, `"error"`) && s.code(t) == exitFailed, "after a broken line it ends with %d", s.ProcessState.ExitCode())
	must.Hold(t, strings.HasPrefix(s.said.String(), "hooke: a line that speaks of bytes cannot be read"), "it says %q", s.said)

	s = served(t)
	s.reader.Close()
	must.Do(t, must.Err(io.WriteString(s.in, `{"do": "about"}`+"\n")))
	must.Hold(t, s.code(t) == exitFailed && s.said.Len() == 0, "when nobody reads it ends with %d and says %q", s.ProcessState.ExitCode(), s.said)

	s = served(t)
	must.Do(t, s.Process.Signal(syscall.SIGTERM))
	must.Hold(t, s.code(t) == exitFailed && s.said.String() == "hooke: ended by a signal; all structures are closed\n", "SIGTERM: %d, %q", s.ProcessState.ExitCode(), s.said)
}

// Ctrl-C ends a long step with an answer, and the structure steps on; while nothing is under way it ends nothing.
func TestServeInterrupted(t *testing.T) {
	s := served(t)
	must.Do(t, s.Process.Signal(os.Interrupt))
	must.Hold(t, strings.HasPrefix(s.line(t), `{"note":"nothing to interrupt`), "Ctrl-C between requests")
	opened := s.ask(t, `{"do": "open", "name": "lattice", "options": {"engine": "cpu", "springs": "56k"}}`)
	must.Hold(t, strings.Contains(opened, `"ok":true`), "%s", opened)
	tries := 1
	if must.Long() {
		tries = 5
	}
	for range tries {
		must.Do(t, must.Err(io.WriteString(s.in, `{"do": "step", "n": 100000000}`+"\n")))
		time.Sleep(300 * time.Millisecond) // it steps by then; else the signal gives a note
		at := time.Now()
		must.Do(t, s.Process.Signal(os.Interrupt))
		answer := s.line(t)
		took := time.Since(at)
		for strings.HasPrefix(answer, `{"note"`) {
			must.Do(t, s.Process.Signal(os.Interrupt))
			answer = s.line(t)
		}
		must.Hold(t, strings.Contains(answer, `"text":"interrupted after `), "%s", answer)
		t.Logf("%v from Ctrl-C to the answer", took)
		if must.Long() && took > 200*time.Millisecond {
			t.Errorf("%v from Ctrl-C to the answer, at most 0.2 s", took)
		}
	}
	must.Hold(t, strings.Contains(s.ask(t, `{"do": "step"}`), `"done":1`), "it steps no more")
	s.in.Close()
	must.Be(t, s.code(t), exitOK, "exit code")
}

// lifted is the line that the clients of examples/serve print, made with package sim.
func lifted(t *testing.T) string {
	t.Helper()
	s := must.Open(sim.Open("../examples/serve/lift.toml", must.Get(sim.ParseOptions([]byte(`{"engine": "cpu", "host": true}`)))(t)))(t)
	height, before := []float64{0.05}, 0.05
	for range 200 {
		force := 0.98 + float64(2*(0.5-height[0])) - float64(100*(height[0]-before))
		before = height[0]
		must.Do(t, s.Act([]float64{force}))
		must.Do(t, s.Step(s.Period()))
		must.Do(t, s.Read("sensors", height))
	}
	sum := sha256.New()
	for _, what := range []string{"positions", "velocities"} {
		numbers := make([]float32, 3*s.Masses())
		must.Do(t, s.Read(what, numbers))
		must.Do(t, binary.Write(sum, binary.LittleEndian, numbers))
	}
	return fmt.Sprintf("%d masses, height %.6f m, state %x\n", s.Masses(), height[0], sum.Sum(nil))
}

// The clients of examples/serve have at most 60 lines, and lift their cube to the bits that a Sim ends in.
func TestServeClients(t *testing.T) {
	folder := t.TempDir()
	p := process(t, "serve", "--stdio")
	script := fmt.Sprintf("#!/bin/sh\n[ \"$*\" = \"serve --stdio\" ] || exit 2\nexec '%s' '%s'\n", p.Path, strings.Join(p.Args[1:], "' '"))
	must.Do(t, os.WriteFile(filepath.Join(folder, "hooke"), []byte(script), 0o700))
	want := lifted(t)
	must.Hold(t, strings.Contains(want, "height 0.49"), "the cube ends elsewhere: %s", want)
	for interpreter, client := range map[string]string{"python3": "client.py", "node": "client.js"} {
		path := filepath.Join("..", "examples", "serve", client)
		if lines := strings.Count(string(must.Get(os.ReadFile(path))(t)), "\n"); lines > 60 {
			t.Errorf("%s has %d lines, at most 60", path, lines)
		}
		t.Run(client, func(t *testing.T) {
			if _, err := exec.LookPath(interpreter); err != nil {
				t.Skipf("there is no %s", interpreter)
			}
			c := exec.Command(interpreter, path, filepath.Join(folder, "hooke"))
			c.Env = p.Env
			got, err := c.Output()
			must.Hold(t, err == nil && string(got) == want, "%v; it prints\n%swant\n%s", err, got, want)
		})
	}
}

// The round trips of docs/serve.md: a step of a walker, and the positions of a million masses after a step.
func BenchmarkServe(b *testing.B) {
	b.Run("step", func(b *testing.B) {
		s := served(b)
		s.ask(b, `{"do": "open", "name": "walker", "options": {"engine": "cpu"}}`)
		for b.Loop() {
			s.ask(b, `{"do": "step"}`)
		}
	})
	b.Run("read", func(b *testing.B) {
		s := served(b)
		s.ask(b, `{"do": "open", "name": "lattice", "options": {"engine": "cpu", "masses": [100, 100, 100]}}`)
		for b.Loop() {
			b.StopTimer()
			s.ask(b, `{"do": "step"}`)
			b.StartTimer()
			s.ask(b, `{"do": "read", "what": "positions"}`)
			must.Do(b, must.Err(io.CopyN(io.Discard, s.out, 12_000_000)))
		}
	})
}
