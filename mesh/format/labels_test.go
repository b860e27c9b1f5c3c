package format

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
)

// told returns the groups of LabelGroups, as "name: vertices | faces".
func told(t *testing.T, f *mesh.File) (out []string) {
	t.Helper()
	groups := must.Get(f.LabelGroups())(t)
	for _, g := range groups {
		out = append(out, fmt.Sprintf("%s: %v | %v", g.Name, g.Vertices, g.Faces))
	}
	return out
}

// These files have elements in two physical groups: in version 2.2 the element is there
// twice, in 4.1 its piece of geometry names both.
const (
	twoGroups = "$PhysicalNames\n4\n2 3 \"left\"\n2 4 \"both\"\n3 7 \"bulk\"\n3 8 \"inner\"\n$EndPhysicalNames\n"
	twice22   = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + twoGroups + "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n" +
		"$Elements\n3\n1 2 2 3 1 1 2 3\n2 2 2 4 1 1 2 3\n3 2 2 4 2 1 3 4\n$EndElements\n"
	twice41 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 3 \"left\"\n2 4 \"both\"\n1 5 \"edges\"\n$EndPhysicalNames\n" +
		"$Entities\n0 1 2 0\n1 0 0 0 1 0 0 2 5 6 0\n1 0 0 0 1 1 0 3 4 -3 9 0\n2 0 0 0 1 1 0 1 4 0\n$EndEntities\n" +
		"$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n$EndNodes\n" +
		"$Elements\n3 3 1 3\n2 1 2 1\n1 1 2 3\n2 2 2 1\n2 1 3 4\n1 1 1 1\n3 1 2\n$EndElements\n"
	overlap22 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + twoGroups +
		"$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 1 1 0\n5 0 0 1\n6 1 0 1\n7 0 1 1\n8 1 1 1\n$EndNodes\n" +
		"$Elements\n13\n1 2 2 3 1 1 5 7\n2 2 2 3 1 1 7 3\n3 2 2 4 1 1 5 7\n4 2 2 4 1 1 7 3\n5 2 2 4 1 2 4 8\n6 2 2 4 1 2 8 6\n" +
		"7 4 2 7 1 1 2 4 8\n8 4 2 7 1 1 4 3 8\n9 4 2 7 1 1 3 7 8\n10 4 2 7 1 1 7 5 8\n11 4 2 7 1 1 5 6 8\n12 4 2 7 1 1 6 2 8\n13 4 2 8 1 1 2 4 8\n$EndElements\n"
)

// binaryTexts has texts of two lengths before the labels of its cells.
var binaryTexts = "# vtk DataFile Version 4.2\nx\nBINARY\nDATASET POLYDATA\nPOINTS 4 float\n" +
	string(bigEndian([]float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0})) + "\nPOLYGONS 2 8\n" + string(bigEndian([]int32{3, 0, 1, 2, 3, 0, 2, 3})) +
	"\nCELL_DATA 2\nFIELD FieldData 3\nname 1 2 string\n\xc4bone\x80\x64" + strings.Repeat("soft ", 20) + "\nfull 1 2 bit\n\x40\nRegionId 1 2 int\n" + string(bigEndian([]int32{0, 3})) + "\n"

func bigEndian(numbers any) []byte {
	b, err := binary.Append(nil, binary.BigEndian, numbers)
	if err != nil {
		panic(err)
	}
	return b
}

