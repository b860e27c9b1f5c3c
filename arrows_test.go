package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
)

// everything is an arrow to any folder.
const everything = "*"

// folder is a folder of Go files with one subject. The list of all is in folders_test.go.
type folder struct {
	path    string   // from the root; "." is the root
	holds   string   // its subject
	imports []string // the folders that it may import, beside the leaves, which any may
	files   int      // of an exception: how many files it has that are not tests; else at most maxFiles
}

// maxFiles is how many Go files a folder may have, tests left out: a reader finds a thing
// by looking.
const maxFiles = 30

// arrows says which folders of this project a folder may import. A folder without a line in
// folders is a fault, so that a new one needs a decision.
func arrows() map[string][]string {
	table := make(map[string][]string)
	for _, r := range folders() {
		table[r.path] = r.imports
	}
	return table
}

// testArrows does the same for a folder's test files, which elsewhere may import
// anything. The reference is proven without the GPU's folders, and without
// any folder through which they would come in.
func testArrows() map[string][]string {
	return map[string][]string{
		"cpuref":       {"cpuref", "cpuref/collide", "engine/enginetest", "machine/memory/memorytest", "model", "model/modeltest", "mesh", "must", "physics", "scene"},
		"engine/check": {"engine/check", "cpuref", "cpuref/collide", "model", "model/modeltest", "must", "physics", "model/rod", "model/rod/chain", "scene", "scene/open"},
	}
}

// leaves are the folders of plain mathematics, and of panics, which import nothing and any folder may import; the reference does not
// know laws, see TestReferenceKnowsNoLaws.
func leaves(folder string) []string {
	if strings.HasPrefix(folder, "cpuref") {
		return []string{"machine/panics", "order/random", "model/inelastic", "model/spring"}
	}
	return []string{"laws", "machine/panics", "order/random", "model/inelastic", "model/spring"}
}

// testSupport are the folders that only test files may import, and each other.
func testSupport() []string {
	return []string{"cpu/cputest", "engine/enginetest", "lab/ensemble/ensembletest", "gpu/gltest", "gpu/gputest", "machine/memory/memorytest", "mesh/meshtest", "model/modeltest", "must", "files/safefile/filetest", "scene/scenetest", "viewer/viewertest"}
}

// only names the folders that may import a module, test files included.
func only() map[string][]string {
	return map[string][]string{
		"github.com/go-gl/glfw/": {"viewer"},
		"github.com/go-gl/gl/":   {"gpu/glx"},
	}
}

// The reference has each equation by hand, so that check compares two texts: nothing that steps it knows package laws.
// Metrics and control of its ensembles are those of people.
func TestReferenceKnowsNoLaws(t *testing.T) {
	for _, c := range []struct {
		of   string
		want bool
	}{{"./cpuref", false}, {"./cpuref/collide", false}, {"./cpuref/impulses", false}, {"./cpuref/implicit", false},
		{"./cpuref/rods", false}, {"./physics/measure", true}} {
		out := must.Get(exec.Command("go", "list", "-tags", "egl", "-deps", c.of).Output())(t)
		must.Be(t, slices.Contains(strings.Fields(string(out)), "hooke/laws"), c.want, "%s imports laws", c.of)
	}
}

// The tree has no arrow that is not in the tables above.
func TestArrows(t *testing.T) {
	faults, seen, err := faultyArrows(".")
	must.Do(t, err)
	for _, fault := range faults {
		t.Error(fault)
	}
	// A line without a folder is stale, or the walk saw too little.
	for folder := range arrows() {
		must.Hold(t, slices.Contains(seen, folder), "%s has a line in the table of arrows and no Go file", folder)
	}
}

// Each rule is seen to fail: the fixture breaks every one of them, and has
// permitted arrows beside each that must not be reported.
func TestArrowsAreSeenToFail(t *testing.T) {
	faults, _, err := faultyArrows("testdata/arrows")
	must.Do(t, err)
	want := []string{
		"bench/bench.go: imports hooke/viewer: bench" + mayImport(arrows, "bench"),
		"cli/main.go: calls os.Exit: only a program's main.go may end it",
		"cli/support.go: imports hooke/gpu/gltest: only test files may",
		"cpuref/compare_test.go: imports hooke/shaders: tests of cpuref" + mayImport(testArrows, "cpuref"),
		"cpuref/solver.go: imports hooke/gpu: cpuref" + mayImport(arrows, "cpuref"),
		"gpu/solver.go: imports github.com/go-gl/gl/v4.3-core/gl: only [gpu/glx] may",
		"gpu/solver.go: imports os as .: a dot import hides where a name comes from",
		"gpu/tagged.go: imports hooke/viewer: gpu" + mayImport(arrows, "gpu"),
		"main.go: imports hooke/gpu: ." + mayImport(arrows, "."),
		"mesh/lattice.go: calls os.Exit: only a program's main.go may end it",
		"mesh/mesh_test.go: imports github.com/go-gl/glfw/v3.3/glfw: only [viewer] may",
		"model/helpers/helpers.go: folder model/helpers has no line in the table of arrows",
		"model/helpers/helpers.go: package helpers says nothing: name the subject",
		"model/model.go: imports hooke/mesh: model" + mayImport(arrows, "model"),
		"run/export/export.go: calls log.Fatalf: only a program's main.go may end it",
		"viewer/viewer.go: package utils says nothing: name the subject",
	}
	must.Be(t, cmp.Diff(want, faults), "", "faults of the fixture (-want +got)")
}

