package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/must"
)

// outside skips a test of the programs of others unless they are asked for: make
// test-outside installs hundreds of megabytes of them, and then they must be there.
func outside(t *testing.T) {
	t.Helper()
	if os.Getenv("HOOKE_OUTSIDE") == "" {
		t.Skip("meshio, Gmsh, assimp and LAMMPS are no part of the set-up: make test-outside installs and runs them")
	}
}

// other runs a program of others.
func other(t *testing.T, folder, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// seen holds the mesh that meshio reads in a file.
type seen struct {
	Points    [][3]float64         `json:"points"`
	Cells     map[string]int       `json:"cells"`
	First     [][]int              `json:"first"`
	PointData map[string][]float64 `json:"point_data"`
	CellData  map[string][]float64 `json:"cell_data"`
}

func readOutside[T any](t *testing.T, folder string, files ...string) (all []T) {
	t.Helper()
	script := must.Get(filepath.Abs("testdata/outside.py"))(t)
	lines := other(t, folder, "/usr/bin/python3", append([]string{script}, files...)...)
	for line := range strings.Lines(lines) {
		if strings.TrimSpace(line) == "" {
			continue // meshio's readers of VTK and MSH say one
		}
		var one T
		// JSON of Python says NaN, which is no JSON.
		if err := json.Unmarshal([]byte(strings.ReplaceAll(line, "NaN", "null")), &one); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, one)
	}
	if len(all) != len(files) {
		t.Fatalf("%d of %d files were read", len(all), len(files))
	}
	return all
}

// Other programs read the meshes and structures of this one as the same: meshio, NumPy, Open Asset Import
// Library and Gmsh.
func TestOutsideReadsMeshes(t *testing.T) {
	outside(t)
	folder := t.TempDir()
	in := write(t, "pyramid.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.5 0.75\nf 1 3 2\nf 1 4 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n")
	for _, extension := range []string{"obj", "ply", "stl", "glb", "vtu", "npz", "off"} {
		hooke(t, "convert", in, filepath.Join(folder, "a."+extension)).worked(t)
	}
	tip := [3]float64{0.5, 0.5, 0.75}
	for i, s := range readOutside[seen](t, folder, "a.obj", "a.ply", "a.stl", "a.vtu", "a.off") {
		if s.Cells["triangle"] != 6 || len(s.Points) != 5 && i != 2 || !slices.Contains(s.Points, tip) {
			t.Errorf("meshio reads file %d as %v of %d points", i, s.Cells, len(s.Points))
		}
	}
	type array struct {
		Type   string
		Shape  []int
		Values []float64
	}
	if npz := readOutside[map[string]array](t, folder, "a.npz")[0]; !slices.Equal(npz["positions"].Shape, []int{5, 3}) ||
		!slices.Equal(npz["triangles"].Shape, []int{6, 3}) || npz["positions"].Type != "float64" || !slices.Equal(npz["positions"].Values[12:], tip[:]) {
		t.Errorf("numpy reads %+v", npz)
	}
	for _, extension := range []string{"obj", "ply", "stl", "glb"} {
		info := other(t, folder, "assimp", "info", "a."+extension)
		must.Hold(t, strings.Contains(strings.Join(strings.Fields(info), " "), "Faces: 6 "), "assimp reads a.%s as\n%s", extension, info)
		// The file that it writes of it is read here as the same triangles.
		other(t, folder, "assimp", "export", "a."+extension, "b-"+extension+".stl")
		back, err := format.Read(filepath.Join(folder, "b-"+extension+".stl"))
		if err != nil || back.Surface.TriangleCount() != 6 || len(back.Surface.Vertices) != 5 {
			t.Errorf("assimp of a.%s: %v", extension, err)
		}
	}
	other(t, folder, "gmsh", "a.stl", "-0", "-format", "msh41", "-o", "c.msh")
	if back, err := format.Read(filepath.Join(folder, "c.msh")); err != nil || back.Surface.TriangleCount() != 6 || len(back.Surface.Vertices) != 5 {
		t.Errorf("gmsh: %v", err)
	}
	hooke(t, "convert", in, filepath.Join(folder, "d.gltf")).worked(t)
	other(t, folder, "assimp", "export", "d.gltf", "d.stl")
	if back, err := format.Read(filepath.Join(folder, "d.stl")); err != nil || back.Surface.TriangleCount() != 6 || len(back.Surface.Vertices) != 5 {
		t.Errorf("assimp of d.gltf: %v", err)
	}
}

