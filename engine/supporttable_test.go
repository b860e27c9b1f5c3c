package engine

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/model"
	"hooke/must"
)

// docs/physics.md has the table, which make generate writes: how each engine supports a feature
// with the solvers that integrate forces, and which engines have it with those that divide steps.
func TestSupportIsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("| feature | `cpuref` | `cpu` | `gpu` | `gpu`, compensated, double |")
	divides := slices.DeleteFunc(model.Solvers(), func(i model.Integrator) bool { return !i.Method().Divides })
	for _, i := range divides {
		fmt.Fprintf(&b, " `%v` |", i)
	}
	b.WriteString("\n|---|---|---|---|---|" + strings.Repeat("---|", len(divides)) + "\n")
	var rows supportRows
	for _, f := range model.Features() {
		var cells strings.Builder
		for _, c := range []column{{engine: CPURef}, {engine: CPU}, {engine: GPU}, {engine: GPU, gpu: gpu.Options{Precision: model.Double}}} {
			least := model.Fast
			for _, i := range model.Integrators() {
				least = min(least, model.Support(f, i, c.engine, c.gpu.Precision))
			}
			fmt.Fprintf(&cells, " %v |", least)
		}
		for _, i := range divides {
			var have []string
			for _, name := range Names() {
				if model.Support(f, i, name, model.Single) > model.None {
					have = append(have, "`"+name+"`")
				}
			}
			if have == nil {
				have = []string{"none"}
			}
			fmt.Fprintf(&cells, " %s |", strings.Join(have, ", "))
		}
		rows.add(f.String(), cells.String())
	}
	holdTable(t, "support", b.String()+rows.String())
}

// supportRows holds the rows of a table of support; features with equal cells share a row.
type supportRows []struct{ features, cells string }

// add appends a feature to the row with its cells, else a new row.
func (r *supportRows) add(feature, cells string) {
	for k := range *r {
		if row := &(*r)[k]; row.cells == cells {
			row.features += "; " + feature
			return
		}
	}
	*r = append(*r, struct{ features, cells string }{feature, cells})
}

// String returns the rows as lines of Markdown.
func (r supportRows) String() string {
	var b strings.Builder
	for _, row := range r {
		fmt.Fprintf(&b, "| %s |%s\n", row.features, row.cells)
	}
	return b.String()
}

var update = flag.Bool("update", false, "write the table of support into docs/physics.md")

// holdTable compares a table of docs/physics.md with that of the engines.
func holdTable(t *testing.T, name, table string) {
	t.Helper()
	const page = "../docs/physics.md"
	begin, end := "<!-- "+name+": made by make generate -->\n", "<!-- end of "+name+" -->"
	data := must.Get(os.ReadFile(page))(t)
	before, rest, found := strings.Cut(string(data), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q around a table", page, strings.TrimSpace(begin), end)
	}
	switch want := before + begin + table + end + after; {
	case want == string(data):
	case *update:
		must.Do(t, os.WriteFile(page, []byte(want), 0o600))
	default:
		t.Errorf("the table of %s in %s is not that of the engines: run make generate; it should be\n%s", name, page, table)
	}
}
