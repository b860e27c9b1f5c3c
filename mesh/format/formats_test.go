package format

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/model"
	"hooke/must"
)

// triangleSet is the set of triangles of a surface by coordinates: every triangle
// begins at its smallest corner and keeps its direction; triangles are sorted.
// Coordinates are rounded to millionths. Those of Spot have six digits, tenths of a
// millionth at most where they are not tiny; a quarter is added so that none lies
// within float32's rounding (0.03 millionths at 0.5 to 1) of where rounding tips.
func triangleSet(s *mesh.Surface) [][3][3]int64 {
	const units, shift = 1e6, 0.25
	set := make([][3][3]int64, 0, s.TriangleCount())
	for _, t := range s.Triangles() {
		var corners [3][3]int64
		for c, v := range t {
			for axis := range 3 {
				corners[c][axis] = int64(math.Round(s.Vertices[v][axis]*units + shift))
			}
		}
		first := 0
		for c := range 3 {
			if slices.Compare(corners[c][:], corners[first][:]) < 0 {
				first = c
			}
		}
		set = append(set, [3][3]int64{corners[first], corners[(first+1)%3], corners[(first+2)%3]})
	}
	slices.SortFunc(set, func(a, b [3][3]int64) int {
		for c := range 3 {
			if order := slices.Compare(a[c][:], b[c][:]); order != 0 {
				return order
			}
		}
		return 0
	})
	return set
}

// All files of Spot hold the same vertices and the same triangles, facing the
// same way, whatever the format and its precision.
func TestSpotInEveryFormat(t *testing.T) {
	spot := must.Get(Spot())(t)
	want := triangleSet(spot)
	files := map[string]string{}
	for _, name := range []string{"spot.obj", "spot-binary.ply", "spot-binary.stl", "spot.glb", "spot.gltf", "spot.off.gz", "spot-ascii.ply.gz"} {
		files[filepath.Join("../testdata", name)] = ""
	}
	for _, pattern := range []string{"*.obj", "*.ply", "*.stl", "*.off", "*.glb", "*.gltf"} {
		found := must.Get(filepath.Glob(filepath.Join("../../../shared/meshes/spot", pattern)))(t)
		for _, path := range found {
			files[path] = ""
		}
	}
	for path := range files {
		file, err := ReadOptions{KeepUp: true}.Read(path)
		if err != nil {
			t.Error(err)
			continue
		}
		checkFile(t, file)
		s := file.Surface
		if len(s.Vertices) != len(spot.Vertices) || s.FaceCount() != spot.FaceCount() || s.Degenerate != 0 || s.Topology() != spot.Topology() {
			t.Errorf("%s: %d vertices, %d polygons, %d degenerate, %+v", path, len(s.Vertices), s.FaceCount(), s.Degenerate, s.Topology())
			continue
		}
		must.Hold(t, slices.Equal(triangleSet(s), want), "%s: other triangles", path)
	}

	// The comparison sees differences: a moved vertex, a triangle turned over.
	moved, _ := Spot()
	moved.Vertices[7] = moved.Vertices[7].Add(model.Vec3{0, 2e-6, 0})
	turned, _ := Spot()
	turned.Corners[0], turned.Corners[1] = turned.Corners[1], turned.Corners[0]
	for name, s := range map[string]*mesh.Surface{"moved": moved, "turned": turned} {
		must.Hold(t, !slices.Equal(triangleSet(s), want), "%s: not noticed", name)
	}
}

// Every other surface that lies beside the project is read, too.
func TestOtherSharedSurfaces(t *testing.T) {
	const path = "../../../shared/meshes/stanford-bunny.obj"
	if _, err := os.Stat(path); err != nil {
		t.Skip("no meshes beside the project")
	}
	file := must.Get(Read(path))(t)
	checkFile(t, file)
	if s := file.Surface; s.FaceCount() != 69451 || len(s.Vertices) != 35947 {
		t.Errorf("%d vertices, %d polygons", len(s.Vertices), s.FaceCount())
	}
}

