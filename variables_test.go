package main_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readVariables are the names of this project's environment variables in its code,
// scripts and make files, and in which file each is.
func readVariables(t *testing.T) map[string]string {
	t.Helper()
	names := regexp.MustCompile(`\bHOOKE_[A-Z_]+\b`)
	found := map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d != nil && (d.Name() == ".git" || d.Name() == "out") {
				return filepath.SkipDir
			}
			return err
		}
		name := d.Name()
		if !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".sh") && name != "Makefile" && filepath.Dir(path) != ".ci" || name == "variables_test.go" {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, variable := range names.FindAllString(string(text), -1) {
			found[variable] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// docs/testing.md lists every variable that the code reads, and no other.
func TestVariablesAreDocumented(t *testing.T) {
	document, err := os.ReadFile("docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(document)) {
		if cell, ok := strings.CutPrefix(line, "| `HOOKE_"); ok {
			cell, _, _ = strings.Cut("| `HOOKE_"+cell, " | ")
			for _, name := range regexp.MustCompile("`(HOOKE_[A-Z_]+)`").FindAllStringSubmatch(cell, -1) {
				listed[name[1]] = true
			}
		}
	}
	read := readVariables(t)
	if len(read) < 10 {
		t.Errorf("only %d variables are found in the code", len(read))
	}
	for name, path := range read {
		if !listed[name] {
			t.Errorf("%s, in %s, is not in the table of docs/testing.md", name, path)
		}
	}
	for name := range listed {
		if read[name] == "" {
			t.Errorf("docs/testing.md lists %s, which nothing reads", name)
		}
	}
}
