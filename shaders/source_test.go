package shaders

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/must"
)

func text(lines ...string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(strings.Join(lines, "\n") + "\n")}
}

func TestExpandResolvesIncludesOnceAndKeepsPlaces(t *testing.T) {
	from := fstest.MapFS{
		"a.comp": text("#version 430 core", "#include \"b.glsl\"", "#include \"c.glsl\"", "void main() {}"),
		"b.glsl": text("// b", "#include \"c.glsl\""),
		"c.glsl": text("const int c = 1;"),
	}
	got := must.Get(Expand(from, "a.comp", Define{"WORKGROUP", "64"}))(t)
	want := "#version 430 core\n#define WORKGROUP 64\n// b\nconst int c = 1;\nvoid main() {}\n"
	must.Hold(t, got.Text == want, "text is\n%s\nwant\n%s", got.Text, want)
	for line, place := range map[int]string{1: "a.comp:1", 2: "a.comp:1", 3: "b.glsl:1", 4: "c.glsl:1", 5: "a.comp:4", 6: "line 6", 0: "line 0"} {
		must.Be(t, got.Where(line), place, "Where(%d)", line)
	}
}

func TestBadIncludesAreErrors(t *testing.T) {
	deep := fstest.MapFS{}
	for i := range 12 {
		deep[strconv.Itoa(i)] = text("#include \"" + strconv.Itoa(i+1) + "\"")
	}
	for _, c := range []struct {
		name  string
		from  fstest.MapFS
		entry string
		want  string
	}{
		{"unknown", fstest.MapFS{"a": text("x", "#include \"gone\"")}, "a", "a:2:"},
		{"unknown entry", fstest.MapFS{}, "a", "no such shader file"},
		{"itself", fstest.MapFS{"a": text("#include \"a\"")}, "a", "a > a"},
		{"cycle", fstest.MapFS{"a": text("#include \"b\""), "b": text("#include \"a\"")}, "a", "a > b > a"},
		{"no quotes", fstest.MapFS{"a": text("#include b")}, "a", "a:1: want #include"},
		{"version in include", fstest.MapFS{"a": text("#include \"b\""), "b": text("#version 430")}, "a", "b:1"},
		{"too deep", deep, "0", "deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Expand(c.from, c.entry)
			if !errors.Is(err, ErrInclude) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Expand returned %v, want ErrInclude with %q", err, c.want)
			}
		})
	}
}

// Every entry file expands, has a typed name, and every name has a file.
func TestNamesAndFilesAgree(t *testing.T) {
	names := declaredNames(t)
	var entries []string
	for _, extension := range []string{".comp", ".vert", ".frag"} {
		entries = append(entries, shaderFiles(t, extension)...)
	}
	for _, file := range entries {
		must.Hold(t, slices.Contains(names, file), "%s has no Name constant", file)
		if _, err := Expand(Files(), file); err != nil {
			t.Error(err)
		}
	}
	for _, name := range names {
		must.Hold(t, slices.Contains(entries, name), "Name %q has no file", name)
	}
}

// No two folders have a file of the same name: the one would hide the other. Files has
// every one of them.
func TestNamesOfFilesAreUnique(t *testing.T) {
	seen := map[string]string{}
	err := fs.WalkDir(tree, ".", func(place string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if other, twice := seen[entry.Name()]; twice {
			t.Errorf("%s and %s have the same name", other, place)
		}
		seen[entry.Name()] = place
		if _, err := fs.ReadFile(Files(), entry.Name()); err != nil {
			t.Error(err)
		}
		return nil
	})
	must.Hold(t, err == nil && len(seen) >= 50, "%d files: %v", len(seen), err)
	if list, err := fs.Glob(Files(), "*"); err != nil || len(list) != len(seen) {
		t.Errorf("%d files are listed, %d are there: %v", len(list), len(seen), err)
	}
	if _, err := Files().Open("step/integrate.comp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file by its folder: %v", err)
	}
}

// declaredNames reads the values of all constants of type Name in this package.
func declaredNames(t *testing.T) []string {
	t.Helper()
	var names []string
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no Go files: %v", err)
	}
	for _, source := range sources {
		file := must.Get(parser.ParseFile(token.NewFileSet(), source, nil, 0))(t)
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Name" {
				for _, value := range spec.Values {
					name, _ := strconv.Unquote(value.(*ast.BasicLit).Value)
					names = append(names, name)
				}
			}
			return true
		})
	}
	return names
}

