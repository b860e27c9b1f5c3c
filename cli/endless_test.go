//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hooke/must"
)

// Files without an end or a writer are refused with words and at once, wherever a user names a file.
func TestFilesWithoutAnEnd(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o600))
	scene := filepath.Join(folder, "a.toml")
	must.Do(t, os.WriteFile(scene, []byte("[[mesh]]\nfile = \"pipe\"\n"), 0o600))
	for _, args := range []string{
		"spring --goal FILE", "bench --read FILE", "bench --document FILE", "info FILE", "run cube --inputs FILE --steps 1", "run cube --start FILE --steps 1",
		"resume FILE", "convert FILE o.obj", "render FILE", "check FILE", "sweep cube --sample FILE --vary run.dt=FILE", "info " + scene,
	} {
		for _, file := range []string{"/dev/zero", pipe} {
			if r := hooke(t, strings.Fields(strings.ReplaceAll(args, "FILE", file))...); r.code == 0 || r.stderr == "" {
				t.Errorf("%s, %s: exit code %d, %q", args, file, r.code, r.stderr)
			}
		}
	}
}
