package cli

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"hooke/cli/inspect"
)

// Every key of the JSON document is explained in docs/info.md; those of gl are the
// device's.
func TestInfoKeysAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/info.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	var visit func(of reflect.Type)
	visit = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct {
			return
		}
		for i := range of.NumField() {
			key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			if key == "" {
				continue
			}
			count++
			if !strings.Contains(string(text), "`"+key+"`") {
				t.Errorf("key %q of %v is not in docs/info.md", key, of)
			}
			visit(of.Field(i).Type)
		}
	}
	visit(reflect.TypeFor[inspect.Structure]())
	if count < 50 {
		t.Errorf("only %d keys were found", count)
	}
}

// The document of a labeled mesh has its shape, groups and degrees.
func TestInfoOfAMesh(t *testing.T) {
	path := write(t, "tetrahedron.obj", strings.Replace(tetrahedron, "f 1 3 2", "v 5 5 5\nf 1 1 2\ng floor\nf 1 3 2\ng", 1))
	got := parseInfo(t, hooke(t, "info", path, "--fill", "lattice", "--pitch", "0.2", "--json"))
	mesh := got["mesh"].(map[string]any)
	for key, want := range map[string]any{"closed": true, "gap": 0., "components": 1., "edges": 6., "nonmanifold_edges": 0., "isolated_vertices": 1.,
		"degenerate_elements": 1., "welded_vertices": 0., "pitch_m": 0.2, "skin_vertices": 4., "skin_triangles": 4.} {
		if mesh[key] != want {
			t.Errorf("%s is %v, want %v", key, mesh[key], want)
		}
	}
	groups := got["groups"].([]any)
	if len(groups) != 1 || groups[0].(map[string]any)["name"] != "floor" || got["parts"] != 1. {
		t.Errorf("groups %v, %v parts", groups, got["parts"])
	}
	sum, masses := 0., 0.
	for springs, count := range got["springs_per_mass"].(map[string]any)["histogram"].([]any) {
		sum += float64(springs) * count.(float64)
		masses += count.(float64)
	}
	if sum != 2*got["springs"].(float64) || masses != got["masses"].(float64) {
		t.Errorf("the histogram has %g ends of %g masses; %v springs, %v masses", sum, masses, got["springs"], got["masses"])
	}
	if cpu, ok := got["memory"].(map[string]any)["cpu"].(float64); !ok || cpu <= 0 {
		t.Errorf("memory %v", got["memory"])
	}
}

// An integrator on the command line replaces that of the scene file, the default one too.
func TestAnyIntegratorReplacesThatOfAFile(t *testing.T) {
	path := write(t, "cube.toml", "[run]\nintegrator = \"verlet\"\n[[mesh]]\npreset = \"cube\"\n")
	for _, c := range [][]string{{"verlet"}, {"verlet", "--integrator", "verlet"}, {"symplectic-euler", "--integrator", "symplectic-euler"},
		{"rk4", "--integrator", "rk4"}, {"rk4", "--integrator", "symplectic-euler", "--integrator", "rk4"}} {
		args := append([]string{"info", path, "--json"}, c[1:]...)
		if got := parseInfo(t, hooke(t, args...))["integrator"]; got != c[0] {
			t.Errorf("%v: %v, want %s", c[1:], got, c[0])
		}
	}
}
