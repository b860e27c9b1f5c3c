package cli

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run"
	"hooke/run/flags"
	"hooke/scene/preset"
)

// tetrahedron is the smallest closed surface, with one corner off the axes.
const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

func parseInfo(t *testing.T, r result) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(r.worked(t).stdout), &object); err != nil {
		t.Fatalf("%v in %s", err, r.stdout)
	}
	return object
}

// The numbers of a file that one can count by hand: a tetrahedron as cloth has
// 4 masses and its 6 edges as springs, with lengths from 1 to √5, and bend
// springs across the edges, which here join the same 4 masses.
func TestInfoFile(t *testing.T) {
	path := write(t, "tetrahedron.obj", tetrahedron)
	got := parseInfo(t, hooke(t, "info", path, "--as", "cloth", "--json"))
	for key, want := range map[string]float64{
		"vertices": 4, "elements": 4, "triangles": 4, "lines": 0, "boundary_edges": 0, "masses": 4, "pinned": 0, "materials": 1,
		"shortest_spring": 1, "longest_spring": math.Sqrt(5),
	} {
		if value, ok := got[key].(float64); key != "materials" && (!ok || value != want) {
			t.Errorf("%s is %v, want %g", key, got[key], want)
		}
	}
	for _, key := range []string{"springs", "total_mass", "dt_safe", "dt"} {
		if value, ok := got[key].(float64); !ok || value <= 0 {
			t.Errorf("%s is %v, want a positive number", key, got[key])
		}
	}
	if got["name"] != "tetrahedron.obj" || got["source"] != path || got["as"] != "cloth" {
		t.Errorf("name, source and as are %v, %v, %v", got["name"], got["source"], got["as"])
	}
}

// Tetrahedra are counted whatever is made of them; a file with springs of its own is
// no mesh without vertices.
func TestInfoOfVolumesAndStructures(t *testing.T) {
	path := write(t, "one.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 0\nEnd\n")
	for _, as := range []string{"tets", "cloth"} {
		got := parseInfo(t, hooke(t, "info", path, "--as", as, "--json"))
		if got["tetrahedra"] != 1. || got["elements"] != 4. || got["as"] != as {
			t.Errorf("%s: %v tetrahedra, %v elements, as %v; want 1 and 4", as, got["tetrahedra"], got["elements"], got["as"])
		}
	}
	if r := hooke(t, "info", path, "--engines").worked(t); !strings.Contains(r.stdout, "4 polygons (4 triangles after cutting), 0 lines, 1 tetrahedra") {
		t.Errorf("no tetrahedron in %s", r.stdout)
	}
	structure := filepath.Join(t.TempDir(), "rope.npz")
	hooke(t, "convert", "rope", structure, "--masses", "5").worked(t)
	if r := hooke(t, "info", structure).worked(t); strings.Contains(r.stdout, "0 vertices") || !strings.Contains(r.stdout, "the file's own masses and springs") {
		t.Errorf("a structure is shown as a mesh: %s", r.stdout)
	}
}

// The memory of the million-spring lattice, from the bytes that the packages
// document: 36 per mass and 40 per spring on the device (and a few fixed ones),
// 72 and 24 for the reference.
func TestInfoMemory(t *testing.T) {
	got := parseInfo(t, hooke(t, "info", "--springs", "1M", "--json"))
	const masses, springs = 79507, 984438
	if got["masses"] != float64(masses) || got["springs"] != float64(springs) {
		t.Fatalf("%v masses and %v springs, want %d and %d", got["masses"], got["springs"], masses, springs)
	}
	memory := got["memory"].(map[string]any)
	const fixed = 256 // parameters, status, materials, the last incidence
	device := memory["gpu"].(float64)
	if least := 36.*masses + 40.*springs; device < least || device > least+fixed {
		t.Errorf("gpu memory is %.0f bytes, want %.0f and at most %d more", device, least, fixed)
	}
	if memory["cpuref"] != 120.*masses+24.*springs {
		t.Errorf("cpuref memory is %v bytes, want %v", memory["cpuref"], 120*masses+24*springs)
	}
	if memory["gpu_largest_buffer"] != "Force" || memory["gpu_largest_buffer_bytes"] != 12.*springs {
		t.Errorf("largest buffer is %v with %v bytes", memory["gpu_largest_buffer"], memory["gpu_largest_buffer_bytes"])
	}
	degrees := got["springs_per_mass"].(map[string]any)
	if degrees["min"] != 7.0 || degrees["max"] != 26.0 || degrees["mean"] != 2.*springs/masses {
		t.Errorf("springs at a mass are %v; want 7 at a corner, 26 inside", degrees)
	}
}

