package cli

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"hooke/must"
)

// child is a hooke of its own whose words can be read while it runs.
type child struct {
	*exec.Cmd
	said  *os.File // stdout and stderr
	ended chan error
}

// begin starts a hooke; the test ends it at the latest.
func begin(t *testing.T, cmd *exec.Cmd) *child {
	t.Helper()
	said := must.Get(os.Create(filepath.Join(t.TempDir(), "said")))(t)
	if cmd.Stdout == nil {
		cmd.Stdout = said
	}
	if cmd.Stderr == nil {
		cmd.Stderr = said
	}
	// A test that runs under nohup ignores SIGHUP, and so would its children.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(heard) })
	c := &child{cmd, said, make(chan error, 1)}
	must.Do(t, cmd.Start())
	go func() { c.ended <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Kill()
		said.Close()
	})
	return c
}

func (c *child) text() string {
	data, _ := os.ReadFile(c.said.Name())
	return string(data)
}

// signal sends a signal.
func (c *child) signal(t *testing.T, what os.Signal) {
	t.Helper()
	if err := c.Process.Signal(what); err != nil {
		t.Fatalf("%v: %v; it said\n%s", what, err, c.text())
	}
}

// kill ends it hard and waits for its end.
func (c *child) kill() {
	c.Process.Kill()
	c.ended <- <-c.ended
}

// code is the exit code, once it has ended; negative: a signal ended it.
func (c *child) code(t *testing.T) int {
	t.Helper()
	must.Until(t, "the end of a hooke", func() bool { return len(c.ended) > 0 })
	err := <-c.ended
	c.ended <- err
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	must.Do(t, err)
	return 0
}

// until waits for something to become true while a hooke runs.
func until(t *testing.T, c *child, what string, true func() bool) {
	t.Helper()
	must.Until(t, what, func() bool {
		if !true() && len(c.ended) > 0 {
			t.Fatalf("%s: in vain; it said\n%s", what, c.text())
		}
		return true()
	})
}

func there(path ...string) func() bool {
	return func() bool {
		_, err := os.Stat(filepath.Join(path...))
		return err == nil
	}
}

// moreThan says whether more than n files are called like a pattern.
func moreThan(n int, pattern ...string) func() bool {
	return func() bool {
		files, _ := filepath.Glob(filepath.Join(pattern...))
		return len(files) > n
	}
}