// foreignFiles are files as other programs write them, from their documentation: with the details that their
// readers must accept.
func foreignFiles() []struct{ name, text string } {
	const vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
	const information = `<InformationKey name="L2_NORM_RANGE" location="vtkDataArray" length="2"><Value index="0">0</Value><Value index="1">1.4</Value></InformationKey>`
	piece := func(points, cells string) string {
		return `<Piece NumberOfPoints="` + points + `" NumberOfCells="` + cells + `">`
	}
	const noPoints = `<Points><DataArray type="Float32" Name="Points" NumberOfComponents="3" format="ascii" RangeMin="1e+299" RangeMax="-1e+299"></DataArray></Points>` +
		`<Cells><DataArray type="Int64" Name="connectivity" format="ascii"></DataArray><DataArray type="Int64" Name="offsets" format="ascii"/><DataArray type="UInt8" Name="types" format="ascii"></DataArray></Cells></Piece>`
	const threePoints = `<PointData Scalars="s"><DataArray type="Float32" Name="s" format="ascii">1 nan 3</DataArray></PointData><CellData></CellData>` +
		`<Points><DataArray type="Float32" Name="Points" NumberOfComponents="3" format="ascii" RangeMin="0" RangeMax="1.4">`
	const oneTriangle = information + `</DataArray></Points><Cells><DataArray type="Int64" Name="connectivity" format="ascii">0 1 2 ` + information +
		`</DataArray><DataArray type="Int64" Name="offsets" format="ascii">3</DataArray><DataArray type="UInt8" Name="types" format="ascii">5</DataArray></Cells></Piece>`
	return []struct{ name, text string }{
		{"blender.obj", "# Blender 4.2.1\n# www.blender.org\nmtllib a b.mtl\no Plane\n" + vertices + "vn -0.0000 -0.0000 1.0000\nvt 0.0 0.0\nvt 1 1\n" +
			"s 0\nusemtl Material.001\nf 1/1/1 2/2/1 3/1/1\ns off\nf 1/1/1 3/1/1 4/2/1\n"},
		{"meshlab.obj", "####\n#\n# OBJ File Generated by Meshlab\n#\n####\n# Object x.obj\n#\n# Vertices: 4\n\n" +
			"vn 0.000000 0.000000 6.283185\nv 0 0 0 0.752941 0.752941 0.752941\nv 1 0 0 1 1 1\nv 1 1 0 1 1 1\nv 0 1 0 0 0 0\n# 4 vertices, 0 vertices normals\n\n" +
			"f 1//1 2//1 3//1\nf 1//1 3//1 4//1\n# 2 faces, 0 coords texture\n\n# End of File\n"},
		{"max.obj", "\r\n# 3ds Max Wavefront OBJ Exporter\r\nmtllib x.mtl\r\n\r\nv  0.0000 0.0000 0.0000\r\nv  1.0000 0.0000 -0.0000\r\nv  1 1 0\r\nv  0 1 0\r\n# 4 vertices\r\n\r\n" +
			"g Object001\r\nusemtl wire_177148027\r\ns 1\r\nf 1 2 3 \r\nf 1 3 4 \r\n# 2 polygons"},
		{"assimp.obj", "# File produced by Open Asset Import Library (http://www.assimp.sf.net)\n# (assimp v5.2.5)\n\nmtllib  x.obj.mtl\n\n# 4 vertex positions\n" +
			"v  0 0 0\nv  1 0 0\nv  1 1 0\nv  0 1 0\n\n# Mesh '' with 2 faces\ng \nusemtl DefaultMaterial\nf  1//1 2//1 3//1\nf  1 3 4\n"},
		{"zbrush.obj", "# File exported by ZBrush\n" + vertices + "#MRGB ffffffffffffffffffffffff\ng default\nusemtl defaultMat\nf 1 2 3\nf 1 3 4\n"},
		{"cad.stl", "solid \"part 1\"  ; by a CAD\n facet normal  -nan inf 1.e+00\n  OUTER LOOP\n vertex +0.0E+000 0 0\n vertex 1. 0 0\n vertex 1 1 .0\n endloop\n endfacet\n" +
			"facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid part 1\n"},
		{"blender.ply", "ply\nformat ascii 1.0\ncomment Created by Blender 2.93.1 - www.blender.org\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" +
			"property float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty float t\nelement face 2\nproperty list uchar uint vertex_indices\nend_header\n" +
			"0 0 0 0 0 1 0 0\n1 0 0 0 0 1 1 0\n1 1 0 0 0 1 1 1\n0 1 0 nan 0 1 0 1\n3 0 1 2\n3 0 2 3\n"},
		{"meshlab.ply", "ply\nformat ascii 1.0\ncomment VCGLIB generated\ncomment TextureFile a.png\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n" +
			"property uchar green\nproperty uchar blue\nproperty uchar alpha\nproperty float quality\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nproperty int texnumber\nend_header\n" +
			"0 0 0 1 2 3 255 0 \n1 0 0 1 2 3 255 0 \n1 1 0 1 2 3 255 0 \n0 1 0 1 2 3 255 0 \n3 0 1 2 6 0 0 1 0 1 1 0 \n3 0 2 3 0 0 \n"},
		{"geomview.off", "# made by hand\nCOFF\n# counts\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 1\n1 1 0 .5 .5 .5 1\n0 1 0 0 0 0 1\n3 0 1 2 0.8 0.8 0.8\n3 0 2 3 7\n"},
		{"paraview.vtk", "# vtk DataFile Version 5.1\nvtk output\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nTimeValue 1 1 double\n0.5 \nMETADATA\nINFORMATION 0\n\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 \n0 1 0 \nMETADATA\n" +
			"INFORMATION 2\nNAME L2_NORM_RANGE LOCATION vtkDataArray\nDATA 2 0 1.4 \nNAME L2_NORM_FINITE_RANGE LOCATION vtkDataArray\nDATA 2 0 1.4 \n\n" +
			"POLYGONS 3 6\nOFFSETS vtktypeint64\n0 3 6 \nCONNECTIVITY vtktypeint64\n0 1 2 0 2 3 \n\nCELL_DATA 2\nFIELD FieldData 1\nRegionId 1 2 vtktypeint64\n1 2 \nMETADATA\nINFORMATION 0\n\n"},
		{"grid.vtk", "# vtk DataFile Version 2.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0\n1 0 0\n1 1 0\n0 1 0\nCELLS 3 10\n3 0 1 2\n3 0 2 3\n1 0\nCELL_TYPES 3\n5 5 1\nPOINT_DATA 4\nSCALARS u double\nLOOKUP_TABLE default\n1\nnan\n3\n4\n"},
		{"pieces.vtu", `<?xml version="1.0"?>` + "\n<!-- made\n by <hand> -->\n" + `<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64"><UnstructuredGrid>` +
			`<FieldData><DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">0</DataArray></FieldData>` +
			piece("3", "1") + threePoints + "0 0 0 1 0 0 1 1 0" + oneTriangle + piece("0", "0") + noPoints + piece("3", "1") + threePoints + "0 0 0 1 1 0 0 1 0" + oneTriangle +
			`</UnstructuredGrid></VTKFile>`},
		{"parametric.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Comments\n$Nodes is no section here\n$EndComments\n$PartitionedEntities\n1\n0\n0 0 0 0\n$EndPartitionedEntities\n" +
			"$Nodes\n2 4 1 9\n1 1 1 2\n1\n9\n0 0 0 0.5\n1 0 0 0.75\n2 1 1 2\n3\n4\n1 1 0 0.1 0.2\n0 1 0 0.3 0.4\n$EndNodes\n" +
			"$Elements\n2 3 1 3\n0 1 15 1\n1 1\n2 1 2 2\n2 1 9 3\n3 1 3 4\n$EndElements\n$NodeData\n1\n\"u\"\n1\n0.0\n3\n0\n1\n1\n1 3\n$EndNodeData\n"},
		{"partitioned.msh", "$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Nodes\r\n4\r\n10 0 0 0\r\n20 1 0 0\r\n30 1 1 0\r\n40 0 1 0\r\n$EndNodes\r\n" +
			"$Elements\r\n3\r\n1 15 2 0 1 10\r\n2 2 5 0 1 2 1 -2 10 20 30\r\n7 2 0 10 30 40\r\n$EndElements\r\n$Periodic\r\n0\r\n$EndPeriodic"},
		{"mmg.mesh", "MeshVersionFormatted\n2\n\n\nDimension\n3\n\n\nVertices\n4\n0 0 0 1\n1 0 0 1\n1 1 0 2\n0 1 0 0\n\n\nCorners\n2\n1\n2\n\nRequiredVertices\n1\n1\n\nTriangles\n2\n1 2 3 5\n1 3 4 5\n\nRidges\n1\n1\n\nEdges\n0\n\n" +
			"Normals\n1\n0 0 1\n\nNormalAtVertices\n1\n1 1\n\nTangents\n1\n1e-3 0 0\n\nTangentAtVertices\n1\n1 1\n\nEnd\n"},
	}
}

