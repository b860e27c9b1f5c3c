package spec_test

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene/toml/spec"
)

// docs/scene.md has the schema as it is printed.
func TestReferenceIsTheSchema(t *testing.T) {
	text := must.Get(os.ReadFile("../../../docs/scene.md"))(t)
	must.Hold(t, strings.Contains(string(text), spec.Schema()), "docs/scene.md is not what hooke scene --print-schema prints; copy it there again")
}

// Bounds hold numbers to the limits in the reference, ends included or not.
func TestBounds(t *testing.T) {
	key := func(table, name string) spec.Bound {
		k := spec.Of(table).Key(name)
		if k == nil {
			t.Fatalf("there is no %s of %s", name, table)
		}
		return k.Bound
	}
	for _, c := range []struct {
		bound spec.Bound
		name  string
		holds []float64
		not   []float64
	}{
		{key("run", "dt"), "above 0", []float64{1e-300, 5}, []float64{0, -1, math.NaN()}},
		{key("run", "seed"), "at least 0", []float64{0, 5}, []float64{-1e-300, math.NaN()}},
		{key("wind", "gust"), "from 0 to 1", []float64{0, 0.5, 1}, []float64{-0.1, 1.1, math.NaN()}},
		{key("actuator", "amplitude"), "between −1 and 1", []float64{-0.9, 0, 0.9}, []float64{-1, 1, math.NaN()}},
		{key("run", "gravity"), "any", []float64{-1e300, 1e300}, nil},
	} {
		must.Hold(t, c.bound.String() == c.name, "a bound is %q, want %q", c.bound, c.name)
		for _, x := range c.holds {
			if !c.bound.Holds(x) {
				t.Errorf("%g is not %s", x, c.name)
			}
		}
		for _, x := range c.not {
			if c.bound.Holds(x) {
				t.Errorf("%g is %s", x, c.name)
			}
		}
	}
}

// Each table and key is there once, has a meaning, and names only variants that its table
// has.
func TestTablesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range spec.Tables() {
		if seen[table.Name] {
			t.Errorf("table %q is there twice", table.Name)
		}
		seen[table.Name] = true
		variants := slices.Clone(table.Variant)
		for _, name := range table.Variant {
			key := table.Key(name)
			if key == nil {
				t.Fatalf("%s: its variant %s is no key", table.Name, name)
			}
			variants = append(variants, key.Words...)
		}
		keys := map[string]bool{}
		for _, key := range table.Keys {
			if keys[key.Name] || key.Doc == "" {
				t.Errorf("%s: key %s is there twice, or says nothing: %q", table.Name, key.Name, key.Doc)
			}
			keys[key.Name] = true
			if (key.Kind == spec.Word) != (key.Words != nil) && key.Kind != spec.Texts {
				t.Errorf("%s: key %s is of kind %s and has the words %q", table.Name, key.Name, key.Kind, key.Words)
			}
			for _, variant := range append(slices.Clone(key.Only), key.Needed...) {
				if !slices.Contains(variants, variant) {
					t.Errorf("%s: key %s belongs to %q, which is none of %q", table.Name, key.Name, variant, variants)
				}
			}
		}
	}
	if len(seen) != 34 || !seen["mesh"] || !seen[""] {
		t.Errorf("%d tables", len(seen))
	}
	must.Hold(t, spec.Of("pins") == nil && spec.Of("pin").Key("grup") == nil, "a table or a key is there that nobody wrote")
}