// Labels of every kind of file become groups, by name if they have one.
func TestLabelGroups(t *testing.T) {
	const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
	const plyHead = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
	const plyVertices = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
	const vtkHead = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 1 1 0 0 1 0\nPOLYGONS 2 8\n3 0 1 2\n3 0 2 3\n"
	vtu := func(data string) string {
		return `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian"><UnstructuredGrid><Piece NumberOfPoints="4" NumberOfCells="2">` + data +
			`<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 1 1 0 0 1 0</DataArray></Points>` +
			`<Cells><DataArray type="Int32" Name="connectivity" format="ascii">0 1 2 0 2 3</DataArray>` +
			`<DataArray type="Int32" Name="offsets" format="ascii">3 6</DataArray><DataArray type="UInt8" Name="types" format="ascii">5 5</DataArray></Cells>` +
			`</Piece></UnstructuredGrid></VTKFile>`
	}
	const msh = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 7 \"rim\"\n2 3 \"left part\"\n$EndPhysicalNames\n" +
		"$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n$Elements\n3\n1 1 2 7 1 2 3\n2 2 2 3 1 1 2 3\n3 2 2 4 1 1 3 4\n$EndElements\n"
	left, right := "[0 1 2] | [0]", "[0 2 3] | [1]"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"none.obj", square + "f 1 2 3\nf 1 3 4\n", nil},
		{"x.obj", square + "o Body\ng left leg\nusemtl soft rubber\nf 1 2 3\ng right\nf 1 3 4\ng\nl 1 2\n", []string{
			"Body: [0 1 2 3] | [0 1]", "left: " + left, "leg: " + left, "right: " + right, "soft rubber: [0 1 2 3] | [0 1]"}},
		{"lines.obj", square + "l 1 2\ng held\nl 2 3 4\n", []string{"held: [1 2 3] | []"}},
		{"repeated.obj", square + "g a\nf 1 2 3\ng b\nf 1 1 3\nf 2 3 1\nf 1 3 4\n", []string{"a: " + left, "b: [0 1 2 3] | [0 1]"}}, // labels stay in step with polygons left out
		{"x.ply", plyHead + "element face 2\nproperty list uchar int vertex_indices\nproperty int label\nend_header\n" + plyVertices + "3 0 1 2 5\n3 0 2 3 0\n",
			[]string{"faces/5: " + left}},
		{"better.ply", plyHead + "property uchar label\nelement face 2\nproperty uchar material_index\nproperty list uchar int vertex_indices\nproperty int region\nend_header\n" +
			"0 0 0 0\n1 0 0 1\n1 1 0 0\n0 1 0 1\n8 3 0 1 2 -5\n9 3 0 2 3 6\n", []string{"faces/-5: " + left, "faces/6: " + right, "vertices/1: [1 3] | []"}},
		{"scalars.vtk", vtkHead + "POINT_DATA 4\nVECTORS v float\n1 2 3 1 2 3 1 2 3 1 2 3\nSCALARS label int 1\nLOOKUP_TABLE default\n9 9 9 9\nCELL_DATA 2\nSCALARS region int\nLOOKUP_TABLE default\n0\n2\n",
			[]string{"faces/2: " + right}},
		{"field.vtk", vtkHead + "CELL_DATA 2\nFIELD FieldData 2\ntemperature 1 2 float\n1 2\nmaterial 1 2 int\n1\n2\n", []string{"faces/1: " + left, "faces/2: " + right}},
		{"strange.vtk", vtkHead + "CELL_DATA 2\nSCALARS region int 1\nLOOKUP_TABLE t\n1 1\nHYPER 3\n", []string{"faces/1: [0 1 2 3] | [0 1]"}},
		{"texts.vtk", strings.Replace(vtkHead, "DATASET POLYDATA\n", "DATASET POLYDATA\nFIELD FieldData 3\nwho 1 2 string\nsome%20name\n\nflags 1 3 bit\n0 1 1\nany 1 1 variant\n8 x\n", 1) +
			"CELL_DATA 2\nFIELD FieldData 3\nname 1 2 string\nbone\nsoft%20part\nfull 1 2 bit\n0 1\nRegionId 1 2 int\n0 3\n", []string{"faces/3: " + right}},
		{"binarytexts.vtk", binaryTexts, []string{"faces/3: " + right}},
		{"texts.vtu", vtu(`<FieldData><Array type="String" Name="who" NumberOfTuples="1" format="ascii">115 0</Array></FieldData>` +
			`<CellData><Array type="String" Name="name" format="ascii">97 0 98 0</Array><DataArray type="Int64" Name="PartId" format="ascii">0 4</DataArray></CellData>`),
			[]string{"faces/4: " + right}},
		{"cut.vtk", vtkHead + "CELL_DATA 2\nSCALARS region int 1\nLOOKUP_TABLE t\n1", nil},
		{"x.vtu", vtu(`<CellData><DataArray type="Float64" Name="material" format="ascii">1 2</DataArray><DataArray type="Int64" Name="PartId" format="ascii">0 4</DataArray></CellData>`),
			[]string{"faces/4: " + right}},
		{"x.vtp", `<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="4" NumberOfLines="1" NumberOfStrips="1" NumberOfPolys="1">` +
			`<CellData><DataArray type="Int32" Name="region" format="ascii">1 2 3</DataArray></CellData>` +
			`<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 1 1 0 0 1 0</DataArray></Points>` +
			`<Lines><DataArray type="Int32" Name="connectivity" format="ascii">1 3</DataArray><DataArray type="Int32" Name="offsets" format="ascii">2</DataArray></Lines>` +
			`<Strips><DataArray type="Int32" Name="connectivity" format="ascii">0 2 3</DataArray><DataArray type="Int32" Name="offsets" format="ascii">3</DataArray></Strips>` +
			`<Polys><DataArray type="Int32" Name="connectivity" format="ascii">0 1 2</DataArray><DataArray type="Int32" Name="offsets" format="ascii">3</DataArray></Polys>` +
			`</Piece></PolyData></VTKFile>`, []string{"faces/2: [0 1 2] | [1]", "faces/3: [0 2 3] | [0]", "lines/1: [1 3] | []"}},
		{"short.vtu", vtu(`<CellData><DataArray type="Int64" Name="PartId" format="ascii">4</DataArray></CellData>`), nil},
		{"twice.msh", twice22, []string{"both: [0 1 2 3] | [0 1]", "left: " + left}},
		{"twice41.msh", twice41, []string{"both: [0 1 2 3] | [0 1]", "edges: [0 1] | []", "faces/9: " + left, "left: " + left, "lines/6: [0 1] | []"}},
		{"overlap22.msh", overlap22, []string{"both: [0 1 2 3 4 5 6 7] | [3 5 6 7]", "bulk: [0 1 2 3 4 5 6 7] | []", "inner: [0 1 3 7] | []", "left: [0 2 4 6] | [3 5]"}},
		{"x.msh", msh, []string{"faces/4: " + right, "left part: " + left, "rim: [1 2] | []"}},
	} {
		f, err := parse(t, ReadOptions{}, c.name, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		checkFile(t, f)
		if got := told(t, f); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(got, "; "), strings.Join(c.want, "; "))
		}
	}
}