// Every one of them is the square of two triangles.
func TestForeignFiles(t *testing.T) {
	for _, c := range foreignFiles() {
		f, err := parse(t, ReadOptions{Weld: 1e-9}, c.name, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		checkFile(t, f)
		checkLabels(t, f)
		if len(f.Surface.Vertices) != 4 || f.Surface.FaceCount() != 2 || math.Abs(f.Surface.Area()-1) > 1e-7 {
			t.Errorf("%s: %d vertices, %d polygons of %g m²", c.name, len(f.Surface.Vertices), f.Surface.FaceCount(), f.Surface.Area())
		}
	}
}

// npyBytes is one array as NumPy writes it.
func npyBytes(descr, order, shape string, version byte, data []byte) []byte {
	header := fmt.Sprintf("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape)
	width := 2
	if version > 1 {
		width = 4
	}
	for (8+width+len(header)+1)%64 != 0 {
		header += " "
	}
	header += "\n"
	out := append([]byte("\x93NUMPY"), version, 0)
	if version == 1 {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(header)))
	} else {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(header)))
	}
	return append(append(out, header...), data...)
}

// Arrays come in any order of axes and bytes, as any numbers, and beside some that hold
// none at all.
func TestForeignNPZ(t *testing.T) {
	put := func(order binary.ByteOrder, values ...any) []byte {
		var b bytes.Buffer
		for _, v := range values {
			must.Do(t, binary.Write(&b, order, v))
		}
		return b.Bytes()
	}
	big, little := binary.BigEndian, binary.LittleEndian
	arrays := map[string][]byte{
		// Masses at (0, 0, 0), (3, 0, 0) and (3, 4, 0), column by column.
		"positions":   npyBytes("'>f4'", "True", "(3, 3)", 1, put(big, []float32{0, 3, 3, 0, 0, 4, 0, 0, 0})),
		"ends":        npyBytes("'>u2'", "True", "(2, 2)", 2, put(big, []uint16{0, 1, 1, 2})),
		"masses":      npyBytes("'<f2'", "False", "(3,)", 3, put(little, []uint16{0x3c00, 0x4000, 0x4200})), // 1, 2, 3
		"stiffness":   npyBytes("'<i8'", "False", "()", 1, put(little, int64(500))),
		"rest_length": npyBytes("'>f8'", "False", "(2, 1)", 1, put(big, []float64{2.5, 4})),
		"pinned":      npyBytes("'|b1'", "False", "(3,)", 1, []byte{1, 0, 0}),
		"author":      npyBytes("'<U5'", "False", "()", 1, make([]byte, 20)),
		"settings":    npyBytes("'|O'", "False", "()", 1, []byte("\x80\x04N.")),
		"table":       npyBytes("[('a', '<f4'), ('b', '<i4')]", "False", "(1,)", 1, make([]byte, 8)),
		"complex":     npyBytes("'<c16'", "False", "(1,)", 1, make([]byte, 16)),
	}
	pack := func() []byte {
		var file bytes.Buffer
		archive := zip.NewWriter(&file)
		for _, name := range []string{"author", "positions", "ends", "masses", "stiffness", "rest_length", "pinned", "settings", "table", "complex"} {
			w, err := archive.CreateHeader(&zip.FileHeader{Name: name + ".npy", Method: zip.Deflate})
			if err == nil {
				_, err = w.Write(arrays[name])
			}
			must.Do(t, err)
		}
		must.Do(t, archive.Close())
		return file.Bytes()
	}
	data := pack()
	f := must.Get(ReadOptions{}.ReadStream(bytes.NewReader(data), int64(len(data)), "x.npz"))(t)
	m := f.Structure
	must.Do(t, m.Validate())
	if fmt.Sprint(m.RestPosition, m.Ends, m.Mass, m.RestLength, m.Pin, m.Materials[1].Stiffness) !=
		"[[0 0 0] [3 0 0] [3 4 0]] [[0 1] [1 2]] [1 2 3] [2.5 4] [7 0 0] 500" {
		t.Errorf("%v %v %v %v %v %v", m.RestPosition, m.Ends, m.Mass, m.RestLength, m.Pin, m.Materials)
	}
	must.Hold(t, len(f.Notes) == 1 && strings.Contains(f.Notes[0], `"author", "complex", "settings", "table"`), "notes %q", f.Notes)
	arrays["masses"] = arrays["author"]
	data = pack()
	must.Say(t, "masses of text", must.Err((ReadOptions{}).ReadStream(bytes.NewReader(data), int64(len(data)), "x.npz")), `array "masses" has numbers of type "<U5"`)
}

