package main_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

// A wrapper that forgets an ability of the engine inside does not lose it: a type that embeds
// an engine can be looked through, and abilities are asked for with model.As alone.
func TestAbilitiesAreAskedForWithAs(t *testing.T) {
	abilities := abilitiesOf(t)
	if len(abilities) < 12 || abilities["LastGoodKeeper"] != "LastGood" {
		t.Fatalf("the abilities of engines are %v, want those of model/abilities.go with their methods", abilities)
	}
	wrappers := 0
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "testdata" || path != "." && strings.HasPrefix(entry.Name(), ".")) {
			return cmp.Or(err, filepath.SkipDir)
		}
		if entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || path == "model/abilities.go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		faults, found := abilityFaults(file, abilities)
		wrappers += found
		for _, fault := range faults {
			t.Errorf("%s: %s", path, fault)
		}
		return nil
	})
	must.Do(t, err)
	must.Hold(t, wrappers >= 3, "%d structs embed an engine, want at least 3: the test looks for the wrong thing", wrappers)
}

// The gate is seen to fail.
func TestAbilitiesAreSeenToFail(t *testing.T) {
	for source, want := range map[string]string{
		`func f(e Engine) { _, _ = e.(interface{ LastGood() error }) }`:              "an anonymous interface",
		`func f(e Engine) { _, _ = e.(model.LedgerKeeper) }`:                         "asks for model.LedgerKeeper",
		`type w struct { model.Engine }`:                                             "w embeds an engine and has no Unwrap",
		`type w struct { draw.DrawnEngine }`:                                         "w embeds an engine and has no Unwrap",
		`type w struct { model.Engine }; func (x *w) Unwrap() Engine { return nil }`: "",
		`func f(e error) { _, _ = e.(interface{ Unwrap() []error }) }`:               "",
		`type keeper interface { Ledger() (model.Ledger, error) }`:                   "keeper is model.LedgerKeeper again",
		`type more interface { Ledger() error; Other() }`:                            "",
	} {
		file := must.Get(parser.ParseFile(token.NewFileSet(), "fixture.go", "package fixture\n"+source, 0))(t)
		faults, _ := abilityFaults(file, map[string]string{"LedgerKeeper": "Ledger"})
		if got := strings.Join(faults, "; "); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// abilitiesOf are the interfaces of model/abilities.go, by name, with their methods.
func abilitiesOf(t *testing.T) map[string]string {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), "model/abilities.go", nil, 0))(t)
	abilities := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			if is, ok := spec.Type.(*ast.InterfaceType); ok {
				abilities[spec.Name.Name] = methodsOf(is)
			}
		}
		return true
	})
	return abilities
}

// methodsOf are the names of the methods of an interface, sorted, without those of the interfaces that it
// embeds.
func methodsOf(of *ast.InterfaceType) string {
	var names []string
	for _, method := range of.Methods.List {
		for _, name := range method.Names {
			names = append(names, name.Name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// abilityFaults are the positions in a file where an ability would be lost; wrappers is how
// many structs of it embed an engine.
func abilityFaults(file *ast.File, abilities map[string]string) (faults []string, wrappers int) {
	var embeds, seenThrough []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			switch asked := n.Type.(type) {
			case *ast.InterfaceType:
				if len(asked.Methods.List) > 0 && asked.Methods.List[0].Names[0].Name != "Unwrap" {
					faults = append(faults, "asks for an anonymous interface: name it in model/abilities.go, and ask with model.As")
				}
			case *ast.SelectorExpr:
				if _, is := abilities[asked.Sel.Name]; is {
					faults = append(faults, fmt.Sprintf("asks for model.%s with a type assertion: ask with model.As", asked.Sel.Name))
				}
			}
		case *ast.TypeSpec:
			if fields, ok := n.Type.(*ast.StructType); ok && slices.ContainsFunc(fields.Fields.List, isEmbeddedEngine) {
				embeds = append(embeds, n.Name.Name)
			}
			if declared, ok := n.Type.(*ast.InterfaceType); ok {
				for name, methods := range abilities {
					if methodsOf(declared) == methods && name != "Wrapper" {
						faults = append(faults, fmt.Sprintf("%s is model.%s again: ask for that with model.As", n.Name.Name, name))
					}
				}
			}
		case *ast.FuncDecl:
			if n.Recv != nil && n.Name.Name == "Unwrap" {
				if pointer, ok := n.Recv.List[0].Type.(*ast.StarExpr); ok {
					seenThrough = append(seenThrough, fmt.Sprint(pointer.X))
				}
			}
		}
		return true
	})
	for _, name := range embeds {
		if !slices.Contains(seenThrough, name) {
			faults = append(faults, name+" embeds an engine and has no Unwrap in its file: see model.Wrapper")
		}
	}
	return faults, len(embeds)
}

// isEmbeddedEngine says whether a field is an interface of an engine without a name.
func isEmbeddedEngine(field *ast.Field) bool {
	selected, ok := field.Type.(*ast.SelectorExpr)
	return ok && len(field.Names) == 0 && strings.HasSuffix(selected.Sel.Name, "Engine")
}
