package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// Every file and folder that these documents name exists, and every name that they say to
// be in a file is declared there.
func TestWalksLeadSomewhere(t *testing.T) {
	for _, page := range []string{"CONTRIBUTING.md", "docs/architecture.md"} {
		data := must.Get(os.ReadFile(page))(t)
		if words := len(strings.Fields(string(data))); words > 900 {
			t.Errorf("%s has %d words, at most 900: a newcomer reads it in one go", page, words)
		}
		paths, names := faultsOfWalks(string(data))
		for _, fault := range append(paths, names...) {
			t.Errorf("%s: %s", page, fault)
		}
	}
	for _, page := range must.Get(filepath.Glob("docs/decisions/*.md"))(t) {
		paths, _ := faultsOfWalks(string(must.Get(os.ReadFile(page))(t)))
		for _, fault := range paths {
			t.Errorf("%s: %s", page, fault)
		}
	}
	// The test is seen to fail.
	paths, names := faultsOfWalks("`cpuref/nowhere.go`; `nothing` of `cpuref/step.go`\n```\ncpu  cpu/nowhere.go, choose\n```\n")
	must.Hold(t, len(paths) == 2 && len(names) == 1, "of a file and a name that are not there: %q, %q", paths, names)
}

// faultsOfWalks are the paths in a page that do not exist, and the names that are not
// declared in the file that they are said to be in.
func faultsOfWalks(page string) (paths, names []string) {
	words := regexp.MustCompile("`([a-z][A-Za-z0-9_./]*)`").FindAllStringSubmatch(page, -1)
	for _, drawn := range regexp.MustCompile("(?s)```.*?```").FindAllString(page, -1) {
		words = append(words, regexp.MustCompile(`\b([a-z]+(?:/[a-z_]+)+(?:\.[a-z]+)?)`).FindAllStringSubmatch(drawn, -1)...)
	}
	for _, word := range words {
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

// Files are opened and written by package safefile, which rejects files without an end, and follows no
// link in a folder of ours. These folders do more themselves: they open files that no user names,
// such as files of the system and those that they have written themselves.
func TestFilesAreOpenedBySafefile(t *testing.T) {
	own := map[string][]string{
		"files/safefile":          {"Open", "OpenFile", "Rename", "Link", "MkdirAll"},
		"files/safefile/filetest": {"ReadFile"},
		"machine":                 {"ReadFile"},
		"machine/memory":          {"ReadFile"},
		"engine":                  {"ReadFile", "CreateTemp", "MkdirAll", "Rename"}, // the notebook in the cache of the user
		"run/export/film":         {"Open"},                                         // pictures of its own folder
		"mesh/meshtest":           {"Open"},
		"mesh/format":             {"OpenRoot"}, // files beside a mesh, which must be in its folder
		"scene/scenetest":         {"WriteFile"},
		"run/play":                {"CreateTemp"}, // a dump without compression, which has no name
		"cli":                     {"MkdirAll"},
		"run":                     {"MkdirAll"},
		"cli/sweeping":            {"Rename"},
	}
	calls := []string{"Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadFile", "Create", "CreateTemp", "WriteFile", "Truncate", "Rename", "Link", "Symlink", "Mkdir", "MkdirAll", "MkdirTemp", "CopyFS"}
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != "." && (entry.Name() == "testdata" || entry.Name() == "out" || strings.HasPrefix(entry.Name(), ".")) {
			return filepath.SkipDir
		}
		if entry.IsDir() || path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil || tree.Name.Name == "main" {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if of, ok := n.(*ast.SelectorExpr); ok && slices.Contains(calls, of.Sel.Name) {
				if x, ok := of.X.(*ast.Ident); ok && x.Name == "os" {
					folder := filepath.ToSlash(filepath.Dir(file))
					if found[folder+" "+of.Sel.Name] = true; !slices.Contains(own[folder], of.Sel.Name) {
						t.Errorf("%s calls os.%s: open and write files by safefile", file, of.Sel.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	must.Do(t, err)
	for folder, names := range own {
		for _, name := range names {
			if !found[folder+" "+name] {
				t.Errorf("%s calls os.%s no more: take it off the list", folder, name)
			}
		}
	}
}
