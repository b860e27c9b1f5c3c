package format

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/mesh/format/structure"
	"hooke/mesh/format/volume"
	"hooke/mesh/format/vtk"
	"hooke/mesh/scan"
	"hooke/must"
)

// Whatever a reader is given, it may allocate at most this, in bytes: windows and tables of fixed size, the
// limit of compressed data, and a multiple of the file.
const (
	fixedAllocation = 24<<20 + scan.GraceBytes
	allocationPer   = 200
)

// checkRead reads bytes as a file and checks that the mesh is whole and that it took memory in proportion.
func checkRead(t *testing.T, size int, read func() (*mesh.File, error)) {
	t.Helper()
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	f, err := read()
	metrics.Read(sample)
	if took := sample[0].Value.Uint64() - before; took > fixedAllocation+allocationPer*uint64(size) {
		t.Errorf("reading %d bytes allocated %d", size, took)
	}
	if err != nil {
		return
	}
	if f.Structure != nil {
		if err := f.Structure.Validate(); err != nil {
			t.Error(err)
		}
		if n := f.Structure.MassCount(); f.Velocity != nil && len(f.Velocity) != n || f.Voxels != nil && len(f.Voxels.Phase) != n {
			t.Errorf("%d masses, %d velocities", n, len(f.Velocity))
		}
		for i, v := range f.Velocity {
			for _, x := range v {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Fatalf("the velocity of mass %d is %v", i, v)
				}
			}
		}
		return
	}
	s := f.Surface
	for i, p := range s.Vertices {
		for _, x := range p {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("vertex %d is %v", i, p)
			}
		}
	}
	count := uint32(len(s.Vertices))
	for _, tet := range f.Tets {
		if max(tet[0], tet[1], tet[2], tet[3]) >= count || mesh.RepeatsVertex(tet[:]) {
			t.Fatalf("tetrahedron %v of %d vertices", tet, count)
		}
	}
	for i := range s.FaceCount() {
		for _, v := range s.Face(i) {
			if v >= count {
				t.Fatalf("polygon %v of %d vertices", s.Face(i), count)
			}
		}
	}
	for _, l := range s.Lines {
		if max(l[0], l[1]) >= count || l[0] == l[1] {
			t.Fatalf("line %v of %d vertices", l, count)
		}
	}
	checkLabels(t, f)
	if f.Tets != nil {
		_, _, _ = fill.Tets(f, fill.TetsSpec{Density: 1, Modulus: 1})
	}
}

// fuzzVolume fuzzes one reader, from the files that match.
func fuzzVolume(f *testing.F, read func(*scan.Source) (*mesh.File, error), name string, more []string, patterns ...string) {
	f.Helper()
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(volumeFolder, pattern))
		if err != nil || len(files) == 0 {
			f.Fatalf("no files match %s: %v", pattern, err)
		}
		for _, file := range files {
			data := must.Get(os.ReadFile(file))(f)
			f.Add(data)
		}
	}
	for _, text := range more {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkRead(t, len(data), func() (*mesh.File, error) {
			in, err := scan.New(bytes.NewReader(data), int64(len(data)), name)
			if err != nil {
				return nil, err
			}
			return read(in)
		})
	})
}

// labeledVTK has numbers at points and cells of every kind.
const labeledVTK = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 3 float\n0 0 0 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 2\n" +
	"POINT_DATA 3\nVECTORS v float\n1 2 3 1 2 3 1 2 3\nTEXTURE_COORDINATES t 2 float\n1 2 1 2 1 2\nLOOKUP_TABLE l 1\n1 1 1 1\n" +
	"CELL_DATA 1\nSCALARS region int 1\nLOOKUP_TABLE l\n3\nFIELD f 1\nlabel 1 1 int\n4\n"

// textsVTK has arrays of texts before the grid and among the numbers of its cells.
const textsVTK = "# vtk DataFile Version 4.2\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 2\nwho 1 1 string\nsome%20name\nTimeValue 1 1 double\n0.25\n" +
	"POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nCELL_DATA 1\nFIELD f 2\nname 1 1 string\nbone\nRegionId 1 1 int\n3\n"

func FuzzGmsh(f *testing.F) {
	fuzzVolume(f, volume.ReadGmsh, "x.msh", []string{twice22, twice41, overlap22}, "*.msh")
}
func FuzzMEDIT(f *testing.F)       { fuzzVolume(f, volume.ReadMEDIT, "x.mesh", nil, "*.mesh") }
func FuzzMEDITBinary(f *testing.F) { fuzzVolume(f, volume.ReadBinaryMEDIT, "x.meshb", nil, "*.meshb") }
func FuzzVTK(f *testing.F) {
	fuzzVolume(f, vtk.Read, "x.vtk", []string{labeledVTK, textsVTK, binaryTexts}, "*.vtk")
}
func FuzzVTU(f *testing.F) { fuzzVolume(f, vtk.ReadXML, "x.vtu", nil, "*.vtu", "*.vtp") }
func FuzzNPZ(f *testing.F) { fuzzVolume(f, structure.ReadNPZ, "x.npz", nil, "*.npz") }
func FuzzLAMMPS(f *testing.F) {
	fuzzVolume(f, structure.ReadLAMMPS, "x.data", []string{lammpsChain, lammpsLabels, lammpsEdges})
}
func FuzzVoxCAD(f *testing.F) { fuzzVolume(f, structure.ReadVoxCAD, "x.vxa", []string{vxaRobot}) }

