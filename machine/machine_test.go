package machine

import (
	"os"
	"path/filepath"
	"testing"

	"hooke/must"
)

// A key is found at its own line, without the text around the value; another key, or a file that is not
// there, is not.
func TestLookUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "info")
	must.Do(t, os.WriteFile(path, []byte("vendor\t: some\nmodel name\t: A Processor 9: fast\nMemTotal:  16 kB\nmodel name\t: B\n"), 0o600))
	for _, c := range []struct{ path, key, want string }{
		{path, "model name", "A Processor 9: fast"}, {path, "MemTotal", "16 kB"}, {path, "model", ""}, {path + "x", "vendor", ""},
	} {
		got, ok := lookUp(c.path, c.key, ":")
		must.Hold(t, got == c.want && ok == (c.want != ""), "%s: %q, %v; want %q", c.key, got, ok, c.want)
	}
}
