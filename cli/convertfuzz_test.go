package cli

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
)

// FuzzConvert reads the bytes it is given, writes the mesh in a format, and reads that file again: hooke
// reads the files it writes, with the same shape at the same positions.
func FuzzConvert(f *testing.F) {
	files, err := filepath.Glob("../mesh/testdata/volumes/*")
	if err != nil || len(files) < 10 {
		f.Fatalf("%d files to begin with, %v", len(files), err)
	}
	seeds := map[string][]byte{
		"a.obj": []byte("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 1e-9\nv 1e20 3 4\nf 1 2 3 4\ng a\nf 2 5 3\nl 1 5\n"),
		"b.off": []byte("OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"),
	}
	for _, name := range files {
		if data, err := os.ReadFile(name); err == nil && len(data) < 1<<14 {
			seeds[filepath.Base(name)] = data
		}
	}
	for name, data := range seeds {
		for to := range convertedExtensions() {
			if (len(data)+to)%4 > 0 && !must.Long() {
				continue
			}
			f.Add(data, name, uint8(to))
		}
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, name string, to uint8) {
		file, err := format.ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), name)
		if err != nil || tooLarge(file) {
			return
		}
		extension := convertedExtensions()[int(to)%len(convertedExtensions())]
		out := filepath.Join(folder, "out"+extension)
		if _, err := writeConverted(file, out, extension, func(string, ...any) {}); err != nil {
			if names, _ := filepath.Glob(filepath.Join(folder, "*")); len(names) > 0 {
				t.Fatalf("%s: refused with %v, and left %v", extension, err, names)
			}
			return
		}
		defer removeAll(t, folder)
		back, err := format.Read(out)
		if err != nil {
			t.Fatalf("%s: written from %d bytes, and cannot be read: %v", extension, len(data), err)
		}
		sameShape(t, extension, file, back)
	})
}

// tooLarge keeps one execution short.
func tooLarge(file *mesh.File) bool {
	if file.Structure != nil {
		return file.Structure.MassCount() > 5000 || file.Structure.SpringCount() > 50000
	}
	return len(file.Surface.Vertices) > 5000 || len(file.Surface.Corners) > 50000 || len(file.Tets) > 20000
}

func removeAll(t *testing.T, folder string) {
	t.Helper()
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, name := range names {
		must.Do(t, os.Remove(name))
	}
}

// sameShape compares a mesh with the same mesh after it was written and read again.
func sameShape(t *testing.T, extension string, was, is *mesh.File) {
	t.Helper()
	if was.Structure != nil && (extension == ".npz" || extension == ".data") {
		sameStructure(t, extension, was.Structure, is.Structure)
		return
	}
	if was.Structure != nil || extension == ".vxa" {
		return // springs as lines, or beside a surface: the tests of convert hold these
	}
	a, b := was.Surface, is.Surface
	if b == nil {
		t.Fatalf("%s: came back without a surface", extension)
	}
	lo, hi := extentOf(a.Vertices)
	checkFinite(t, extension, b.Vertices)
	// Tetrahedra that a format does not hold leave their exterior; vertices that no
	// element names are not kept by formats of triangles alone.
	switch extension {
	case ".stl", ".glb", ".gltf":
		if b.TriangleCount()+int(b.Degenerate) > a.TriangleCount() {
			t.Errorf("%s: %d triangles became %d", extension, a.TriangleCount(), b.TriangleCount())
		}
	case ".node", ".ele", ".face":
	case ".usda": // lines alone have their vertices in the order of the lines
		if a.FaceCount() > 0 {
			samePlaces(t, extension, a.Vertices, b.Vertices)
		}
	default:
		if len(a.Vertices) != len(b.Vertices) || a.TriangleCount() != b.TriangleCount() {
			t.Errorf("%s: %d vertices and %d triangles became %d and %d", extension, len(a.Vertices), a.TriangleCount(), len(b.Vertices), b.TriangleCount())
			return
		}
		samePlaces(t, extension, a.Vertices, b.Vertices)
	}
	blo, bhi := extentOf(b.Vertices)
	for axis := range 3 {
		if reach := 1e-6*math.Max(math.Abs(lo[axis]), math.Abs(hi[axis])) + 1e-37; len(b.Vertices) > 0 && (blo[axis] < lo[axis]-reach || bhi[axis] > hi[axis]+reach) {
			t.Errorf("%s: the box grew along axis %d: %v..%v became %v..%v", extension, axis, lo, hi, blo, bhi)
		}
	}
	if slices.Contains([]string{".vtu", ".vtk", ".msh", ".mesh", ".npz"}, extension) && len(was.Tets) != len(is.Tets) {
		t.Errorf("%s: %d tetrahedra became %d", extension, len(was.Tets), len(is.Tets))
	}
	if to, _ := format.WrittenAs(extension); to.Holds.Mixed() && len(a.Lines) != len(b.Lines) {
		t.Errorf("%s: %d lines became %d", extension, len(a.Lines), len(b.Lines))
	}
}

// samePlaces compares vertices one by one: float32 is the least that a format holds.
func samePlaces(t *testing.T, extension string, a, b []model.Vec3) {
	t.Helper()
	for i := range a {
		for axis := range 3 {
			if difference := math.Abs(a[i][axis] - b[i][axis]); difference > 1e-6*math.Abs(a[i][axis])+1e-37 {
				t.Fatalf("%s: vertex %d was at %v and is at %v", extension, i, a[i], b[i])
			}
		}
	}
}

func sameStructure(t *testing.T, extension string, a, b *model.Model) {
	t.Helper()
	if b == nil || a.MassCount() != b.MassCount() || a.SpringCount() != b.SpringCount() {
		t.Fatalf("%s: %d masses and %d springs came back as %+v", extension, a.MassCount(), a.SpringCount(), b)
	}
	must.Be(t, b.Validate(), nil, "%s", extension)
	samePlaces(t, extension, a.RestPosition, b.RestPosition)
	must.Hold(t, slices.Equal(a.Ends, b.Ends), "%s: the ends of springs changed", extension)
}

func checkFinite(t *testing.T, extension string, vertices []model.Vec3) {
	t.Helper()
	for i, v := range vertices {
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%s: vertex %d is %v", extension, i, v)
			}
		}
	}
}

func extentOf(vertices []model.Vec3) (lo, hi model.Vec3) {
	if len(vertices) == 0 {
		return lo, hi
	}
	lo, hi = vertices[0], vertices[0]
	for _, v := range vertices {
		for axis, x := range v {
			lo[axis], hi[axis] = min(lo[axis], x), max(hi[axis], x)
		}
	}
	return lo, hi
}