// The document of a preset has its materials.
func TestInfoHasMaterials(t *testing.T) {
	palette := parseInfo(t, hooke(t, "info", "cube", "--json"))["palette"].([]any)
	if first := palette[0].(map[string]any); first["vocabulary"] != "SI" || first["values"] != "k = 1e+04 N/m" || first["springs"] != 28.0 {
		t.Errorf("palette of the cube is %v", palette)
	}
}

func TestInfoDevice(t *testing.T) {
	needsGL(t)
	got := parseInfo(t, hooke(t, "info", "--json"))
	gl := got["gl"].(map[string]any)
	limits := gl["limits"].(map[string]any)
	if gl["renderer"] == "" || gl["version"] == "" || gl["vendor"] == "" || limits["storage_block_bytes"].(float64) < 16<<20 {
		t.Errorf("gl is %v; the specification's least storage block is 16 MiB", gl)
	}
	if _, ok := got["masses"]; ok {
		t.Error("info without a structure has masses")
	}
	text := hooke(t, "info", "cube", "--engines").worked(t).stdout
	for _, word := range []string{gl["renderer"].(string), "GL_MAX_SHADER_STORAGE_BLOCK_SIZE", "masses             8, 0 of them pinned, 0.8 kg in all",
		"springs            28", "(SI): k = 1e+04 N/m; 28 springs\n", "0.1 to 0.1732 m", "fits: a buffer may have"} {
		must.Hold(t, strings.Contains(text, word), "info cube lacks %q:\n%s", word, text)
	}
}

// info fits a screen of 24 lines, for every preset and for a mesh; --engines adds to it.
//
// Seen to fail: with the lines of --engines.
func TestInfoFitsAScreen(t *testing.T) {
	lines := func(args ...string) (string, int) {
		text := hooke(t, append([]string{"info"}, args...)...).worked(t).stdout
		return text, strings.Count(text, "\n")
	}
	if text, n := lines(); n > 24 || strings.Contains(text, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE") {
		t.Errorf("%d lines, at most 24:\n%s", n, text)
	}
	names := append(preset.Names(), "../mesh/testdata/spot.obj", "../examples/two-blocks.toml")
	for _, name := range names {
		args := []string{name}
		if name == "lattice" {
			args = append(args, "--springs", "8k")
		}
		text, n := lines(args...)
		must.Hold(t, n <= 24, "%s: %d lines, at most 24:\n%s", name, n, text)
		for _, key := range []string{"scene", "masses", "springs", "bounds", "dt", "engines", "duration", "memory", "more"} {
			must.Hold(t, strings.Contains(text, "\n"+key+" "), "%s: no %s in\n%s", name, key, text)
		}
	}
	if all, n := lines("walker", "--engines"); n <= 24 || !strings.Contains(all, "\npipeline fused ") {
		t.Errorf("--engines adds nothing:\n%s", all)
	}
}

