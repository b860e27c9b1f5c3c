package format

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/mesh"
	"hooke/must"
)

// Broken and hostile files are refused with the place and a reason, in memory in
// proportion to their size.
func TestHostileVolumes(t *testing.T) {
	gmsh := "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
	vtk := "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"
	vtu := func(inside string) string {
		return `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid>` + inside + `</UnstructuredGrid></VTKFile>`
	}
	zlibVTU := `<VTKFile type="UnstructuredGrid" compressor="vtkZLibDataCompressor"><UnstructuredGrid><Piece NumberOfPoints="1" NumberOfCells="0"><Points>` +
		`<DataArray type="Float64" NumberOfComponents="3" format="binary">DATA</DataArray></Points></Piece></UnstructuredGrid></VTKFile>`
	medit := "MeshVersionFormatted 2\nDimension 3\n"
	lammps := "x\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n\nMasses\n\n1 1\n\n"
	for _, c := range []struct{ name, text, want string }{
		{"x.msh", gmsh + "$Nodes\n2147483647\n1 0 0 0\n", "x.msh:7: the file ends where a node's number should be"},
		{"x.msh", gmsh + "$Nodes\n4000000000\n", "x.msh:5: the number of nodes is 4000000000"},
		{"x.msh", gmsh + "$Nodes\n1\n1 0 nan 0\n$EndNodes\n", "x.msh:6: y of a node"},
		{"x.msh", gmsh + "$Nodes\n1\n1 0 1e999 0\n$EndNodes\n", "too large"},
		{"x.msh", gmsh + "$Nodes\n2\n1 0 0 0\n1 0 0 0\n$EndNodes\n", "number 1 is given twice"},
		{"x.msh", gmsh + "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 4 0 1 1 1 9\n$EndElements\n", "names node 9"},
		{"x.msh", gmsh + "$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 77 0 1 1 1 9\n", "element type 77 is not read"},
		{"x.msh", gmsh + "$Elements\n1\n", "$Elements before $Nodes"},
		{"x.msh", gmsh + "$Comments\n" + strings.Repeat("x", 1000), "ends inside $Comments"},
		{"x.msh", gmsh + "$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n$Elements\n0\n$EndElements\n", "3 vertices but no elements"},
		{"x.msh", "$MeshFormat\n4 0 8\n", "version 4; only 2.2 and 4.1"},
		{"x.msh", "$MeshFormat\n2.2 1 8\n\x07\x00\x00\x00\n", "byte order"},
		{"x.msh", "$MeshFormat\n4.1 1 8\n\x01\x00\x00\x00\n$EndMeshFormat\n$Nodes\n\xff\xff\xff\xff\xff\xff\xff\x7f", "x.msh: byte "},
		{"x.mesh", medit + "Vertices 2000000000\n1 2 3 0\n", "the file ends where x of a vertex"},
		{"x.mesh", medit + "Vertices 1\n1 2 3 0\nTetrahedra 1\n1 1 1 2 0\n", "names vertex 2; there are 1"},
		{"x.mesh", medit + "Vertices 1\n1 2 3 0\n7 7\n", "keyword"},
		{"x.meshb", "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00", "inside this one"},
		{"x.vtk", vtk + "POINTS 2000000000 float\n0 0 0\n", "the file ends where x of a point"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 inf\n", "z of a point"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 0\nCELLS 1 2000000000\n4 0 0 0 0\n", "announces"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 0\nCELLS 1 2\n1000000000 0 0 0 0\n", "more than the list announces"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 0\nCELLS 1 2\n1 7\nCELL_TYPES 1\n1\n", "names point 7"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 0\nCELLS 1 2\n1 0\nCELL_TYPES 1\n42\n", "type 42, which is not read"},
		{"x.vtk", vtk + "POINTS 1 float\n0 0 0\nCELLS 1 2\n1 0\n", "CELLS and CELL_TYPES must both"},
		{"x.vtk", "# vtk DataFile Version 3.0\nx\nASCII\nDATASET STRUCTURED_POINTS\n", "STRUCTURED_POINTS"},
		{"x.vtu", "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY a \"&b;&b;&b;\">]><VTKFile>&a;</VTKFile>", "document type"},
		{"x.vtu", vtu(strings.Repeat("<a>", 100000)), "inside each other"},
		{"x.vtu", vtu("<Piece NumberOfPoints=\"99999999999\">"), "NumberOfPoints is 99999999999"},
		{"x.vtu", vtu("<Piece NumberOfPoints=\"2147483647\" NumberOfCells=\"0\"></Piece>"), "announced"},
		{"x.vtu", vtu("<Piece></Wrong>"), "does not close"},
		{"x.vtu", vtu("<Piece "), "< inside a tag"},
		{"x.vtu", vtu("<Piece a=1>"), "no value in quotes"},
		{"x.vtu", "<VTKFile type=\"ImageData\"></VTKFile>", "ImageData"},
		// Compressed data: 3 words of header that announce 2 GB, blocks that are none, and a cut one.
		{"x.vtu", strings.Replace(zlibVTU, "DATA", "AQAAAAAAAIAAAAAACAAAAA==eJwAAAAA", 1), "Points"},
		{"x.vtu", strings.Replace(zlibVTU, "DATA", "////f////3////9/", 1), "its size should be"},
		{"x.vtu", strings.Replace(zlibVTU, "DATA", "AQAAABgAAAAAAAAACQAAAA==eJxj", 1), "Points"},
		{"x.vtu", strings.Replace(zlibVTU, "DATA", "A!", 1), "is no base64"},
		{"x.data", lammps + "Atoms\n\n1 1 1 0\n", "x.data:13: Atoms: 4 columns"},
		{"x.data", lammps + "Atoms # dipole\n\n1 1 1 0 0 0\n", "atom style"},
		{"x.data", "x\n2000000000 atoms\n1 atom types\n\nAtoms # bond\n\n1 1 1 0 0 0\n", "the file ends after 1 of 2000000000"},
		{"x.data", "x\n1 atoms\n100000 bond types\n", "at most 65535"},
		{"x.data", lammps + "Bond Coeffs # fene\n\n1 1 1\n", "only harmonic"},
		{"x.data", lammps + "Atoms # bond\n\n1 1 1 0 0 0\n1 1 1 1 0 0\n\nBonds\n\n1 1 1 2\n", "number 1 is given twice"},
		{"x.data", lammps + "Atoms # bond\n\n1 1 1 0 0 0\n2 1 1 1 0 0\n\nBonds\n\n1 1 1 3\n", "one of them does not exist"},
		{"x.data", lammps + "Atoms # bond\n\n1 1 1 0 0 0\n2 1 1 1 0 0\n\nBonds\n\n1 1 1 1\n", "both ends are mass 0"},
		{"x.vxa", strings.Replace(vxaRobot, "110020", "1100", 1), "layer 1 has 4 voxels"},
		{"x.vxa", strings.Replace(vxaRobot, "110020", "110090", 1), "material '9'"},
		{"x.vxa", strings.Replace(vxaRobot, "<X_Voxels>3", "<X_Voxels>2000000000", 1), "layer 1"},
		{"x.vxa", strings.Replace(vxaRobot, "<Z_Voxels>2", "<Z_Voxels>2000000", 1), "announced"},
		{"x.vxa", strings.Replace(vxaRobot, "ASCII_READABLE", "QT_ZLIB", 1), "QT_ZLIB"},
		{"x.vxa", strings.Replace(vxaRobot, "1e6", "nan", 1), "finite number"},
		{"x.vxa", strings.Replace(vxaRobot, "<TempAmp>39", "<TempAmp>1e300", 1), "must be less than 1"},
		{"x.vxd", "<VXD><Structure/></VXD>", "base.vxa"},
		{"x.node", "1 3 0 0\n0 0 0 0\n", "vertices alone"},
		{"x.ele", "1 4 0 0\n0 0 0 0\n", "needs the file"},
	} {
		for _, ends := range []string{"\n", "\r\n"} {
			text := c.text
			if !strings.Contains(c.text, "\x00") {
				text = strings.ReplaceAll(c.text, "\n", ends)
			}
			checkRead(t, len(text), func() (*mesh.File, error) {
				f, err := readText(t, text, c.name)
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s %.60q: %v, want %q", c.name, c.text, err, c.want)
				}
				return f, err
			})
		}
	}
	must.Say(t, "LZ4", must.Err(Read(filepath.Join(volumeFolder, "refused-lz4.vtu"))), "vtkLZ4DataCompressor")
	// Text has nothing that is compressed, whatever the file names.
	const lz4 = `<VTKFile compressor="vtkLZ4DataCompressor" `
	text := must.Get(os.ReadFile(filepath.Join(volumeFolder, "cube-ascii-32-little.vtu")))(t)
	if f, err := readText(t, strings.Replace(string(text), "<VTKFile ", lz4, 1), "a.vtu"); err != nil || len(f.Tets) != 24 {
		t.Errorf("text that names LZ4: %v", err)
	}
	poly := lz4 + `type="PolyData"><PolyData><Piece NumberOfPoints="3" NumberOfPolys="1"><Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 1 0</DataArray></Points>` +
		`<Polys><DataArray type="Int32" Name="connectivity" format="ascii">0 1 2</DataArray><DataArray type="Int32" Name="offsets" format="ascii">3</DataArray></Polys></Piece></PolyData></VTKFile>`
	if f, err := readText(t, poly, "a.vtp"); err != nil || f.Surface.FaceCount() != 1 {
		t.Errorf("text that names LZ4: %v", err)
	}
	must.Say(t, "one array that LZ4 compressed", must.Err(readText(t, strings.Replace(poly, `format="ascii">3<`, `format="binary">BAAAAAMAAAA=<`, 1), "a.vtp")), "vtkLZ4DataCompressor")
}