// Each barrier() between work items that share memory follows a memoryBarrierShared(): GLSL 4.30 orders the
// invocations by the one, their writes by the other.
func TestBarriersOrderSharedMemory(t *testing.T) {
	found := 0
	for _, extension := range []string{".comp", ".glsl"} {
		for _, file := range shaderFiles(t, extension) {
			text := must.Get(fs.ReadFile(Files(), file))(t)
			before := ""
			for number, line := range strings.Split(string(text), "\n") {
				line = strings.TrimSpace(line)
				if line == "barrier();" {
					if found++; before != "memoryBarrierShared();" {
						t.Errorf("%s:%d: barrier() without memoryBarrierShared() before it", file, number+1)
					}
				}
				before = line
			}
		}
	}
	must.Hold(t, found >= 2, "%d barriers were found", found)
}

// Conditions on names that nothing defines are reported, unless they are left out themselves. Names in
// defined() alone are no fault.
func TestUndefinedNamesAreErrors(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string // an error
		left  string
	}{
		{[]string{"#if FUSED", "a", "#else", "b", "#endif"}, "", "a"},
		{[]string{"#if defined(GONE) || FUSED == 2", "a", "#elif FUSED > 0u && !(FUSED < 1)", "b", "#else", "c", "#endif"}, "", "b"},
		{[]string{"#define HERE FUSED // of GONE", "#if HERE != 0 && FUSED > 0", "a", "#endif"}, "", "a"},
		{[]string{"#if FUSED", "#define HERE(x) FUSED + \\", "x", "#define THERE \\", "GONE", "#endif", "HERE(1)"}, "", `#define HERE(x) FUSED + \ x HERE(1) #define FUSED 1`},
		{[]string{"struct A {", "float x;", "};", "struct B {", "A a;", "};", "struct C {", "B b;", "};", "B b;"}, "", "struct A { float x; }; struct B { A a; }; B b;"},
		{[]string{"struct A { float x; };", "a", "struct B { float x; };", "A b;"}, "", "struct A { float x; }; a A b;"},
		{[]string{"#if !FUSED", "#if GONE", "a", "#elif GONE", "b", "#else", "c", "#endif", "#endif", "d"}, "", "d"},
		{[]string{"#if FUSED", "a", "#elif GONE", "b", "#else", "c", "#endif"}, "", "a"},
		{[]string{"#ifndef TEXELS", "a", "#endif", "#ifdef FUSED", "b", "#endif"}, "", "a b"},
		{[]string{"#if TEXELS", "#endif"}, "a.comp:2: #if TEXELS: TEXELS is not defined", ""},
		{[]string{"#if !FUSED", "#elif !RANGES", "#endif"}, "a.comp:3", ""},
		{[]string{"#if LATER", "#endif", "#define LATER 1"}, "LATER is not defined", ""},
		{[]string{"#if FUSED +", "#endif"}, "no expression", ""},
		{[]string{"#if FUSED >= 1 && FUSED <= 1 && !(FUSED >= 2) && !(FUSED <= 0)", "a", "#endif"}, "", "a"},
		{[]string{"#if FUSED + 1 > 1", "#endif"}, "not understood", ""},
		{[]string{"#if -FUSED < 0", "#endif"}, "not understood", ""},
		{[]string{"#if defined()", "#endif"}, "not understood", ""},
		{[]string{"#if MIN(FUSED)", "#endif"}, "not understood", ""},
		{[]string{"#endif"}, "no #if", ""},
	} {
		expanded := must.Get(Expand(fstest.MapFS{"a.comp": text(append([]string{"#version 430 core"}, c.lines...)...)}, "a.comp", Define{"FUSED", "1"}))(t)
		got, err := expanded.Compiled()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.lines, err, c.want)
		}
		if left := strings.Join(strings.Fields(strings.TrimPrefix(got, "#version 430 core")), " "); err == nil && left != c.left {
			t.Errorf("%q leave %q, want %q", c.lines, left, c.left)
		}
	}
}
