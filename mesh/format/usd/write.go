package usd

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/model"
)

// rate is the number of time codes per second in written files: the rate of films, which programs
// that count frames take for granted.
const rate = 24

// WriteMoving writes a mesh that moves as a layer of USD: a Mesh with its triangles, BasisCurves
// with its lines, and Points where it has neither. Positions are time samples in seconds · 24. It
// holds one frame in memory, and reads each twice if there are triangles and lines.
func WriteMoving(w io.Writer, m *mesh.Moving) error {
	if err := m.Check(); err != nil {
		return err
	}
	l := &layer{Writer: emit.New(w), name: m.Name, vertices: m.Vertices, lines: m.Lines, times: m.Times, origin: m.Origin, width: m.Width, at: m.Frame}
	for i := range m.Triangles {
		l.corners = append(l.corners, m.Triangles[i][:]...)
	}
	l.faces = len(m.Triangles)
	l.face = func(int) int { return 3 }
	return l.write()
}

// Write writes a mesh at rest: its tetrahedra with their surface as a TetMesh, or else its polygons
// as a Mesh; lines as BasisCurves. Coordinates become float32.
func Write(w io.Writer, f *mesh.File) error {
	if err := emit.Check(f); err != nil {
		return err
	}
	s := f.Surface
	positions := make([][3]float32, len(s.Vertices))
	for i, v := range s.Vertices {
		p, err := emit.Single(i, v)
		if err != nil {
			return err
		}
		positions[i] = p
	}
	l := &layer{Writer: emit.New(w), name: "Mesh", vertices: len(positions), lines: s.Lines, corners: s.Corners, faces: s.FaceCount(), tets: f.Tets, times: []float64{0},
		face: func(i int) int { return len(s.Face(i)) }, at: func(int) ([][3]float32, error) { return positions, nil }}
	length := 0.0
	for _, line := range s.Lines {
		length += s.Vertices[line[0]].Sub(s.Vertices[line[1]]).Len() / float64(len(s.Lines))
	}
	l.width = length / 20
	return l.write()
}

// layer is a file that is written.
type layer struct {
	*emit.Writer
	name     string
	vertices int
	faces    int
	face     func(i int) int // number of corners of polygon i
	corners  []uint32
	lines    [][2]uint32
	tets     [][4]uint32
	times    []float64 // [s]; one: the mesh is at rest
	origin   model.Vec3
	width    float64
	at       func(k int) ([][3]float32, error)
}

// write writes the layer.
func (l *layer) write() error {
	root := identifier(l.name)
	l.Text("#usda 1.0\n(\n    defaultPrim = %q\n", root)
	if last := len(l.times) - 1; last > 0 {
		l.Text("    doc = \"positions in meters; time codes are seconds times %d\"\n    startTimeCode = %s\n    endTimeCode = %s\n    timeCodesPerSecond = %d\n    framesPerSecond = %d\n",
			rate, l.code(0), l.code(last), rate, rate)
	}
	l.Text("    metersPerUnit = 1\n    upAxis = \"Z\"\n)\n\ndef Xform %q (\n    kind = \"component\"\n)\n{\n", root)
	if l.origin != (model.Vec3{}) {
		l.Text("    double3 xformOp:translate = (%s)\n    uniform token[] xformOpOrder = [\"xformOp:translate\"]\n\n",
			strings.ReplaceAll(string(emit.AppendVertex(nil, l.origin)), " ", ", "))
	}
	var err error
	switch {
	case len(l.tets) > 0:
		err = l.tetMesh()
	case l.faces > 0:
		err = l.mesh()
	case len(l.lines) == 0:
		err = l.points()
	}
	if err == nil && len(l.lines) > 0 {
		err = l.curves()
	}
	if err != nil {
		return err
	}
	l.Text("}\n")
	return l.Flush()
}

// code returns the time code of key frame k.
func (l *layer) code(k int) string { return strconv.FormatFloat(rate*l.times[k], 'g', -1, 64) }

// mesh writes the polygons.
func (l *layer) mesh() error {
	l.Text("    def Mesh \"Surface\"\n    {\n        uniform bool doubleSided = 1\n")
	l.list("int[] faceVertexCounts", l.faces, func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(l.face(i)), 10) })
	l.list("int[] faceVertexIndices", len(l.corners), func(b []byte, i int) []byte { return strconv.AppendUint(b, uint64(l.corners[i]), 10) })
	err := l.positions(0, l.vertices, func(positions [][3]float32, i int) [3]float32 { return positions[i] })
	l.Text("        color3f[] primvars:displayColor = [(0.55, 0.62, 0.72)]\n        uniform token subdivisionScheme = \"none\"\n    }\n")
	return err
}

