package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// docs/testing.md lists every test that HOOKE_LONG lengthens.
func TestLongTestsAreDocumented(t *testing.T) {
	document, err := os.ReadFile("docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := longTests(t)
	if len(tests) < 8 {
		t.Errorf("only %v are found", tests)
	}
	for _, name := range tests {
		if !strings.Contains(string(document), ": `"+name+"`") {
			t.Errorf("%s has a long form, which the table in docs/testing.md does not name", name)
		}
	}
}

// longTests are the tests whose functions read HOOKE_LONG, themselves or through a
// function of their room.
func longTests(t *testing.T) (tests []string) {
	t.Helper()
	rooms := map[string][]*ast.FuncDecl{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") || filepath.Dir(path) == "." {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				rooms[filepath.Dir(path)] = append(rooms[filepath.Dir(path)], f)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, functions := range rooms {
		var helpers []string
		for _, f := range functions {
			if !strings.HasPrefix(f.Name.Name, "Test") && mentions(f, []string{`"HOOKE_LONG"`}) {
				helpers = append(helpers, f.Name.Name)
			}
		}
		for _, f := range functions {
			if strings.HasPrefix(f.Name.Name, "Test") && mentions(f, append(helpers, `"HOOKE_LONG"`)) {
				tests = append(tests, f.Name.Name)
			}
		}
	}
	slices.Sort(tests)
	return tests
}

// mentions says whether a function has one of these names or texts in its body.
func mentions(f *ast.FuncDecl, words []string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || n != f.Name && slices.Contains(words, n.Name)
		case *ast.BasicLit:
			found = found || slices.Contains(words, n.Value)
		}
		return true
	})
	return found
}
