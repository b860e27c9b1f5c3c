package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// laws is the package, read and with the types of its expressions.
type laws struct {
	files *token.FileSet
	info  types.Info
	names map[string]string // in GLSL, of functions and types
	hints map[string]string // the texts behind "//glsl:if ", by "file:line", as long as no statement has taken them
}

// operators have a form of their own in GLSL, see call.
var operators = []string{"Plus", "Minus", "Times", "Over", "Cross", "Dot", "Length", "Sqrt", "Abs"}

// translate returns the GLSL of each file of a package that has laws, and of each type that the device has in records, by
// the name of the GLSL file.
func translate(folder string) (map[string]string, error) {
	l := &laws{files: token.NewFileSet(), names: map[string]string{"Vec": "real3"}, hints: map[string]string{}}
	parsed, err := l.parse(folder)
	if err != nil {
		return nil, err
	}
	l.info.Types = map[ast.Expr]types.TypeAndValue{}
	config := types.Config{Importer: onlyMath{}}
	if _, err := config.Check("laws", l.files, slices.Collect(maps.Values(parsed)), &l.info); err != nil {
		return nil, err
	}
	for _, file := range parsed {
		l.name(file)
	}
	texts := map[string]string{}
	for name, file := range parsed {
		text, err := l.file(name, file)
		if err != nil {
			return nil, err
		}
		if text != "" {
			texts[glslName(name, "laws")] = text
		}
		if err := l.eachRecord(file, func(spec *ast.TypeSpec, in string) error {
			texts[glslName(name, "record")], err = l.record(file, spec, in)
			return err
		}); err != nil {
			return nil, err
		}
	}
	for _, at := range slices.Sorted(maps.Keys(l.hints)) {
		return nil, fmt.Errorf("%s: //glsl:if %s stands beside no statement of a law and no field of a record", at, l.hints[at])
	}
	return texts, nil
}

// onlyMath imports of all packages math with Sqrt and Abs: laws need no more, and so the sources of Go need not be there.
type onlyMath struct{}

func (onlyMath) Import(path string) (*types.Package, error) {
	if path != "math" {
		return nil, fmt.Errorf("laws may import math alone, not %s", path)
	}
	p, float := types.NewPackage("math", "math"), types.Typ[types.Float64]
	one := func(name string) *types.Tuple { return types.NewTuple(types.NewVar(token.NoPos, p, name, float)) }
	for _, name := range []string{"Sqrt", "Abs"} {
		p.Scope().Insert(types.NewFunc(token.NoPos, p, name, types.NewSignatureType(nil, nil, nil, one("x"), one(""), false)))
	}
	p.MarkComplete()
	return p, nil
}

// parse reads the Go files of a folder, tests left out, and keeps the hints.
func (l *laws) parse(folder string) (map[string]*ast.File, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	parsed := map[string]*ast.File{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(l.files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed[filepath.Base(path)] = file
		for _, group := range file.Comments {
			for _, comment := range group.List {
				said, ok := strings.CutPrefix(comment.Text, "//glsl:")
				wanted, conditional := strings.CutPrefix(said, "if ")
				switch {
				case conditional:
					l.hints[l.at(comment.Pos())] = wanted
				case ok && said != "not" && !strings.HasPrefix(said, "by hand ") && !strings.HasPrefix(said, "record "):
					return nil, l.fault(comment, "//glsl:%s is unknown", said)
				}
			}
		}
	}
	return parsed, nil
}

// at returns a place as "file:line".
func (l *laws) at(pos token.Pos) string {
	place := l.files.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(place.Filename), place.Line)
}

// fault returns an error at a place.
func (l *laws) fault(node ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", l.at(node.Pos()), fmt.Sprintf(format, args...))
}

// name records the GLSL names of the functions and types of a file.
func (l *laws) name(file *ast.File) {
	for _, declared := range file.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if isLaw(d) {
				l.names[d.Name.Name] = small(d.Name.Name)
			}
		case *ast.GenDecl:
			for _, wanted := range []string{"by hand", "record"} {
				if name, ok := hint(d.Doc, wanted); ok {
					l.names[d.Specs[0].(*ast.TypeSpec).Name.Name] = name
				}
			}
		}
	}
}

// eachRecord calls do with the types of a file that the device has in records, and their
// names in GLSL, up to an error.
func (l *laws) eachRecord(file *ast.File, do func(spec *ast.TypeSpec, name string) error) error {
	for _, declared := range file.Decls {
		if d, ok := declared.(*ast.GenDecl); ok {
			if name, ok := hint(d.Doc, "record"); ok {
				if err := do(d.Specs[0].(*ast.TypeSpec), name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// isLaw reports whether shaders have a function.
func isLaw(f *ast.FuncDecl) bool {
	_, not := hint(f.Doc, "not")
	return !not && f.Type.TypeParams != nil && !slices.Contains(operators, f.Name.Name)
}

// hint returns the text after a hint in a comment.
func hint(doc *ast.CommentGroup, wanted string) (string, bool) {
	if doc == nil {
		return "", false
	}
	for _, comment := range doc.List {
		if rest, ok := strings.CutPrefix(comment.Text, "//glsl:"+wanted); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}

// small returns a name with a small first letter.
func small(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// typeName returns the GLSL of a type.
func (l *laws) typeName(t types.Type) (string, bool) {
	switch t := t.(type) {
	case *types.TypeParam:
		return "real", true
	case *types.Basic:
		switch {
		case t.Info()&types.IsBoolean != 0:
			return "bool", true
		case t.Kind() == types.UntypedFloat || t.Kind() == types.UntypedInt:
			return "real", true
		}
	case *types.Named:
		name, ok := l.names[t.Obj().Name()]
		return name, ok
	}
	return "", false
}
