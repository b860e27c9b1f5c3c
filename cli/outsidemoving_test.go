package cli

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
)

// lines runs a program of others that prints a line of JSON for each file.
func lines[T any](t *testing.T, folder, program string, args ...string) (all []T) {
	t.Helper()
	for line := range strings.Lines(other(t, folder, program, args...)) {
		var one T
		must.Do(t, json.Unmarshal([]byte(strings.ReplaceAll(line, "NaN", "null")), &one))
		all = append(all, one)
	}
	return all
}

// layer is a layer as Pixar's library reads it.
type layer struct {
	Faults []string
	Up     string
	Meters float64
	Prims  []struct {
		Type     string
		Inverted []int
		Times    []float64
		Points   [][]model.Vec3
	}
}

// Khronos' validator finds no fault in animated glTF, and Pixar's library none in layers of USD, whose
// samples it reads where the trajectory is.
func TestOutsideReadsRunsAsMeshes(t *testing.T) {
	outside(t)
	folder := t.TempDir()
	js := must.Get(filepath.Abs("testdata/outsideglb.js"))(t)
	py := must.Get(filepath.Abs("testdata/outsideusd.py"))(t)
	for _, scene := range [][]string{
		{"walker", "--time", "0.3", "--every", "0.05s"}, {"drape", "--time", "0.3", "--every", "0.05s"}, {"spot", "--springs", "10k", "--time", "0.2", "--every", "0.05s"}, {"rope", "--time", "0.1", "--every", "0.02s"},
	} {
		path, tape := recordedAs(t, scene...)
		for _, show := range []string{"auto", "surface", "both"} {
			base := filepath.Join(folder, scene[0]+"-"+show)
			hooke(t, "render", path, "--out", base+".glb", "--show", show).worked(t)
			hooke(t, "render", path, "--out", base+".usda", "--show", show).worked(t)
			type report struct {
				Issues struct{ NumErrors, NumWarnings, NumInfos, NumHints int }
				Info   struct{ AnimationCount int }
			}
			got := lines[report](t, folder, "node", js, base+".glb")
			must.Hold(t, len(got) == 1 && got[0].Issues == struct{ NumErrors, NumWarnings, NumInfos, NumHints int }{} && got[0].Info.AnimationCount == 1, "%s: the validator says %+v", base, got)
			for _, l := range lines[layer](t, folder, "/usr/bin/python3", py, "read", base+".usda") {
				must.Hold(t, len(l.Faults) == 0 && l.Up == "Z" && l.Meters == 1 && len(l.Prims) > 0, "%s: %+v", base, l.Faults)
				g := decodeGLB(t, base+".glb")
				for _, prim := range l.Prims {
					must.Hold(t, len(prim.Times) == tape.Frames(), "%s: %d samples of %d frames", base, len(prim.Times), tape.Frames())
					for k, at := range prim.Times {
						must.Hold(t, math.Abs(at-tape.Time(k)) < 1e-9, "%s: sample %d is at %g s, want %g", base, k, at, tape.Time(k))
						samePointsOf(t, base, prim.Type, prim.Points[k], g.at(t, tape.Time(k)-tape.Time(0)), g)
					}
				}
			}
		}
	}
}

// samePointsOf compares the points of a prim with those of a GLB at the same time.
func samePointsOf(t *testing.T, name, kind string, got, want []model.Vec3, g *glb) {
	t.Helper()
	if kind == "BasisCurves" {
		var ends []model.Vec3
		for _, p := range g.Meshes[0].Primitives {
			if p.Mode == 1 {
				for _, v := range g.indices(*p.Indices) {
					ends = append(ends, want[v])
				}
			}
		}
		want = ends
	}
	must.Hold(t, len(got) == len(want), "%s: %s of %d points, want %d", name, kind, len(got), len(want))
	for i, x := range got {
		must.Hold(t, x.Sub(want[i]).Len() < 1e-6, "%s: point %d of %s is at %v, want %v", name, i, kind, x, want[i])
	}
}

// Tetrahedra and polygons that are written at rest are right for Pixar's library, and the transforms
// that it writes place points where it does.
func TestOutsideUSD(t *testing.T) {
	outside(t)
	folder := t.TempDir()
	py := must.Get(filepath.Abs("testdata/outsideusd.py"))(t)
	tets, polygons := filepath.Join(folder, "tets.usda"), filepath.Join(folder, "polygons.usda")
	hooke(t, "convert", "../mesh/testdata/volumes/cube-41-ascii.msh", tets).worked(t)
	hooke(t, "convert", "../mesh/testdata/spot.glb", polygons).worked(t)
	for _, l := range lines[layer](t, folder, "/usr/bin/python3", py, "read", tets, polygons) {
		must.Hold(t, len(l.Faults) == 0 && len(l.Prims) == 1 && len(l.Prims[0].Inverted) == 0, "it reads %+v", l.Faults)
	}
	// A layer with a fault is told from these.
	bad := filepath.Join(folder, "bad.usda")
	for _, change := range [][2]string{{"faceVertexIndices = [", "faceVertexIndices = [9999, "}, {"    defaultPrim = \"Mesh\"\n", ""}} {
		text := strings.Replace(string(must.Get(os.ReadFile(polygons))(t)), change[0], change[1], 1)
		must.Do(t, os.WriteFile(bad, []byte(text), 0o666))
		must.Hold(t, len(lines[layer](t, folder, "/usr/bin/python3", py, "read", bad)[0].Faults) > 0, "a layer without %q has no fault", change[0])
	}

	var names []string
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		names = append(names, filepath.Join(folder, name+".usda"))
	}
	for i, wrote := range lines[struct{ Want []model.Vec3 }](t, folder, "python3", append([]string{py, "write"}, names...)...) {
		file := must.Get(format.Read(names[i]))(t)
		must.Hold(t, len(file.Surface.Vertices) == len(wrote.Want), "%d vertices, want %d", len(file.Surface.Vertices), len(wrote.Want))
		for v, x := range wrote.Want {
			must.Hold(t, file.Surface.Vertices[v].Sub(x).Len() < 1e-6*(1+x.Len()), "%s: vertex %d is at %v, want %v", names[i], v, file.Surface.Vertices[v], x)
		}
	}
}
