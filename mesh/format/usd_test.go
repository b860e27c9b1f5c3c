package format

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format/usd"
	"hooke/mesh/scan"
	"hooke/model"
	"hooke/must"
)

// readUSD reads a layer.
func readUSD(t testing.TB, text string) (*mesh.File, error) {
	t.Helper()
	return ReadOptions{}.ReadStream(strings.NewReader(text), int64(len(text)), "x.usda")
}

// usdScene is a layer with all that the reader looks at: comments, values of every shape, units, nested
// transforms, a mirrored mesh, a class, an inactive and an invisible prim, samples.
const usdScene = `#usda 1.0
(
    "a scene"
    customLayerData = { string who = 'me'; dictionary more = { double[] x = [1, 2.5e3, -inf] } }
    defaultPrim = "World"
    metersPerUnit = 0.01; upAxis = "Z"
    subLayers = [@./other.usda@ (offset = 1), @@@an@odd.usda@@@]
)
# a comment { [ (
def Xform "World" ( kind = "component" prepend apiSchemas = ["PhysicsBodyAPI"] ) {
    float3 xformOp:scale:big = (2, 2, 2)
    double3 xformOp:translate = (100, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale:big"]
    /* and another ] */ custom rel material:binding = None
    def Mesh "Sheet" (customData = { int a = 3 }) {
        int[] faceVertexCounts = [3, 4]
        int[] faceVertexIndices = [0, 1, 2, 0, 2, 3, 4,]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 0.5, 0)] ( interpolation = "vertex" )
        normal3f[] normals.timeSamples = { 0: None, 1: [(0, 0, 1)] }
        texCoord2f[] primvars:st = [(0, 0)] (
            interpolation = "faceVarying"
        )
        asset inputs:file = @a b.png@
        color3f inputs:color.connect = </World/Sheet.outputs:rgb>
        uniform token subdivisionScheme = """none"""
        def GeomSubset "Rim" { uniform token elementType = "face" int[] indices = [1] }
        def GeomSubset "All" { int[] indices = [0, 1] }
        def GeomSubset "Points" { uniform token elementType = "point" int[] indices = [9] }
    }
    def Mesh "Mirrored" {
        uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform", "!invert!xformOp:translate:pivot"]
        double3 xformOp:translate:pivot = (0, 0, 300)
        matrix4d xformOp:transform = ( (-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (500, 0, 300, 1) )
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points.timeSamples = { 0: [(0, 0, 0), (100, 0, 0), (0, 100, 0)], 24: [(0, 0, 9), (1, 0, 9), (0, 1, 9)] }
    }
    def Mesh "Gone" ( active = false ) { int[] faceVertexCounts = [3] }
    def Mesh "Unseen" { token visibility = "invisible" point3f[] points = [(0, 0, 0)] }
    def Sphere "Ball" { double radius = 1 }
    over "Sheet" { float x = 1 }
    def Xform "Turned" {
        float3 xformOp:rotateXYZ = (90, 0, 90)
        uniform token[] xformOpOrder = ["xformOp:rotateXYZ"]
        def BasisCurves "Rope" {
            uniform token type = "linear"
            int[] curveVertexCounts = [3, 2]
            point3f[] points = [(0, 0, 50), (50, 0, 50), (50, 50, 50), (0, 0, 0), (0, 0, 1)]
        }
    }
}
class Mesh "Kind" { point3f[] points = [(0, 0, 0)] }
`

// A layer's meshes are placed by their transforms, in meters; what is not read is said.
func TestReadUSD(t *testing.T) {
	f := must.Get(readUSD(t, usdScene))(t)
	want := []model.Vec3{{1, 0, 0}, {1.02, 0, 0}, {1.02, 0.02, 0}, {1, 0.02, 0}, {0.98, 0.01, 0},
		{5, 0, 0}, {4, 0, 0}, {5, 1, 0},
		// (x, y, z) → x by 90°: (x, −z, y) → z by 90°: (z, x, y)
		{2, 0, 0}, {2, 1, 0}, {2, 1, 1}}
	s := f.Surface
	must.Hold(t, len(s.Vertices) == len(want), "vertices: %v", s.Vertices)
	for i, v := range want {
		must.Hold(t, s.Vertices[i].Sub(v).Len() < 1e-12, "vertex %d is at %v, want %v", i, s.Vertices[i], v)
	}
	must.BeAll(t, s.Corners, []uint32{0, 1, 2, 0, 2, 3, 4, 7, 6, 5}, "corners")
	must.BeAll(t, s.Lines, [][2]uint32{{8, 9}, {9, 10}, {0, 1}}, "lines")
	groups := map[string][]uint32{}
	for _, g := range must.Get(f.LabelGroups())(t) {
		groups[g.Name] = g.Faces
	}
	must.Hold(t, len(groups) == 4, "groups: %v", groups)
	for name, faces := range map[string][]uint32{"Sheet": {0, 1}, "Mirrored": {2}, "Rim": {1}, "All": {0, 1}} {
		must.BeAll(t, groups[name], faces, "polygons of "+name)
	}
	notes := strings.Join(f.Notes, "\n")
	for _, said := range []string{"1 of type invisible Mesh", "1 of type Sphere", "1 of type GeomSubset", "the first time sample"} {
		must.Hold(t, strings.Contains(notes, said), "notes lack %q:\n%s", said, notes)
	}
}