// A file of LAMMPS of a molecular system, by write_data.
func TestForeignLAMMPS(t *testing.T) {
	const text = "LAMMPS data file via write_data, version 2 Aug 2023, timestep = 100, units = si\n\n3 atoms\n2 atom types\n2 bonds\n1 bond types\n1 angles\n1 angle types\n1 extra bond per atom\n\n" +
		"-1 5 xlo xhi\n-1 5 ylo yhi\n-1 5 zlo zhi\n\nAtom Type Labels\n\n1 C\n2 H\n\nBond Type Labels\n\n1 C-H\n\nMasses\n\n1 12.01 # C\n2 1.008\n\nPair Coeffs # lj/cut\n\n1 1 1\n2 1 1\n\n" +
		"Bond Coeffs # harmonic\n\n1 250 1.1\n\nAngle Coeffs # harmonic\n\n1 30 109\n\nAtoms # molecular\n\n3 1 2 2 1 0 0 0 0\n1 1 1 0 0 0 0 0 0\n2 1 1 1 0 0 0 0 0\n\nVelocities\n\n1 0 0 1\n2 0 0 0\n3 0 0 0\n\n" +
		"Bonds\n\n1 1 1 2\n2 1 2 3\n\nAngles\n\n1 1 1 2 3\n"
	f := must.Get(readText(t, text, "x.data"))(t)
	m := f.Structure
	if m.MassCount() != 3 || m.SpringCount() != 2 || m.Materials[1].Stiffness != 500 || m.RestLength[0] != 1.1 || m.Mass[0] != 1.008 {
		t.Errorf("%d masses, %d springs, %v, %v", m.MassCount(), m.SpringCount(), m.Materials, m.Mass)
	}
}
