package cli

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"hooke/cli/report"
	"hooke/files/safefile"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// Every key of the JSON document is explained in docs/info.md; those of gl are the
// device's.
func TestInfoKeysAreDocumented(t *testing.T) {
	text := must.Get(os.ReadFile("../docs/info.md"))(t)
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
			must.Hold(t, strings.Contains(string(text), "`"+key+"`"), "key %q of %v is not in docs/info.md", key, of)
			visit(of.Field(i).Type)
		}
	}
	visit(reflect.TypeFor[report.Structure]())
	must.Hold(t, count >= 50, "only %d keys were found", count)
}

// The document of a labeled mesh has its shape, groups and degrees.
func TestInfoOfAMesh(t *testing.T) {
	path := write(t, "tetrahedron.obj", strings.Replace(tetrahedron, "f 1 3 2", "v 5 5 5\nf 1 1 2\ng floor\nf 1 3 2\ng", 1))
	got := parseInfo(t, hooke(t, "info", path, "--fill", "lattice", "--pitch", "0.2", "--json"))
	mesh := got["mesh"].(map[string]any)
	for key, want := range map[string]any{"closed": true, "gap": 0., "components": 1., "edges": 6., "nonmanifold_edges": 0., "isolated_vertices": 1.,
		"degenerate_elements": 1., "welded_vertices": 0., "pitch_m": 0.2, "skin_vertices": 4., "skin_triangles": 4.} {
		must.Hold(t, mesh[key] == want, "%s is %v, want %v", key, mesh[key], want)
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

// Memory is told in the precision that is asked for, and of the outputs of flags and of the scene.
func TestInfoOfMemory(t *testing.T) {
	memory := func(args ...string) map[string]any {
		t.Helper()
		return parseInfo(t, hooke(t, append([]string{"info", "--json"}, args...)...))["memory"].(map[string]any)
	}
	single, double := memory("lattice", "--masses", "20x20x20"), memory("lattice", "--masses", "20x20x20", "--precision", "double")
	for _, key := range []string{"cpu", "gpu"} {
		if ratio := double[key].(float64) / single[key].(float64); ratio < 1.1 || ratio > 2.1 {
			t.Errorf("%s: %v bytes in double, %v in single", key, double[key], single[key])
		}
	}
	if single["precision"] != "single" || double["precision"] != "double" || single["outputs"] != nil || single["cpuref"] != double["cpuref"] {
		t.Errorf("%v, and in double %v", single, double)
	}
	outputs := func(of map[string]any) (frame, queue float64, formats string) {
		t.Helper()
		o := of["outputs"].(map[string]any)
		for _, f := range o["formats"].([]any) {
			f := f.(map[string]any)
			formats += fmt.Sprintf("%v %.0f;", f["format"], f["bytes"])
		}
		return o["frame"].(float64), o["queue"].(float64), formats
	}
	const springs = 93_556 // of 8,000 masses
	blocks := grid.BlockMemory(export.Numbers{})
	frame, queue, formats := outputs(memory("lattice", "--masses", "20x20x20", "--save", "vtu,csv"))
	if want := fmt.Sprintf("vtu %d;csv 0;", 12*springs+blocks); frame != 24*8000 || queue != 3*frame || formats != want {
		t.Errorf("a frame has %g bytes, the queue %g; %s, want %s", frame, queue, formats, want)
	}
	frame, _, formats = outputs(memory("lattice", "--masses", "20x20x20", "--save", "vtkhdf", "--float64"))
	if want := fmt.Sprintf("vtkhdf %d;", 24*springs+blocks+2*safefile.PartBytes); frame != 72*8000 || formats != want {
		t.Errorf("a frame has %g bytes; %s, want %s", frame, formats, want)
	}
	path := write(t, "cube.toml", "[[mesh]]\npreset = \"cube\"\n[[output]]\nwhat = \"npz\"\nevery = 0.1\n")
	if frame, _, formats := outputs(memory(path)); frame != 24*float64(parseInfo(t, hooke(t, "info", path, "--json"))["masses"].(float64)) || formats != "npz 0;" {
		t.Errorf("outputs of a scene: a frame has %g bytes; %s", frame, formats)
	}
	text := hooke(t, "info", "lattice", "--masses", "20x20x20", "--precision", "compensated", "--save", "vtu", "--engines").worked(t).stdout
	for _, want := range []string{" in compensated precision\n", "\nmemory, outputs    a frame on its way to the disk 192000 bytes", " vtu: "} {
		must.Hold(t, strings.Contains(text, want), "want %q in\n%s", want, text)
	}
	hooke(t, "info", "lattice", "--float64", "--fields", "strain").failed(t, "--fields without --save", exitUsage, "--fields: no frames are saved")
}