// Text that ends in its last number may be cut off inside it; that is told, and of nothing
// else.
func TestTextThatEndsInANumber(t *testing.T) {
	for _, c := range []struct {
		name, text string
		told       bool
	}{
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1.25\nf 1 2 3\nf 1 2 4", true},
		{"a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0.", true},
		{"a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 -0", true},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", false},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 ", false},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n# e", false},
		{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no part2", false},
		{"a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2", true},
		{"a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a", false},
		{"a.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 5", true},
	} {
		for _, text := range []string{c.text, string(zipped(t, []byte(c.text)))} {
			file, err := readText(t, text, c.name)
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
				continue
			}
			if told := strings.Contains(strings.Join(file.Notes, "\n"), c.name+" ends without a line end behind its last number: it may be cut off"); told != c.told {
				t.Errorf("%q: notes %q, want it told %v", c.text, file.Notes, c.told)
			}
		}
	}
}

// Every text file is read the same with Windows line ends, without its last newline
// and with a byte order mark; and cut off anywhere it is an error or still whole.
func TestVolumeTextVariants(t *testing.T) {
	for _, name := range []string{"cube-22-ascii.msh", "cube-41-ascii.msh", "cube-gmsh.mesh", "cube-42-ascii.vtk", "cube-51-ascii.vtk", "cube-ascii-32-little.vtu"} {
		data := must.Get(os.ReadFile(filepath.Join(volumeFolder, name)))(t)
		text := string(data)
		for what, variant := range map[string]string{
			"CRLF":   strings.ReplaceAll(text, "\n", "\r\n"),
			"no \\n": strings.TrimRight(text, "\n"),
			"BOM":    "\ufeff" + text,
		} {
			f, err := readText(t, variant, name)
			if err != nil || len(f.Tets) != 24 {
				t.Errorf("%s with %s: %v", name, what, err)
			}
		}
	}
}

