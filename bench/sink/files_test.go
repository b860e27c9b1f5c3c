//go:build linux

package sink

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"hooke/bench"
	"hooke/files/safefile"
	"hooke/files/safefile/filetest"
	"hooke/must"
)

// A record and a picture are whole or not there: an older one stays until rows come, and a killed
// program leaves its rows in the growing file. A pipe without a reader is an error.
func TestFilesOfRows(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	must.Do(t, errors.Join(os.WriteFile(at("r.jsonl"), []byte("old"), 0o666), os.WriteFile(at("p.svg"), []byte("old"), 0o666), syscall.Mkfifo(at("pipe"), 0o600)))
	open := func() All {
		t.Helper()
		return must.Get(Open(io.Discard, bench.Machine{}, Options{Format: FormatJSON, Record: at("r.jsonl"), Plot: at("p.svg")}))(t)
	}
	if err := open().Close(); err != nil || filetest.Content(t, at("r.jsonl")) != "old" || filetest.Content(t, at("p.svg")) != "old" {
		t.Errorf("without a row there are %q and %q: %v", filetest.Content(t, at("r.jsonl")), filetest.Content(t, at("p.svg")), err)
	}
	sinks := open()
	must.Do(t, sinks.Row(sample()))
	if rows, err := bench.ReadFile(safefile.PartOf(at("r.jsonl"))); err != nil || len(rows) != 1 || filetest.Content(t, at("r.jsonl")) != "old" {
		t.Errorf("while rows come there are %d of them (%v), and the file holds %q", len(rows), err, filetest.Content(t, at("r.jsonl")))
	}
	must.Do(t, sinks.Close())
	if rows, err := bench.ReadFile(at("r.jsonl")); err != nil || len(rows) != 1 || !strings.Contains(filetest.Content(t, at("p.svg")), "<svg") {
		t.Errorf("at the end there are %d rows: %v", len(rows), err)
	}
	must.Be(t, filetest.Names(t, folder), "p.svg pipe r.jsonl", "the folder holds")
	for flag, o := range map[string]Options{"record": {Format: FormatJSON, Record: at("pipe")}, "plot": {Format: FormatJSON, Plot: at("pipe")}} {
		if _, err := Open(io.Discard, bench.Machine{}, o); err == nil || !strings.Contains(err.Error(), "--"+flag) || !strings.Contains(err.Error(), "without a reader") {
			t.Errorf("--%s into a pipe that nobody reads: %v", flag, err)
		}
	}
}
