package format

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/must"
)

// Files of other programs with rarer content than the other tests have.

// A quad whose two corners at a pole are one vertex is a triangle, as in spheres of
// quads: without it there would be a hole.
func TestQuadsAtPoles(t *testing.T) {
	// Three quads around a corner that the file has three times, and a base.
	const ply = "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n" +
		"element face 4\nproperty list uchar int vertex_indices\nproperty int label\nend_header\n" +
		"0 0 1\n0 0 1\n0 0 1\n0 0 0\n1 0 0\n0 1 0\n4 0 3 4 1 7\n4 1 4 5 2 8\n4 2 5 3 0 9\n3 3 5 4 1\n"
	const obj = "v 0 0 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 1\nf 1 1 3 4\nf 1 4 4 2\nf 2 4 3\nf 1 2 2 1\nf 1 2 1 3\n"
	const vtk = "# vtk DataFile Version 3.0\nx\nascii\ndataset polydata\npoints 4 float\n0 0 1 0 0 0 1 0 0 0 1 0\n" +
		"polygons 4 19\n4 0 1 2 0\n4 0 0 2 3\n4 0 3 3 1\n3 1 3 2\n"
	const off = "OFF\n4 4 0\n0 0 1\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2 0\n4 0 0 2 3\n4 0 3 3 1\n3 1 3 2\n"
	for name, text := range map[string]string{"a.ply": ply, "a.obj": obj, "a.vtk": vtk, "a.off": off} {
		f, err := parse(t, ReadOptions{}, name, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Weld()
		if topology := f.Surface.Topology(); f.Surface.FaceCount() != 4 || topology.Boundary != 0 {
			t.Errorf("%s: %d polygons with %d open edges; want 4 and none", name, f.Surface.FaceCount(), topology.Boundary)
		}
		degenerate := 0
		if name == "a.obj" {
			degenerate = 2 // one of two corners, and one that passes a vertex twice
		}
		must.Hold(t, int(f.Surface.Degenerate) == degenerate, "%s: %d degenerate; want %d", name, f.Surface.Degenerate, degenerate)
		if name == "a.ply" && fmt.Sprint(f.FaceLabels) != "[7 8 9 1]" {
			t.Errorf("labels %v", f.FaceLabels)
		}
	}
}

// Comments that touch the last number, and `fo` for faces.
func TestOldOBJ(t *testing.T) {
	f := must.Get(parse(t, ReadOptions{}, "a.obj", []byte("v 0 0 0# first\ng a#b\nv 1 0 0 #\nv 0 1 0\nfo 1 2 3#4\nl 1 2# 3\n")))(t)
	if f.Surface.FaceCount() != 1 || len(f.Surface.Lines) != 1 || f.LabelNames[0].Name != "a#b" {
		t.Errorf("%d polygons, lines %v, names %v", f.Surface.FaceCount(), f.Surface.Lines, f.LabelNames)
	}
}

// Gmsh writes the place of nodes on their geometry when asked to: $ParametricNodes in
// version 2.
func TestGmshParametricNodes(t *testing.T) {
	const tail = "\n$EndParametricNodes\n$Elements\n1\n"
	text := "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$ParametricNodes\n4\n1 0 0 0 0 1\n2 1 0 0 1 5 0.5\n3 0 1 0 2 6 0.5 0.25\n4 0 0 1 3 1" +
		tail + "1 4 2 7 1 1 2 3 4\n$EndElements\n"
	var raw bytes.Buffer
	raw.WriteString("$MeshFormat\n2.2 1 8\n")
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&raw, binary.LittleEndian, v) // to memory
		}
	}
	put(int32(1))
	raw.WriteString("\n$EndMeshFormat\n$ParametricNodes\n4\n")
	put(int32(1), []float64{0, 0, 0}, []int32{0, 1})
	put(int32(2), []float64{1, 0, 0}, []int32{1, 5}, 0.5)
	put(int32(3), []float64{0, 1, 0}, []int32{2, 6}, []float64{0.5, 0.25})
	put(int32(4), []float64{0, 0, 1}, []int32{3, 1})
	raw.WriteString(tail)
	put([]int32{4, 1, 2, 1, 7, 1, 1, 2, 3, 4})
	raw.WriteString("\n$EndElements\n")
	for name, data := range map[string]string{"text.msh": text, "raw.msh": raw.String()} {
		f, err := parse(t, ReadOptions{}, name, []byte(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(f.Tets) != 1 || !slices.Equal(f.TetLabels, []int32{7}) || f.Surface.Vertices[3][2] != 1 {
			t.Errorf("%s: tetrahedra %v, labels %v, vertices %v", name, f.Tets, f.TetLabels, f.Surface.Vertices)
		}
	}
}

// Partitioned meshes have their physical groups at the pieces, or at the entities those were cut from.
func TestGmshPartitions(t *testing.T) {
	const text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n3 4 \"four\"\n3 5 \"five\"\n$EndPhysicalNames\n" +
		"$Entities\n0 0 0 2\n1 0 0 0 1 1 1 1 4 0\n2 0 0 0 1 1 1 1 5 0\n$EndEntities\n" +
		"$PartitionedEntities\n2\n1\n9 1\n0 0 1 3\n7 3 1 2 1 2 0 0 0 1 1 1 0 0\n" +
		"3 3 1 1 1 0 0 0 1 1 1 0 0\n4 3 1 1 2 0 0 0 1 1 1 1 5 1 7\n5 3 9 1 2 0 0 0 1 1 1 0 0\n$EndPartitionedEntities\n" +
		"$Nodes\n1 6 1 6\n3 3 0 6\n1\n2\n3\n4\n5\n6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n0 0 -1\n$EndNodes\n" +
		"$Elements\n3 3 1 3\n3 3 4 1\n1 1 2 3 4\n3 4 4 1\n2 2 3 4 5\n3 5 4 1\n3 1 3 2 6\n$EndElements\n"
	f := must.Get(parse(t, ReadOptions{}, "a.msh", []byte(text)))(t)
	must.Hold(t, slices.Equal(f.TetLabels, []int32{4, 5, 0}), "labels %v; want 4 of the parent, 5 of its own, none", f.TetLabels)
}

// Names in XML hold references; CDATA holds none.
func TestXMLReferences(t *testing.T) {
	const robot = `<VXA><VXC><Lattice><Lattice_Dim>0.01</Lattice_Dim></Lattice><Palette>` +
		`<Material ID="1"><Name>soft &amp; wet &#x3b1;</Name><Elastic_Mod>1e5</Elastic_Mod><Density>1e3</Density></Material>` +
		`<Material ID="2"><Name>a<![CDATA[&amp;]]>&lt;b</Name><Elastic_Mod>1e5</Elastic_Mod><Density>1e3</Density></Material></Palette>` +
		`<Structure><X_Voxels>2</X_Voxels><Y_Voxels>1</Y_Voxels><Z_Voxels>1</Z_Voxels><Data><Layer>12</Layer></Data></Structure></VXC></VXA>`
	f := must.Get(readText(t, robot, "a.vxa"))(t)
	var names []string
	for _, g := range f.Structure.Groups {
		names = append(names, g.Name)
	}
	if want := []string{"soft & wet α", "a&amp;<b"}; !slices.Equal(names, want) {
		t.Errorf("groups %q; want %q", names, want)
	}
}

// Files that belong together are found compressed, too.
func TestCompressedSidecars(t *testing.T) {
	folder := fstest.MapFS{
		"a.node.gz": {Data: zipped(t, []byte("4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"))},
		"a.ele.gz":  {Data: zipped(t, []byte("1 4 0\n1 1 2 3 4\n"))},
		"b.node":    {Data: []byte("4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n")},
		"b.ele.gz":  {Data: zipped(t, []byte("1 4 0\n1 1 2 3 4\n"))},
		"c.ele.gz":  {Data: zipped(t, []byte("1 4 0\n1 1 2 3 9\n"))},
		"c.node.gz": {Data: zipped(t, []byte("4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"))},
	}
	for _, name := range []string{"a.node.gz", "a.ele.gz", "b.node", "b.ele.gz"} {
		f, err := ReadFS(folder, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if len(f.Tets) != 1 || math.Abs(enclosed(f.Surface)-1./6) > 1e-15 { // one rounding
			t.Errorf("%s: %v", name, f.Tets)
		}
	}
	if _, err := ReadFS(folder, "c.node.gz"); err == nil || !strings.HasPrefix(err.Error(), "c.ele.gz:2: ") {
		t.Errorf("a fault in the compressed half: %v", err)
	}
}

// VoxCAD writes layers of bytes in base64 and of zlib data in base64, too.
func TestVoxCADCompressions(t *testing.T) {
	plain := must.Get(readText(t, vxaRobot, "a.vxa"))(t)
	packed := func(compression string, pack func([]byte) []byte) string {
		text := strings.Replace(vxaRobot, "ASCII_READABLE", compression, 1)
		before, data, _ := strings.Cut(text, "<Data>")
		data, after, _ := strings.Cut(data, "</Data>")
		var layers strings.Builder
		for layer := range strings.SplitSeq(data, "<![CDATA[") {
			if digits, _, found := strings.Cut(layer, "]]>"); found {
				bytes := []byte(digits)
				for i := range bytes {
					bytes[i] -= '0'
				}
				coded := base64.StdEncoding.EncodeToString(pack(bytes))
				layers.WriteString("<Layer><![CDATA[" + coded[:3] + "\n" + coded[3:] + "]]></Layer>")
			}
		}
		return before + "<Data>" + layers.String() + "</Data>" + after
	}
	deflated := func(data []byte) []byte {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		_, _ = z.Write(data) // to memory
		_ = z.Close()
		return out.Bytes()
	}
	whole := func(data []byte) []byte { return data }
	for name, text := range map[string]string{"base64.vxa": packed("BASE64", whole), "zlib.vxa": packed("ZLIB", deflated)} {
		f, err := readText(t, text, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(f.Structure.RestPosition, plain.Structure.RestPosition) || !slices.Equal(f.Structure.Ends, plain.Structure.Ends) ||
			!slices.Equal(f.Structure.MaterialOf, plain.Structure.MaterialOf) {
			t.Errorf("%s gives another robot", name)
		}
	}

	// Broken, too long, and a bomb: 32 MiB out of 32 KiB.
	bomb := strings.NewReplacer("<X_Voxels>3<", "<X_Voxels>4096<", "<Y_Voxels>2<", "<Y_Voxels>8192<").
		Replace(packed("ZLIB", func([]byte) []byte { return deflated(make([]byte, 1<<12*1<<13)) }))
	for want, text := range map[string]string{
		"layer 1: illegal base64":         strings.Replace(packed("BASE64", whole), "<Layer><![CDATA[", "<Layer><![CDATA[*", 1),
		"layer 1: zlib: ":                 packed("ZLIB", whole),
		"has material 250":                packed("BASE64", func(b []byte) []byte { b[0] = 250; return b }),
		"layer 1 has 7 voxels":            packed("ZLIB", func(b []byte) []byte { return deflated(append(b, 1, 1, 1)) }),
		"would grow more than 200 times;": bomb,
	} {
		must.Say(t, "", must.Err(readText(t, text, "a.vxa")), want)
	}
}
