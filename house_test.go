package main_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every file and folder that CONTRIBUTING.md names is there, and what it says to be in a
// file is declared there.
func TestWalksLeadSomewhere(t *testing.T) {
	data, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, names := faultsOfWalks(string(data))
	for _, fault := range append(paths, names...) {
		t.Error(fault)
	}
	// The test is seen to fail.
	paths, names = faultsOfWalks("`cpuref/nowhere.go`; `nothing` of `cpuref/advance.go`")
	if len(paths) != 1 || len(names) != 1 {
		t.Errorf("of a file and a name that are not there: %q, %q", paths, names)
	}
}

// faultsOfWalks are the paths in a page that do not exist, and the names that are not
// declared in the file that they are said to be in.
func faultsOfWalks(page string) (paths, names []string) {
	for _, word := range regexp.MustCompile("`([a-z][A-Za-z0-9_./]*)`").FindAllStringSubmatch(page, -1) {
		path := word[1]
		if !strings.Contains(path, "/") || strings.Contains(path, "NAME") {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			paths = append(paths, path+" does not exist")
		}
	}
	found := 0
	for _, pattern := range []string{"`(?:[A-Za-z]+\\.)?([A-Za-z]+)` of `([a-z/_]+\\.go)`", "`([a-z/_]+\\.go)`, `(?:[A-Za-z]+\\.)?([A-Za-z]+)`"} {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(page, -1) {
			name, file := match[1], match[2]
			if strings.HasSuffix(name, ".go") || strings.Contains(name, "/") {
				name, file = match[2], match[1]
			}
			found++
			text, err := os.ReadFile(file)
			declared := regexp.MustCompile(`(?m)^(func|type|var|const)\s+(\([^)]*\)\s*)?` + name + `\b`)
			if err != nil || !declared.Match(text) {
				names = append(names, name+" is not declared in "+file)
			}
		}
	}
	if found == 0 {
		names = append(names, "no name is said to be in a file")
	}
	return paths, names
}

// CONTRIBUTING's table of rooms is the one above.
func TestRoomsAreInContributing(t *testing.T) {
	const begin, end = "<!-- rooms: made by make generate -->\n", "<!-- end of rooms -->"
	data, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	before, rest, found := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("CONTRIBUTING.md has no %q and %q around its table of rooms", strings.TrimSpace(begin), end)
	}
	want := before + begin + roomTable() + end + after
	if want == text {
		return
	}
	if !*update {
		t.Fatal("the table of rooms in CONTRIBUTING.md is not that of rooms_test.go: run make generate")
	}
	if err := os.WriteFile("CONTRIBUTING.md", []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
}

// roomTable is the table for people, sorted as the list is.
func roomTable() string {
	var b strings.Builder
	b.WriteString("| room | holds | may import |\n|---|---|---|\n")
	for _, r := range rooms() {
		imports := "-"
		switch {
		case len(r.imports) == 1 && r.imports[0] == everything:
			imports = "everything"
		case len(r.imports) > 0:
			imports = "`" + strings.Join(r.imports, "`, `") + "`"
		}
		name := r.path
		if name == "." {
			name = "the root"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.Trim(name, "`"), r.holds, imports)
	}
	return b.String()
}