// Cut off anywhere (at every third byte), a file is an error or has lost nothing that counts: never a
// smaller mesh without a word.
func TestCutVolumes(t *testing.T) {
	for _, name := range []string{"cube-22-binary.msh", "cube-41-binary.msh", "cube-41-ascii.msh", "cube-meshio.meshb", "cube-gmsh.mesh",
		"cube-51-binary.vtk", "cube-42-ascii.vtk", "cube-raw-zlib-64-big.vtu", "cube-inline-zlib-32-little.vtu", "cube-base64-32-big.vtu", "tets.npz"} {
		data := must.Get(os.ReadFile(filepath.Join(volumeFolder, name)))(t)
		for n := 0; n < len(data); n += 3 {
			f, err := ReadOptions{}.ReadStream(bytes.NewReader(data[:n]), int64(n), name)
			if err == nil && strings.Contains(strings.Join(f.Notes, ""), "may be cut off") {
				continue
			}
			if err == nil && (len(f.Tets) != 24 || len(f.Surface.Vertices) != 15) {
				t.Errorf("%s cut to %d of %d bytes: %d tetrahedra of %d vertices and no error", name, n, len(data), len(f.Tets), len(f.Surface.Vertices))
				break
			}
		}
	}
}

// TetGen's lines are checked, and files outside the folder are not looked for.
func TestHostileTetGen(t *testing.T) {
	node := "4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1"
	for _, c := range []struct{ node, ele, want string }{
		{node, "1 4\n0 0 1 2 3", ""},
		{node, "1 4\r\n0 0 1 2 3\r\n", ""},
		{node, "2000000000 4\n0 0 1 2 3", "the file ends"},
		{node, "1 4\n0 0 1 2 4", "x.ele:2: vertex 4 does not exist"},
		{node, "1 4\n0 -1 1 2 3", "vertex -1 does not exist"},
		{node, "2 4\n0 0 1 2\n1 0 1 2 3", "where"},
		{node, "1 5\n0 0 1 2 3 4", "tetrahedra of 5 nodes"},
		{"2 2 0 0\n0 0 0\n1 0 0", "", "dimension 2"},
		{"2 3 0 0\n0 0 0 0\n5 0 0 0", "", "vertex 5 where 1 should be"},
		{"1 3 0 0\n0 0 NaN 0", "", "not a finite number"},
	} {
		folder := fstest.MapFS{"x.node": {Data: []byte(c.node)}, "x.ele": {Data: []byte(c.ele)}}
		f, err := ReadFS(folder, "x.ele")
		if c.want == "" && (err != nil || len(f.Tets) != 1) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.ele, err, c.want)
		}
	}
	must.Say(t, "vertices alone", must.Err(ReadFS(fstest.MapFS{"x.node": {Data: []byte(node)}}, "x.node")), "vertices alone")
}