// tetMesh writes the tetrahedra and the polygons, which are their surface: triangles.
func (l *layer) tetMesh() error {
	l.Text("    def TetMesh \"Tetrahedra\"\n    {\n")
	l.list("int4[] tetVertexIndices", len(l.tets), func(b []byte, i int) []byte {
		t := l.tets[i]
		return fmt.Appendf(b, "(%d, %d, %d, %d)", t[0], t[1], t[2], t[3])
	})
	l.list("int3[] surfaceFaceVertexIndices", len(l.corners)/3, func(b []byte, i int) []byte {
		return fmt.Appendf(b, "(%d, %d, %d)", l.corners[3*i], l.corners[3*i+1], l.corners[3*i+2])
	})
	err := l.positions(0, l.vertices, func(positions [][3]float32, i int) [3]float32 { return positions[i] })
	l.Text("    }\n")
	return err
}

// curves writes the lines, each a curve of two points.
func (l *layer) curves() error {
	l.Text("    def BasisCurves \"Lines\"\n    {\n        uniform token type = \"linear\"\n        uniform token wrap = \"nonperiodic\"\n")
	l.list("int[] curveVertexCounts", len(l.lines), func(b []byte, _ int) []byte { return append(b, '2') })
	err := l.positions(l.width/2, 2*len(l.lines), func(positions [][3]float32, i int) [3]float32 { return positions[l.lines[i/2][i%2]] })
	l.Text("        color3f[] primvars:displayColor = [(0.55, 0.62, 0.72)]\n        float[] widths = [%s] (\n            interpolation = \"constant\"\n        )\n    }\n",
		strconv.FormatFloat(l.width, 'g', 6, 32))
	return err
}

// points writes the vertices as points.
func (l *layer) points() error {
	l.Text("    def Points \"Masses\"\n    {\n")
	err := l.positions(0, l.vertices, func(positions [][3]float32, i int) [3]float32 { return positions[i] })
	l.Text("    }\n")
	return err
}

// list writes an attribute that is an array of n values.
func (l *layer) list(declared string, n int, value func(b []byte, i int) []byte) {
	l.Text("        %s = [", declared)
	for i := range n {
		_ = l.Put(func(b []byte) []byte { // Flush returns the error
			if i > 0 {
				b = append(b, ", "...)
			}
			return value(b, i)
		})
	}
	l.Text("]\n")
}

// positions writes the points of a prim in every key frame, and their boxes, which are larger by pad
// [m] on all sides.
func (l *layer) positions(pad float64, n int, of func(positions [][3]float32, i int) [3]float32) error {
	samples, indent := ".timeSamples = {\n", "            "
	still := len(l.times) == 1
	if still {
		samples, indent = " = ", ""
	}
	var boxes []string
	l.Text("        point3f[] points%s", samples)
	for k := range l.times {
		positions, err := l.at(k)
		if err != nil {
			return err
		}
		lo, hi := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
		key := indent + l.code(k) + ": "
		if still {
			key = ""
		}
		l.Text("%s[", key)
		for i := range n {
			p := of(positions, i)
			for axis, x := range p {
				lo[axis], hi[axis] = min(lo[axis], float64(x)), max(hi[axis], float64(x))
			}
			err := l.Put(func(b []byte) []byte {
				if i > 0 {
					b = append(b, ", "...)
				}
				return appendTuple(b, p)
			})
			if err != nil {
				return err
			}
		}
		end := "],\n"
		if still {
			end = "]\n"
		}
		l.Text("%s", end)
		var box [2][3]float32
		for axis := range 3 {
			box[0][axis], box[1][axis] = float32(lo[axis]-pad), float32(hi[axis]+pad)
		}
		boxes = append(boxes, key+"["+string(appendTuple(append(appendTuple(nil, box[0]), ", "...), box[1]))+end)
	}
	end := "        }\n"
	if still {
		end = ""
	}
	l.Text("%s        float3[] extent%s%s%s", end, samples, strings.Join(boxes, ""), end)
	return nil
}

// appendTuple appends three numbers in the digits that read back as the same float32.
func appendTuple(b []byte, p [3]float32) []byte {
	for axis, x := range p {
		b = append(b, [...]string{"(", ", ", ", "}[axis]...)
		b = strconv.AppendFloat(b, float64(x), 'g', -1, 32)
	}
	return append(b, ')')
}

// identifier returns a name as USD allows it: letters, digits and underscores, and no digit first.
func identifier(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	if clean == "" || clean[0] >= '0' && clean[0] <= '9' {
		return "_" + clean
	}
	return clean
}
