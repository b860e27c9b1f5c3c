package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Files are opened and written by package safefile, which refuses what has no end, and follows no
// link in a folder of ours. These rooms do more themselves: they open files that no user names,
// such as files of the system and those that they have written themselves.
func TestFilesAreOpenedBySafefile(t *testing.T) {
	own := map[string][]string{
		"safefile":          {"Open", "OpenFile", "Rename", "Link", "MkdirAll"},
		"safefile/filetest": {"ReadFile"},
		"machine":           {"ReadFile"},
		"memory":            {"ReadFile"},
		"engine":            {"ReadFile", "CreateTemp", "MkdirAll", "Rename"}, // the notebook in the cache of the user
		"export/film":       {"Open"},                                         // pictures of its own folder
		"mesh/meshtest":     {"Open"},
		"mesh/format":       {"OpenRoot"}, // files beside a mesh, which may not lead out of its folder
		"scene/scenetest":   {"WriteFile"},
		"play":              {"CreateTemp"}, // a dump without compression, which has no name
		"cli":               {"MkdirAll"},
		"run":               {"MkdirAll"},
		"cli/sweeping":      {"Rename"},
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
					room := filepath.ToSlash(filepath.Dir(file))
					if found[room+" "+of.Sel.Name] = true; !slices.Contains(own[room], of.Sel.Name) {
						t.Errorf("%s calls os.%s: open and write files by safefile", file, of.Sel.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for room, names := range own {
		for _, name := range names {
			if !found[room+" "+name] {
				t.Errorf("%s calls os.%s no more: take it off the list", room, name)
			}
		}
	}
}