// A .vxd file takes its missing parts from base.vxa.
func TestVXD(t *testing.T) {
	structure := vxaRobot[strings.Index(vxaRobot, "<Structure") : strings.Index(vxaRobot, "</Structure>")+len("</Structure>")]
	folder := fstest.MapFS{
		"base.vxa":  {Data: []byte(strings.Replace(vxaRobot, structure, "", 1))},
		"robot.vxd": {Data: []byte("<VXD>" + strings.Replace(structure, "110020", "110000", 1) + "</VXD>")},
	}
	f, err := ReadFS(folder, "robot.vxd")
	must.Hold(t, err == nil && f.Structure.MassCount() == 3, "%v", err)
}

// NaN among binary numbers is found where it is.
func TestBinaryNaN(t *testing.T) {
	for _, name := range []string{"cube-22-binary.msh", "cube-41-binary.msh", "cube-meshio.meshb"} {
		data := must.Get(os.ReadFile(filepath.Join(volumeFolder, name)))(t)
		// 1/3 is z of the lowest vertices.
		third := "\x55\x55\x55\x55\x55\x55\xd5\x3f"
		text := strings.Replace(string(data), third, "\x00\x00\x00\x00\x00\x00\xf8\x7f", -1)
		must.Say(t, name, must.Err(readText(t, text, name)), name+": byte ", "z of a", "is NaN")
	}
}