// mayImport returns the end of a message: the packages that one may import by a table, with the leaves.
func mayImport(table func() map[string][]string, name string) string {
	return fmt.Sprintf(" may import %v", append(slices.Clone(table()[name]), leaves(name)...))
}

// faultyArrows parses every Go file under root, whatever its build tags, and
// returns the faults as "file: import: rule", sorted, with the
// folders it saw.
func faultyArrows(root string) (faults, folders []string, err error) {
	seen := make(map[string]bool)
	err = filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && file != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		if entry.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		source := source{path: filepath.ToSlash(relative), tree: tree}
		seen[source.folder()] = true
		for _, what := range source.faults() {
			faults = append(faults, source.path+": "+what)
		}
		return nil
	})
	for folder := range seen {
		folders = append(folders, folder)
	}
	slices.Sort(faults)
	slices.Sort(folders)
	return slices.Compact(faults), folders, err
}

// source is one parsed Go file.
type source struct {
	path string // from the root, with slashes
	tree *ast.File
}

func (s source) folder() string { return path.Dir(s.path) }
func (s source) isTest() bool   { return strings.HasSuffix(s.path, "_test.go") }
func (s source) isMain() bool   { return path.Base(s.path) == "main.go" && s.tree.Name.Name == "main" }

func (s source) faults() []string {
	var faults []string
	if _, known := arrows()[s.folder()]; !known {
		faults = append(faults, fmt.Sprintf("folder %s has no line in the table of arrows", s.folder()))
	}
	switch name := strings.TrimSuffix(s.tree.Name.Name, "_test"); name {
	case "utils", "util", "common", "core", "helpers", "helper", "manager", "managers":
		faults = append(faults, fmt.Sprintf("package %s says nothing: name the subject", name))
	}
	for _, spec := range s.tree.Imports {
		faults = append(faults, s.importFaults(spec)...)
	}
	if !s.isTest() && !s.isMain() {
		faults = append(faults, s.exits()...)
	}
	return faults
}

// importFaults checks one import against the three tables.
func (s source) importFaults(spec *ast.ImportSpec) []string {
	var faults []string
	imported, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return []string{fmt.Sprintf("imports %s: %v", spec.Path.Value, err)}
	}
	if spec.Name != nil && spec.Name.Name == "." {
		faults = append(faults, fmt.Sprintf("imports %s as .: a dot import hides where a name comes from", imported))
	}
	for module, folders := range only() {
		if strings.HasPrefix(imported+"/", module) && !slices.Contains(folders, s.folder()) {
			faults = append(faults, fmt.Sprintf("imports %s: only %v may", imported, folders))
		}
	}

	target, ours := strings.CutPrefix(imported, "hooke/")
	if imported == "hooke" {
		target, ours = ".", true
	}
	if support := testSupport(); ours && !s.isTest() && slices.Contains(support, target) && !slices.Contains(support, s.folder()) {
		faults = append(faults, fmt.Sprintf("imports %s: only test files may", imported))
	}
	table, who := arrows(), s.folder()
	if s.isTest() {
		table, who = testArrows(), "tests of "+s.folder()
	}
	allowed, listed := table[s.folder()]
	allowed = append(allowed, leaves(s.folder())...)
	if slices.Contains(testSupport(), s.folder()) {
		allowed = append(allowed, "must")
	}
	if ours && listed && !slices.Contains(allowed, target) && !slices.Contains(allowed, everything) {
		faults = append(faults, fmt.Sprintf("imports %s: %s may import %v", imported, who, allowed))
	}
	return faults
}

// exits finds the calls that end the program from a library, under whatever
// name the file imports their packages.
func (s source) exits() []string {
	local := make(map[string]string) // the file's name for a package -> its path
	for _, spec := range s.tree.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(imported)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		local[name] = imported
	}
	var faults []string
	ast.Inspect(s.tree, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := selector.X.(*ast.Ident); ok {
			switch name := local[x.Name] + "." + selector.Sel.Name; name {
			case "os.Exit", "syscall.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln":
				faults = append(faults, fmt.Sprintf("calls %s: only a program's main.go may end it", name))
			}
		}
		return true
	})
	return faults
}
