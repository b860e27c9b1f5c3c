package main_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"hooke/must"
)

// Every file and folder that CONTRIBUTING.md names is there, and what it says to be in a
// file is declared there.
func TestWalksLeadSomewhere(t *testing.T) {
	data, err := os.ReadFile("CONTRIBUTING.md")
	must.Do(t, err)
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