func FuzzTetGen(f *testing.F) {
	var parts [3][]byte
	for i, extension := range []string{".node", ".ele", ".face"} {
		data := must.Get(os.ReadFile(filepath.Join(volumeFolder, "cube"+extension)))(f)
		parts[i] = data
	}
	f.Add(parts[0], parts[1], parts[2])
	f.Add([]byte("4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1"), []byte("1 4\n0 0 1 2 3"), []byte("0 0"))
	f.Fuzz(func(t *testing.T, node, ele, face []byte) {
		folder := fstest.MapFS{"x.node": {Data: node}, "x.ele": {Data: ele}, "x.face": {Data: face}}
		checkRead(t, len(node)+len(ele)+len(face), func() (*mesh.File, error) { return ReadFS(folder, "x.ele") })
	})
}

// fuzzReader feeds one reader, with its size known and not: it must return a sound
// surface or an error that begins with the name, and allocate in proportion.
func fuzzReader(f *testing.F, name string, read func(in *scan.Source) (*mesh.File, error)) {
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, size := range []int64{int64(len(data)), -1} {
			in, err := scan.New(bytes.NewReader(data), size, name)
			if err != nil {
				return // gzip
			}
			if in.Size != size {
				return // gzip: data may be larger than the file
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			file, err := read(in)
			runtime.ReadMemStats(&after)
			// Readers, small first blocks and growing tables: a small multiple of the file.
			const fixed, multiple = 1 << 20, 200
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > uint64(fixed+multiple*len(data)) {
				t.Fatalf("%d bytes allocated for a file of %d", allocated, len(data))
			}
			if err != nil {
				if file != nil || !strings.HasPrefix(err.Error(), name+":") {
					t.Fatalf("error %v with file %v", err, file)
				}
				continue
			}
			checkTables(t, file.Surface)
			checkLabels(t, file)
			file.WeldWithin(0.01)
			file.DropRepeated()
			checkTables(t, file.Surface)
			checkLabels(t, file)
			file.Surface.Topology() // must not panic
		}
	})
}

// checkLabels fails when labels are not in step with their elements.
func checkLabels(t *testing.T, f *mesh.File) {
	t.Helper()
	s := f.Surface
	for _, l := range []struct {
		labels []int32
		count  int
	}{{f.TetLabels, len(f.Tets)}, {f.FaceLabels, s.FaceCount()}, {f.LineLabels, len(s.Lines)}, {f.VertexLabels, len(s.Vertices)}} {
		if l.labels != nil && len(l.labels) != l.count {
			t.Fatalf("%d labels of %d", len(l.labels), l.count)
		}
	}
	groups, _ := f.LabelGroups()
	for _, g := range groups {
		for _, v := range g.Vertices {
			if int(v) >= len(s.Vertices) {
				t.Fatalf("group %q has vertex %d of %d", g.Name, v, len(s.Vertices))
			}
		}
	}
}

// FuzzRead feeds everything to whatever format it looks like.
func FuzzRead(f *testing.F) {
	for _, text := range []string{squareOBJ, squareOFF, squarePLY, squareSTL, squareOBJ + "g a b\no c\nusemtl d\nf 2 1 3\nl 1 2\n", "glTF", `{"asset"`, instancedSquare(`"TRANSLATION":2`, `,{"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}`, make([]byte, 24)), "\x1f\x8b\x08", "solid\x00"} {
		f.Add([]byte(text), "a.obj")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		file, err := (ReadOptions{Weld: 0.01}).ReadStream(bytes.NewReader(data), int64(len(data)), name)
		if err == nil && file.Surface != nil {
			checkTables(t, file.Surface)
			checkLabels(t, file)
		}
	})
}

// Lists of numbers, as text or NumPy arrays, end in finite numbers or an error.
func FuzzReadNumbers(f *testing.F) {
	f.Add([]byte("1, 2.5 # kg\n-3e2"))
	f.Add([]byte("\x93NUMPY\x01\x00\x38\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}\n\x00\x00\x80\x3f"))
	path := filepath.Join(f.TempDir(), "numbers")
	f.Fuzz(func(t *testing.T, data []byte) {
		must.Do(t, os.WriteFile(path, data, 0o666))
		numbers, err := ReadNumbers(path)
		if err != nil {
			return
		}
		must.Hold(t, len(numbers) <= len(data), "%d numbers in %d bytes", len(numbers), len(data))
		for _, x := range numbers {
			must.Hold(t, !math.IsNaN(x) && !math.IsInf(x, 0), "%g", x)
		}
	})
}
