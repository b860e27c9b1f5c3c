package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/bench/sink"
	"hooke/must"
)

// The tables of the documents are those of the records that they name, so that no
// number in them is typed by hand; pictures that they show are there.
func TestTablesOfDocuments(t *testing.T) {
	for name, least := range map[string]int{"README.md": 1, "docs/performance.md": 3} {
		text, err := os.ReadFile(name)
		must.Do(t, err)
		made, tables, err := sink.Document(string(text), filepath.Dir(name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if tables < least {
			t.Errorf("%s has %d tables of records, want %d", name, tables, least)
		}
		if made != string(text) {
			t.Errorf("%s differs from its records; run hooke bench --document %s", name, name)
		}
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
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), target)); err != nil {
				t.Errorf("%s shows a picture that is not there: %v", name, err)
			}
		}
	}
}
