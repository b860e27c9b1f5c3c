package format

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/format/surface"
	"hooke/mesh/format/usd"
	"hooke/model"
	"hooke/must"
)

// twoFrames is a triangle with a line that rises within half a second, far from the origin.
func twoFrames() *mesh.Moving {
	frames := [][][3]float32{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}}, {{0, 0, 1}, {1, 0, 1}, {0, 1, 2}, {5, 5, 6}}}
	return &mesh.Moving{Name: "2 frames", Vertices: 4, Triangles: [][3]uint32{{0, 1, 2}}, Lines: [][2]uint32{{2, 3}}, Times: []float64{1, 1.5}, Width: 0.1,
		Origin: model.Vec3{1000, 2000, 3000}, At: func(k int) ([][3]float32, error) { return frames[k], nil }}
}

// A mesh that moves stands in the world in both formats, with its first frame where readers look.
func TestMovingIsReadInTheWorld(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *mesh.Moving) error{"a.glb": surface.WriteMovingGLB, "a.usda": usd.WriteMoving} {
		var out bytes.Buffer
		must.Do(t, write(&out, twoFrames()))
		f := must.Get(ReadOptions{}.ReadStream(bytes.NewReader(out.Bytes()), int64(out.Len()), name))(t)
		must.BeAll(t, f.Surface.Vertices, []model.Vec3{{1000, 2000, 3000}, {1001, 2000, 3000}, {1000, 2001, 3000}, {1005, 2005, 3005}}, name+": vertices")
		must.BeAll(t, f.Surface.Lines, [][2]uint32{{2, 3}}, name+": lines")
		must.BeAll(t, f.Surface.Corners, []uint32{0, 1, 2}, name+": triangle")
	}
}

// The layer of USD is readable text.
func TestMovingAsUSDText(t *testing.T) {
	var out bytes.Buffer
	must.Do(t, usd.WriteMoving(&out, twoFrames()))
	for _, part := range []string{
		"#usda 1.0\n", "defaultPrim = \"_2_frames\"", "startTimeCode = 24\n", "endTimeCode = 36\n", "upAxis = \"Z\"", "metersPerUnit = 1\n",
		"double3 xformOp:translate = (1000, 2000, 3000)\n", "int[] faceVertexIndices = [0, 1, 2]\n",
		"        point3f[] points.timeSamples = {\n            24: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (5, 5, 5)],\n            36: [(0, 0, 1), (1, 0, 1), (0, 1, 2), (5, 5, 6)],\n        }\n" +
			"        float3[] extent.timeSamples = {\n            24: [(0, 0, 0), (5, 5, 5)],\n            36: [(0, 0, 1), (5, 5, 6)],\n        }\n",
		"            36: [(-0.05, 0.95, 1.95), (5.05, 5.05, 6.05)],\n", "float[] widths = [0.1] (",
	} {
		must.Hold(t, strings.Contains(out.String(), part), "%q is not in\n%s", part, out.String())
	}
}

// What cannot be written is refused, before the size of a file is allocated.
func TestMovingRefuses(t *testing.T) {
	nan := float32(math.NaN())
	still := func(p ...[3]float32) func(int) ([][3]float32, error) {
		return func(int) ([][3]float32, error) { return p, nil }
	}
	for _, c := range []struct {
		change func(m *mesh.Moving)
		want   string
		glb    bool // only there
	}{
		{func(m *mesh.Moving) { m.Times[1] = 1 }, "key frame 1 is at 1 s, which is not after the previous one", false},
		{func(m *mesh.Moving) { m.Times = nil }, "without vertices or frames", false},
		{func(m *mesh.Moving) { m.Triangles[0][2] = 4 }, "triangle 0 names vertex 4 of 4", false},
		{func(m *mesh.Moving) { m.Lines[0][1] = 9 }, "line 0 joins vertices 2 and 9 of 4", false},
		{func(m *mesh.Moving) { m.At = still([3]float32{}) }, "key frame 0 has 1 positions for 4 vertices", false},
		{func(m *mesh.Moving) { m.At = still([3]float32{}, [3]float32{nan}, [3]float32{}, [3]float32{}) }, "vertex 1 at [NaN 0 0], which is not finite", false},
		{func(m *mesh.Moving) { m.At = func(int) ([][3]float32, error) { return nil, errors.New("cut off") } }, "cut off", false},
		{func(m *mesh.Moving) { m.Vertices = 200_000_000 }, "need 9600000036 bytes, GLB files have at most 4294967295", true},
		{func(m *mesh.Moving) {
			m.At = func(k int) ([][3]float32, error) {
				x := [3]float32{float32(3e38 * float64(1-2*k))}
				return [][3]float32{x, x, x, x}, nil
			}
		}, "beyond float32", true},
	} {
		for name, write := range map[string]func(io.Writer, *mesh.Moving) error{"glb": surface.WriteMovingGLB, "usda": usd.WriteMoving} {
			if c.glb && name != "glb" {
				continue
			}
			m := twoFrames()
			c.change(m)
			must.Say(t, name+": "+c.want, write(io.Discard, m), c.want)
		}
	}
}