// Too many labels are refused, and too many names of an OBJ passed over with a note.
func TestLabelLimits(t *testing.T) {
	var many strings.Builder
	many.WriteString("v 0 0 0\nv 1 0 0\nv 0 1 0\n")
	for i := range mesh.MaxGroups + 1 {
		fmt.Fprintf(&many, "g %d\nl 1 %d\n", i, 2+i%2)
	}
	f := must.Get(parse(t, ReadOptions{}, "x.obj", []byte(many.String())))(t)
	must.Say(t, fmt.Sprintf("%d groups give", mesh.MaxGroups+1), must.Err(f.LabelGroups()), "4096 groups")

	var l mesh.PartLabels
	for i := range mesh.MaxPartLabels + 1 {
		l.Statement('g', scan.Fields{Rest: fmt.Append(nil, i)})
		if label := l.Label(); (label == 0) != (i == mesh.MaxPartLabels) || l.More != (i == mesh.MaxPartLabels) {
			t.Fatalf("combination %d has label %d", i, label)
		}
	}
}

// lammpsLabels is a file as LAMMPS writes it where types have labels, in any of its
// sections.
const lammpsLabels = "LAMMPS data file with type labels\n\n2 atoms\n1 bonds\n2 atom types\n1 bond types\n1 angle types\n\n" +
	"0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nAtom Type Labels\n\n1 C\n2 H\n\nBond Type Labels\n\n1 C-H\n\nAngle Type Labels\n\n1 H-C-H\n\nMasses\n\nC 1.5\nH 0.5\n\n" +
	"Bond Coeffs # harmonic\n\nC-H 50 1.0\n\nAtoms # molecular\n\n1 1 C 1 5 5\n2 1 H 2 5 5\n\nBonds\n\n1 C-H 1 2\n"