// usdBody is a deformable body as OmniPhysics describes it, in centimeters, with its material.
const usdBody = `#usda 1.0
( upAxis = "Y" metersPerUnit = 0.01 kilogramsPerUnit = 0.001 )
def Xform "Body" ( prepend apiSchemas = ["OmniPhysicsDeformableBodyAPI", "PhysxBaseDeformableBodyAPI"] ) {
    float omniphysics:mass = 3
    rel material:binding:physics = </Rubber>
    def TetMesh "Sim" ( prepend apiSchemas = ["OmniPhysicsVolumeDeformableSimAPI"] ) {
        int4[] tetVertexIndices = [(0, 1, 2, 3), (3, 2, 1, 4)]
        int3[] surfaceFaceVertexIndices = [(0, 2, 1)]
        point3f[] points = [(0, 0, 0), (100, 0, 0), (0, 100, 0), (0, 0, 100), (100, 100, 100)]
        uniform uint physxDeformableBody:solverPositionIterationCount = 16
    }
    def Mesh "Skin" { point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)] int[] faceVertexCounts = [3] int[] faceVertexIndices = [0, 1, 2] }
}
def Material "Rubber" ( prepend apiSchemas = ["OmniPhysicsDeformableMaterialAPI"] ) {
    float omniphysics:youngsModulus = 20000
    float omniphysics:poissonsRatio = 0.45
    float omniphysics:density = 1.2
    float omniphysics:dynamicFriction = 0.5
}
`

// A deformable body is its tetrahedra, with y up turned and the numbers of its material in SI units.
func TestReadUSDBody(t *testing.T) {
	f := must.Get(readUSD(t, usdBody))(t)
	must.BeAll(t, f.Surface.Vertices, []model.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {1, -1, 1}}, "vertices")
	must.Hold(t, len(f.Tets) == 2 && f.Surface.FaceCount() == 6 && f.UpNamed, "%d tetrahedra, %d faces", len(f.Tets), f.Surface.FaceCount())
	must.Near(t, f.Substance.Modulus, 2000, 1e-9, "modulus") // 20000 g/(cm s²) = 20000 · 1e-3/1e-2 Pa
	must.Near(t, f.Substance.Density, 1200, 1e-9, "density") // 1.2 g/cm³
	notes := strings.Join(f.Notes, "\n")
	for _, said := range []string{"Poisson's ratio 0.45 is not used", "the mass of 0.003 of /Body is not used", "omniphysics:dynamicFriction", "physxDeformableBody:solverPositionIterationCount", "a mesh of 1 polygons is drawn", "y is up in it"} {
		must.Hold(t, strings.Contains(notes, said), "notes lack %q:\n%s", said, notes)
	}
	must.BeAll(t, f.Drawn.Vertices, []model.Vec3{{0, 0, 0}, {0.01, 0, 0}, {0, 0, 0.01}}, "the drawn mesh")
	other := must.Get(readUSD(t, usdBody+`def Mesh "Floor" { point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)] int[] faceVertexCounts = [3] int[] faceVertexIndices = [0, 1, 2] }`))(t)
	must.Hold(t, other.Drawn.FaceCount() == 1 && strings.Contains(strings.Join(other.Notes, ""), "1 of type Mesh beside tetrahedra"), "the floor is drawn with the body: %v", other.Notes)
	rigid := must.Get(readUSD(t, "\ufeff"+strings.Replace(usdBody, "= 20000", "= inf", 1)))(t) // behind a byte order mark
	must.Hold(t, rigid.Substance.Modulus == 0 && strings.Contains(strings.Join(rigid.Notes, ""), "infinite Young's modulus of /Rubber is not used"), "a rigid body: %v", rigid.Notes)
	must.Say(t, "an infinite density", must.Err(readUSD(t, strings.Replace(usdBody, "= 1.2", "= inf", 1))), "omniphysics:density is +Inf; it must be finite")
	kept := must.Get(ReadOptions{KeepUp: true}.ReadStream(strings.NewReader(usdBody), -1, "x.usda"))(t)
	must.Hold(t, kept.Surface.Vertices[2] == (model.Vec3{0, 1, 0}), "with y up kept, vertex 2 is at %v", kept.Surface.Vertices[2])
}

