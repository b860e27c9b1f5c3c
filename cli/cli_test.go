package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/gpu/gltest"
	"hooke/must"
)

// result holds the exit code and the output of one call of the program.
type result struct {
	code           int
	stdout, stderr string
}

// hooke calls the program as main does, with the built-in shaders.
func hooke(t *testing.T, args ...string) result {
	t.Helper()
	return hookeWith(t, context.Background(), nil, args...)
}

func hookeWith(t *testing.T, ctx context.Context, shaders fs.FS, args ...string) result {
	t.Helper()
	var stdout, stderr strings.Builder
	code := App{Stdout: &stdout, Stderr: &stderr, Shaders: shaders, Cache: t.TempDir()}.Run(ctx, args)
	return result{code, stdout.String(), stderr.String()}
}

// worked ends the test unless the exit code is 0.
func (r result) worked(t *testing.T) result {
	t.Helper()
	if r.code != exitOK {
		t.Fatalf("exit code %d, want 0; stderr:\n%s\nstdout:\n%s", r.code, r.stderr, r.stdout)
	}
	return r
}

// failed reports a program that ended otherwise than with an exit code and the words. The name of
// the case may be empty.
func (r result) failed(t *testing.T, name string, code int, words ...string) {
	t.Helper()
	must.Be(t, r.code, code, "%s: exit code; stderr:\n%s\nstdout:\n%s\n", name, r.stderr, r.stdout)
	must.Say(t, name, errors.New(r.stderr), words...)
}

// write makes a file in a folder of the test's own and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// needsGL fails the test where no OpenGL context can be made, unless HOOKE_GPU
// says that this is expected.
func needsGL(t *testing.T) {
	t.Helper()
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	d := must.Get(engine.OpenDevice(engine.Listener{}))(t)
	d.Close()
}