// Other programs read tetrahedra with labels as the same: meshio in every format of volumes, and Gmsh in
// those it knows.
func TestOutsideReadsVolumes(t *testing.T) {
	outside(t)
	folder := t.TempDir()
	tets := write(t, "two.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 0.75 0\n"+
		"Triangles\n1\n1 3 2 5\nTetrahedra\n2\n1 2 3 4 3\n2 3 4 5 4\nEnd\n")
	names := map[string]string{"vtu": "label", "vtk": "label", "msh": "gmsh:physical", "mesh": "medit:ref", "ele": ""}
	for extension, label := range names {
		name := "tets." + extension
		hooke(t, "convert", tets, filepath.Join(folder, name)).worked(t)
		s := readOutside[seen](t, folder, name)[0]
		if s.Cells["tetra"] != 2 || len(s.Points) != 5 || s.Points[4] != [3]float64{1, 1, 0.75} {
			t.Errorf("meshio reads %s as %v of %v", name, s.Cells, s.Points)
		}
		labels := slices.Sorted(slices.Values(s.CellData[label]))
		if label != "" && (!slices.Equal(labels, []float64{3, 4, 5}) || s.Cells["triangle"] != 1) {
			t.Errorf("meshio reads the labels of %s as %v, %v", name, s.CellData, s.Cells)
		}
	}
	if ref := slices.Sorted(slices.Values(readOutside[seen](t, folder, "tets.ele")[0].CellData["tetgen:ref"])); !slices.Equal(ref, []float64{3, 4}) {
		t.Errorf("meshio reads TetGen's regions as %v", ref)
	}
	for _, extension := range []string{"msh", "mesh", "vtk"} {
		back := "gmsh-" + extension + ".msh"
		other(t, folder, "gmsh", "tets."+extension, "-0", "-save_all", "-format", "msh41", "-o", back)
		file, err := format.Read(filepath.Join(folder, back))
		if err != nil || len(file.Tets) != 2 || len(file.Surface.Vertices) != 5 {
			t.Errorf("gmsh reads %s: %v, %+v", extension, err, file)
		}
	}
}

// A filled model in VTU has its springs and its surface, elsewhere too.
func TestOutsideReadsFilledModels(t *testing.T) {
	outside(t)
	out := filepath.Join(t.TempDir(), "spot.vtu")
	hooke(t, "convert", "spot", out, "--springs", "2k").worked(t)
	s := readOutside[seen](t, filepath.Dir(out), "spot.vtu")[0]
	file, err := format.Read(out)
	if err != nil || s.Cells["triangle"] != file.Surface.FaceCount() || s.Cells["line"] != len(file.Surface.Lines) || s.Cells["triangle"] < 1000 {
		t.Errorf("meshio reads %v, %v", s.Cells, err)
	}
}

// Frames of a run, and a structure, are read elsewhere with their numbers.
func TestOutsideReadsRuns(t *testing.T) {
	outside(t)
	out := t.TempDir()
	hooke(t, "run", "drape", "--masses", "8x8", "--engine", "cpuref", "--steps", "40", "--save", "vtu,npz,lammps,ply,obj", "--every", "20", "--out", out).worked(t)
	hooke(t, "convert", "drape", filepath.Join(out, "structure.npz"), "--masses", "8x8").worked(t)
	last := arrays(t, filepath.Join(out, "final.npz"))["positions"].Data.([]float32)
	frames := readOutside[seen](t, out, "vtu/frame-000000040.vtu", "vtu/surface-000000040.vtu", "ply/frame-000000040.ply", "obj/frame-000000040.obj")
	for f, s := range frames {
		if len(s.Points) != 64 {
			t.Fatalf("frame %d has %d points", f, len(s.Points))
		}
		for i, x := range s.Points {
			at := i
			if f > 0 { // surfaces number their vertices
				at = slices.IndexFunc(frames[0].Points, func(p [3]float64) bool { return p == x })
			}
			if at < 0 || float32(x[2]) != last[3*at+2] || float32(x[0]) != last[3*at] {
				t.Fatalf("frame %d: point %d is at %v", f, i, x)
			}
		}
	}
	springs := frames[0]
	if springs.Cells["line"] != len(springs.CellData["strain"]) || len(springs.PointData["velocity"]) != 3*64 || len(springs.CellData["stress"]) == 0 {
		t.Errorf("meshio reads %v, %d strains", springs.Cells, len(springs.CellData["strain"]))
	}
	if s := frames[1]; s.Cells["triangle"] == 0 || len(s.PointData["force"]) != 64 {
		t.Errorf("meshio reads the surface as %v", s.Cells)
	}
	type array struct {
		Shape  []int
		Values []float64
	}
	all := readOutside[map[string]array](t, out, "trajectory.npz", "final.npz", "structure.npz")
	if n := all[0]["positions"]; !slices.Equal(n.Shape, []int{3, 64, 3}) || float32(n.Values[len(n.Values)-1]) != last[len(last)-1] {
		t.Errorf("numpy reads the trajectory as %v", n.Shape)
	}
	if n := all[2]["stiffness"]; n.Shape[0] != springs.Cells["line"] {
		t.Errorf("numpy reads %v springs, meshio %d", n.Shape, springs.Cells["line"])
	}
}