// lammpsEdges is a tilted box as OVITO writes it, with a bond that image flags unwrap.
const lammpsEdges = "# LAMMPS data file written by OVITO\n\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n\n" +
	"4 0.0 0.0 avec\n1 3 0.0 bvec\n0.5 0.25 2 cvec\n-1 -2 -3 abc origin\n\nMasses\n\n1 0.5\n\nAtoms # bond\n\n1 1 1 0 0 -1.5 0 0 0\n2 1 1 0 0 -2.875 0 0 1\n\nBonds\n\n1 1 1 2\n"

// A label of a type stands wherever its number may, beside types without one.
func TestLAMMPSTypeLabels(t *testing.T) {
	for name, text := range map[string]string{
		"labels": lammpsLabels, "numbers": strings.NewReplacer("H 0.5", "2 0.5", "1 C-H 1 2", "1 1 1 2", "C 1 5 5", "1 1 5 5").Replace(lammpsLabels),
	} {
		f, err := readText(t, text, "x.data")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m := f.Structure
		if !slices.Equal(m.Mass, []float64{1.5, 0.5}) || m.Materials[1].Stiffness != 100 || m.Materials[1].Name != "bond type C-H" || !slices.Equal(m.RestLength, []float64{1}) {
			t.Errorf("%s: masses %v, material %v, rest lengths %v; want 1.5 and 0.5 kg, 100 N/m, 1 m", name, m.Mass, m.Materials[1], m.RestLength)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"C 1.5", "N 1.5", "no label of the atom types"},
		{"2 H\n", "2 C\n", "stands for types 1 and 2"},
		{"2 H\n", "3 H\n", "the header has 2 atom types"},
		{"2 H\n", "2 2H\n", "begins with a digit"},
		{"2 H\n", "2 H 1\n", "one word"},
		{"1 C-H 1 2", "1 H 1 2", "no label of the bond types"},
	} {
		must.Say(t, c.new, must.Err(readText(t, strings.Replace(lammpsLabels, c.old, c.new, 1), "x.data")), c.want)
	}
}

// A box by its edges is read where LAMMPS would not turn it: orthogonal, or with tilts.
func TestLAMMPSBoxByEdges(t *testing.T) {
	f := must.Get(readText(t, lammpsEdges, "x.data"))(t)
	if got, want := f.Structure.RestPosition[1], (model.Vec3{0.5, 0.25, -0.875}); got != want {
		t.Errorf("the second mass is at %v, want %v: one tilted box higher", got, want)
	}
	for _, c := range []struct{ old, new, want string }{
		{"1 3 0.0 bvec", "0 3 0 bvec", ""},
		{"4 0.0 0.0 avec", "4 0.1 0 avec", "is turned"},
		{"1 3 0.0 bvec", "1 -3 0.0 bvec", "must be positive"},
		{"1 3 0.0 bvec\n", "", "needs all of"},
	} {
		_, err := readText(t, strings.Replace(lammpsEdges, c.old, c.new, 1), "x.data")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.new, err, c.want)
		}
	}
	// A bond to the nearest image is found in such a box, too.
	wrapped := strings.Replace(lammpsEdges, "-2.875 0 0 1", "-2.875 0 0 0", 1)
	must.Say(t, "a bond of 1.4 m in a box of 2 m", must.Err(readText(t, wrapped, "x.data")), "across the periodic box")
}