// Ctrl-C ends info with a word instead of half a table.
func TestInfoInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"info"}, {"info", "lattice"}} {
		if r := hookeWith(t, ctx, nil, args...); r.code != exitFailed || !strings.HasPrefix(r.stderr, "hooke: interrupted") || r.stdout != "" {
			t.Errorf("%s: exit code %d, output\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
}

// Nor does it wait for a structure that is still being built.
func TestOpeningInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := flags.Structure{}
	f.Options.Springs = 200_000 // which take much longer than it takes to see the cancelled context
	if _, err := (App{}).open(ctx, &f, nil, "lattice"); !errors.Is(err, run.ErrInterrupted) {
		t.Errorf("error is %v, want %v", err, run.ErrInterrupted)
	}
}

// The text names the pipeline of the memory, and the regular part of the springs.
func TestInfoSaysOfWhat(t *testing.T) {
	r := hooke(t, "info", "cloth", "--springs", "2k", "--engines").worked(t)
	for _, want := range []*regexp.Regexp{
		regexp.MustCompile(`\nmemory, gpu +\d+ bytes \([\d.]+ KiB\) in the pipeline two-pass, \d+ bytes \([\d.]+ KiB\) in fused\n`),
		regexp.MustCompile(`\n +the largest buffer of two-pass is \w+: `),
		regexp.MustCompile(`\nengine cpu +[\d.]+ % of the ends of springs regular: in slices of 16 masses whose neighbors lie side by side\n +98.1 % in springs that are evaluated once for both ends\n`),
		regexp.MustCompile(`\npipeline fused +[\d.]+ % of the springs regular: to a neighbor at an offset that most masses have \(`),
	} {
		must.Hold(t, want.MatchString(r.stdout), "no %s in\n%s", want, r.stdout)
	}
}

// Where float32 stands against a structure is told with its strains, and before a
// run that will show it; near the origin nothing is.
func TestRoundingIsReported(t *testing.T) {
	far := write(t, "far.toml", "[run]\ngravity = [0, 0, 0]\n[[mesh]]\nmake = \"lattice\"\nmasses = [2, 2, 2]\nspacing = 0.1\nstiffness = 1e4\nmove = [0, 0, 64]\nvelocity = [0, 0, 1e-3]\n"+
		"[[mesh]]\nmake = \"lattice\"\nmasses = [2, 2, 2]\nspacing = 0.1\nstiffness = 1e4\nmove = [0, 0, -64]\n")
	got, ok := parseInfo(t, hooke(t, "info", far, "--json"))["rounding"].(map[string]any)
	if step := math.Ldexp(1, 6-23); !ok || got["step"] != step || got["farthest_coordinate"].(float64) < 64 || got["strain"].(float64) < step/0.2 || got["expected_strain"].(float64) <= 0 {
		t.Errorf("rounding is %v, want steps of %g m", got, step)
	}
	if r := hooke(t, "info", far, "--engines").worked(t); !strings.Contains(r.stdout, "positions in float32 are 7.6e-06 m apart, 64.1 m from the origin") {
		t.Errorf("nothing of rounding in\n%s", r.stdout)
	}
	alone := write(t, "alone.toml", "[run]\ngravity = [0, 0, 0]\n[[mesh]]\nmake = \"lattice\"\nmasses = [2, 2, 2]\nspacing = 0.1\nstiffness = 1e4\nmove = [0, 0, 64]\n")
	if r := hooke(t, "info", alone, "--engines").worked(t); !strings.Contains(r.stdout, "(0, 0, 64) m, which positions of a run are counted from") || !strings.Contains(r.stdout, "0.1 m from the origin") {
		t.Errorf("nothing of the origin in\n%s", r.stdout)
	}
	const want = "warning: positions in float32 are 7.6e-06 m apart, 64.1 m from the origin"
	if r := hooke(t, "run", far, "--engine", "cpu", "--steps", "20", "--out", t.TempDir()).worked(t); !strings.Contains(r.stderr, want) || !strings.Contains(r.stderr, "--precision compensated") {
		t.Errorf("nothing is told before the run:\n%s", r.stderr)
	}
	for _, args := range [][]string{{"run", far, "--engine", "cpuref", "--steps", "20", "--out", t.TempDir()}, {"run", "cube", "--engine", "cpu", "--steps", "20", "--out", t.TempDir()}} {
		if r := hooke(t, args...).worked(t); strings.Contains(r.stderr, "float32") {
			t.Errorf("%v: told without need:\n%s", args, r.stderr)
		}
	}
}