// A small file with long names and many prims takes no time or memory beyond its size.
func TestUSDHostile(t *testing.T) {
	var long, wide strings.Builder
	long.WriteString("#usda 1.0\n")
	for range 150 {
		long.WriteString("def \"" + strings.Repeat("a", 1000) + "\" {\n")
	}
	for range 4000 {
		long.WriteString("def \"b\" { float physics:density = 1 }\n")
	}
	long.WriteString("def TetMesh \"c\" { point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)] int4[] tetVertexIndices = [(0, 1, 2, 3)] }" + strings.Repeat("}", 150))
	wide.WriteString("#usda 1.0\n")
	count := 3000
	if must.Long() {
		count = 100_000
	}
	for range count {
		wide.WriteString("def Mesh \"m\" { point3f[] points = [(0, 0, 0)] }\ndef TetMesh \"t\" { point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)] int4[] tetVertexIndices = [(0, 1, 2, 3)] }\n")
	}
	for _, text := range []string{long.String(), wide.String()} {
		read := false
		checkRead(t, len(text), func() (*mesh.File, error) {
			f, err := readUSD(t, text)
			read = err == nil
			return f, err
		})
		must.Hold(t, read, "%.200s... is not read", text)
	}
}

// A fault in a layer names its line and column.
func TestUSDFaults(t *testing.T) {
	mesh := "#usda 1.0\n( metersPerUnit = 1 upAxis = \"Z\" )\ndef Mesh \"M\" {\n point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n"
	for _, c := range []struct{ text, want string }{
		{mesh + "int[] faceVertexCounts = [3]\n int[] faceVertexIndices = [0, 1, 3] }", "x.usda:3:1: /M: an element names point 3 (from 0); there are 3 points"},
		{mesh + "int[] faceVertexCounts = [4]\n int[] faceVertexIndices = [0, 1, 2] }", "/M: faceVertexCounts needs more corners than there are, from element 0 on"},
		{mesh + "int[] faceVertexCounts = [3]\n int[] faceVertexIndices = [0, 1, 2, 1] }", "/M: 1 corners are left over"},
		{mesh + "int[] faceVertexCounts = [3]\n int[] faceVertexIndices = [0, 1, 2]\n def GeomSubset \"s\" { int[] indices = [1] } }", "x.usda:7:2: /M/s: it names polygon 1 (from 0) of 1"},
		{mesh + "int[] faceVertexCounts = [-3] }", `x.usda:5:27: "-3" where an index or a count must be`},
		{mesh + "int[] faceVertexCounts = [4294967297] }", `"4294967297" where an index or a count must be`},
		{mesh + "point3f[] points = [(0, 0, nan)] }", "x.usda:5:28: NaN is not a finite number"},
		{mesh + "point3f[] points = [(0, 0)] }", `x.usda:5:26: ")" where "," must be, between numbers`},
		{mesh + "point3f[] points = [(0, 0, 0, 0)] }", `x.usda:5:31: "0" where ")" must be`},
		{mesh + "point3f[] points = [(1e999, 0, 0)] }", "too large"},
		{mesh + "float3 xformOp:bend = (1, 1, 1) }", "xformOp:bend is no transform of USD"},
		{mesh + "float3 xformOp:rotateXXY = (1, 1, 1) }", "xformOp:rotateXXY is no transform of USD"},
		{mesh + "quatf xformOp:orient = (0, 0, 0, 0) }", "is no rotation"},
		{mesh + "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n int[] faceVertexCounts = [3] }", `/M: xformOpOrder names "xformOp:translate", which has no value`},
		{mesh + "string s = \"a\n\" }", "x.usda:5:12: a string without its end"},
		{mesh + "asset s = @a\n }", "an address without its end"},
		{mesh, "x.usda:5:1: the end of the file where a property or a prim must be"},
		{mesh + "int[ x = 3", `"x" where "]" must be`},
		{"#usda 1.0\n( metersPerUnit = 0 )", "x.usda:2:19: metersPerUnit is 0; it must be above zero"},
		{"#usda 1.0\n( upAxis = \"X\" )", `upAxis is "X"; it is "Y" or "Z"`},
		{"#usda 1.0\n( a = [1 }", `where`},
		{"#usda 1.0\nMesh \"a\" {}", `x.usda:2:1: "Mesh" where a prim must be: def, over or class`},
		{"#usda 1.0\ndef Mesh a {}", "where the name of a prim must be, in quotes"},
		{"#usda 1.0\n/* x", "the file ends in a comment"},
		{"#usda 1.0\n%", `"%" is no part of USD's text`},
		{"#usda 1.0\n" + strings.Repeat("def \"a\" {", 300), "more than 200 prims inside each other"},
		{"#usda 1.0\n( a = " + strings.Repeat("[", 300), "more than 200 brackets inside each other"},
		{"#usda 1.0\n( a = " + strings.Repeat("x", 2<<20), "a word of more than 1048576 bytes"},
		{"#usda 1.0\ndef Xform \"a\" {}\n", "no vertices in the whole file"},
	} {
		_, err := readUSD(t, c.text)
		must.Say(t, c.text[:min(len(c.text), 300)], err, c.want)
	}
}

