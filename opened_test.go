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

// Files are opened by package safefile, which refuses what has no end: these rooms open what no user
// names, such as files of the system and those that they have written themselves.
func TestFilesAreOpenedBySafefile(t *testing.T) {
	own := []string{"safefile", "safefile/filetest", "machine", "memory", "engine", "export/film", "mesh/meshtest"}
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
			if of, ok := n.(*ast.SelectorExpr); ok && slices.Contains([]string{"Open", "OpenFile", "ReadFile"}, of.Sel.Name) {
				if x, ok := of.X.(*ast.Ident); ok && x.Name == "os" {
					room := filepath.ToSlash(filepath.Dir(file))
					if found[room] = true; !slices.Contains(own, room) {
						t.Errorf("%s calls os.%s: open files by safefile", file, of.Sel.Name)
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
	for _, room := range own {
		if !found[room] {
			t.Errorf("%s opens no files any more: take it off the list", room)
		}
	}
}