// A written mesh is read back as the same, with coordinates of float32.
func TestUSDReadsBack(t *testing.T) {
	square := &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0.1}, {1, 0, 1e-9}, {1, 1, -3e20}, {0, 1, 7}, {5, 5, 5}}, Lines: [][2]uint32{{0, 3}, {3, 4}}}
	square.AddFace([]uint32{0, 1, 2, 3})
	square.AddFace([]uint32{0, 1, 4})
	for name, f := range map[string]*mesh.File{
		"polygons": {Surface: square},
		"lines":    {Surface: &mesh.Surface{Vertices: []model.Vec3{{0, 0, 0}, {1, 0, 0}, {2, 0, 0.5}}, Lines: [][2]uint32{{0, 1}, {1, 2}}}},
		"tets":     must.Get(readUSD(t, usdBody))(t),
	} {
		checkUSDBack(t, name, f)
	}
}

// checkUSDBack writes a mesh and compares the one that is read. Vertices at one position are one, as
// lines do not share theirs; it is for meshes without such.
func checkUSDBack(t *testing.T, name string, f *mesh.File) {
	t.Helper()
	var out bytes.Buffer
	if err := usd.Write(&out, f); err != nil {
		for _, v := range f.Surface.Vertices {
			if max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2])) > math.MaxFloat32 {
				return
			}
		}
		t.Fatalf("%s: %v", name, err)
	}
	back := must.Get(readUSD(t, out.String()))(t)
	must.Hold(t, len(back.Surface.Vertices) == len(f.Surface.Vertices), "%s: %d vertices are read, %d were written", name, len(back.Surface.Vertices), len(f.Surface.Vertices))
	for i, v := range back.Surface.Vertices {
		for axis, x := range v {
			must.Hold(t, float32(x) == float32(f.Surface.Vertices[i][axis]), "%s: vertex %d is %v, was %v", name, i, v, f.Surface.Vertices[i])
		}
	}
	must.BeAll(t, back.Surface.Corners, f.Surface.Corners, name+": corners")
	must.BeAll(t, back.Surface.FaceStart, f.Surface.FaceStart, name+": polygons")
	must.BeAll(t, back.Surface.Lines, f.Surface.Lines, name+": lines")
	must.BeAll(t, back.Tets, f.Tets, name+": tetrahedra")
}

// FuzzUSD reads anything without a panic and within memory, and what it reads comes back from the
// writer.
func FuzzUSD(f *testing.F) {
	for _, text := range []string{usdScene, usdBody, "#usda 1.0\ndef Mesh \"M\" { int[] faceVertexCounts = [3] int[] faceVertexIndices = [0, 1, 2] point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)] }"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(text []byte) (*mesh.File, error) {
			return ReadOptions{KeepUp: true}.ReadStream(bytes.NewReader(text), int64(len(text)), "x.usda")
		}
		checkRead(t, len(data), func() (*mesh.File, error) {
			in, err := scan.New(bytes.NewReader(data), int64(len(data)), "x.usda")
			if err != nil {
				return nil, err
			}
			return usd.Read(in)
		})
		file, err := read(data)
		if err != nil || !strings.HasPrefix(file.Format, "USD") {
			return
		}
		once := map[[3]float32]bool{} // as the writer rounds them
		for _, v := range file.Surface.Vertices {
			once[[3]float32{float32(v[0]), float32(v[1]), float32(v[2])}] = true
		}
		if len(file.Surface.Lines) > 0 && (file.Surface.FaceCount() == 0 || len(once) < len(file.Surface.Vertices)) {
			return // lines take the first vertex at a position, and alone they have an order of their own
		}
		if file.Tets == nil { // tetrahedra that rounding turns come back turned
			checkUSDBack(t, "fuzzed", file)
		}
	})
}
