package cli

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/run/flags"
	"hooke/run/play"
)

// glb is a binary glTF file as this test decodes it, without the reader of the program.
type glb struct {
	Accessors []struct {
		BufferView, ComponentType, Count int
		Type                             string
		Min, Max                         []float64
	}
	BufferViews []struct{ ByteOffset, ByteLength int }
	Meshes      []struct {
		Primitives []struct {
			Attributes map[string]int
			Targets    []map[string]int
			Indices    *int
			Mode       int
		}
		Weights []float64
	}
	Animations []struct {
		Samplers []struct {
			Input, Output int
			Interpolation string
		}
		Channels []struct {
			Target struct{ Path string }
		}
	}
	Nodes []struct{ Rotation, Translation []float64 }

	buffer []byte
}

func decodeGLB(t *testing.T, path string) *glb {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	length := int(binary.LittleEndian.Uint32(data[12:]))
	g := &glb{buffer: data[20+length+8:]}
	must.Do(t, json.NewDecoder(bytes.NewReader(data[20:20+length])).Decode(g))
	return g
}

// floats returns the numbers of an accessor, and checks its bounds.
func (g *glb) floats(t *testing.T, accessor int) (out []float64) {
	t.Helper()
	a := g.Accessors[accessor]
	view := g.BufferViews[a.BufferView]
	for at := view.ByteOffset; at < view.ByteOffset+view.ByteLength; at += 4 {
		out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(g.buffer[at:]))))
	}
	wide := map[string]int{"SCALAR": 1, "VEC3": 3}[a.Type]
	must.Hold(t, len(out) == wide*a.Count, "accessor %d has %d numbers, says %d", accessor, len(out), wide*a.Count)
	for axis := range a.Min {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := axis; i < len(out); i += wide {
			lo, hi = min(lo, out[i]), max(hi, out[i])
		}
		must.Hold(t, float32(lo) == float32(a.Min[axis]) && float32(hi) == float32(a.Max[axis]), "accessor %d: bounds %v and %v, numbers from %g to %g", accessor, a.Min, a.Max, lo, hi)
	}
	return out
}

// indices returns the whole numbers of an accessor.
func (g *glb) indices(accessor int) (out []uint32) {
	view := g.BufferViews[g.Accessors[accessor].BufferView]
	for at := view.ByteOffset; at < view.ByteOffset+view.ByteLength; at += 4 {
		out = append(out, binary.LittleEndian.Uint32(g.buffer[at:]))
	}
	return out
}

// at returns the positions of the vertices at a time [s], blended as glTF says.
func (g *glb) at(t *testing.T, time float64) (positions []model.Vec3) {
	t.Helper()
	p := g.Meshes[0].Primitives[0]
	numbers := g.floats(t, p.Attributes["POSITION"])
	sampler := g.Animations[0].Samplers[0]
	must.Hold(t, sampler.Interpolation == "LINEAR" && g.Animations[0].Channels[0].Target.Path == "weights", "the animation is %+v", g.Animations[0])
	times, weights := g.floats(t, sampler.Input), g.floats(t, sampler.Output)
	k := 0
	for k < len(times)-2 && times[k+1] <= time {
		k++
	}
	part := (time - times[k]) / (times[k+1] - times[k])
	for target, attributes := range p.Targets {
		weight := (1-part)*weights[k*len(p.Targets)+target] + part*weights[(k+1)*len(p.Targets)+target]
		if weight != 0 {
			for i, d := range g.floats(t, attributes["POSITION"]) {
				numbers[i] += weight * d
			}
		}
	}
	for i := 0; i < len(numbers); i += 3 {
		positions = append(positions, model.Vec3{numbers[i], numbers[i+1], numbers[i+2]})
	}
	return positions
}

// recordedAs runs a scene into a trajectory, and opens that.
func recordedAs(t *testing.T, args ...string) (path string, tape *play.Tape) {
	t.Helper()
	out := t.TempDir()
	hooke(t, append(append([]string{"run"}, args...), "--engine", "cpu", "--save", "npz", "--out", out)...).worked(t)
	path = filepath.Join(out, "trajectory.npz")
	tape = must.Get(play.Open(path))(t)
	t.Cleanup(func() { tape.Close() })
	return path, tape
}

// The mesh of a trajectory is in its key frames where the trajectory is, and on straight lines
// between them; it is the mesh that was filled where there was one. The reader of glTF reads the
// first frame.
func TestRenderAMovingGLB(t *testing.T) {
	for _, c := range []struct {
		name             string
		args             []string
		vertices, lines  int
		triangles, every int
	}{
		{"cloth", []string{"drape", "--masses", "12x12", "--dt", "3.5e-4", "--steps", "400", "--every", "100"}, 144, 0, 242, 1},
		{"skin", []string{"spot", "--springs", "3k", "--steps", "40", "--every", "10"}, 2930, 0, 5856, 2},
		{"lines", []string{"rope", "--masses", "20", "--steps", "40", "--every", "20"}, 20, 19, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, tape := recordedAs(t, c.args...)
			out := filepath.Join(t.TempDir(), "new", "run.glb")
			frames := (tape.Frames()-1)/c.every + 1
			r := hooke(t, "render", path, "--out", out, "--frames", strconv.Itoa(frames)).worked(t)
			must.Hold(t, (c.every > 1) == strings.Contains(r.stderr, "of "+strconv.Itoa(tape.Frames())+" states are key frames"), "it says %s", r.stderr)
			g := decodeGLB(t, out)
			p := g.Meshes[0].Primitives[0]
			corners := max(3*c.triangles, 2*c.lines)
			must.Hold(t, len(g.Meshes[0].Primitives) == 1 && len(p.Targets) == frames-1 && p.Indices != nil && g.Accessors[*p.Indices].Count == corners &&
				p.Mode == map[bool]int{true: 4, false: 1}[c.triangles > 0], "the primitives are %+v", g.Meshes[0].Primitives)
			skin := must.Get(App{Stderr: io.Discard}.openRecord(t.Context(), &flags.Structure{}, "", []string{path}))(t).Scene.Model.Skin
			var of map[[3]float32]int // the mass, or vertex of the skin, at a position of the first frame
			var vertex []int
			var f model.Snapshot
			for k := 0; k < tape.Frames(); k += c.every {
				must.Do(t, tape.Frame(k, &f))
				want := f.Position
				if skin != nil {
					want = skin.PositionsOf(nil, f.Position)
				}
				got := g.at(t, tape.Time(k)-tape.Time(0))
				must.Hold(t, len(got) == c.vertices, "%d vertices", len(got))
				if of == nil {
					of = map[[3]float32]int{}
					for i, w := range want {
						of[w] = i
					}
					for v, x := range got {
						i, found := of[[3]float32{float32(x[0]), float32(x[1]), float32(x[2])}]
						must.Hold(t, found, "vertex %d is at %v, where no mass is", v, x)
						vertex = append(vertex, i)
					}
				}
				for v, x := range got {
					for axis, w := range want[vertex[v]] {
						must.Hold(t, math.Abs(x[axis]-float64(w)) < 2e-7, "frame %d: vertex %d at %v, want %v", k, v, x, want[vertex[v]])
					}
				}
			}
			if c.triangles > 0 {
				checkNormals(t, g)
			}
			layer := strings.TrimSuffix(out, "glb") + "usda"
			hooke(t, "render", path, "--out", layer, "--frames", strconv.Itoa(frames)).worked(t)
			checkLayer(t, layer, g)
			back := must.Get(format.Read(out))(t)
			must.Hold(t, slices.Equal(g.at(t, 0), back.Surface.Vertices), "the reader reads other vertices: %d", len(back.Surface.Vertices))
			must.Hold(t, back.Surface.TriangleCount() == c.triangles && len(back.Surface.Lines) == c.lines, "it reads %d triangles and %d lines", back.Surface.TriangleCount(), len(back.Surface.Lines))
		})
	}
}

// checkLayer compares the samples of a layer of USD with the key frames of a GLB of the same run.
func checkLayer(t *testing.T, path string, g *glb) {
	t.Helper()
	file := must.Get(format.Read(path))(t)
	first := g.at(t, 0)
	must.Hold(t, len(file.Surface.Vertices) == len(first), "the reader reads %d vertices", len(file.Surface.Vertices))
	for v, x := range file.Surface.Vertices {
		must.Hold(t, x.Sub(first[v]).Len() < 1e-6, "vertex %d of the first sample is at %v, want %v", v, x, first[v])
	}
	text := string(must.Get(os.ReadFile(path))(t))
	_, samples, found := strings.Cut(text, "point3f[] points.timeSamples = {\n")
	samples, _, ends := strings.Cut(samples, "\n        }\n")
	must.Hold(t, found && ends, "no samples in %s", text[:300])
	times := g.floats(t, g.Animations[0].Samplers[0].Input)
	var begin float64
	for k, line := range strings.Split(samples, "\n") {
		var code float64
		must.Hold(t, k < len(times), "more than %d samples", len(times))
		_, err := fmt.Sscanf(line, "%g:", &code)
		must.Do(t, err)
		if k == 0 {
			begin = code
		}
		must.Hold(t, math.Abs((code-begin)/24-times[k]) < 1e-6, "sample %d is at code %g, want %g s", k, code, times[k])
		_, list, _ := strings.Cut(line, "[")
		numbers := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("(), ]", r) })
		want := g.at(t, times[k])
		if p := g.Meshes[0].Primitives[0]; p.Mode == 1 { // each line has its own points
			var ends []model.Vec3
			for _, v := range g.indices(*p.Indices) {
				ends = append(ends, want[v])
			}
			want = ends
		}
		must.Hold(t, len(numbers) == 3*len(want), "sample %d has %d numbers for %d points", k, len(numbers), len(want))
		for i, number := range numbers {
			x := must.Get(strconv.ParseFloat(number, 64))(t)
			must.Hold(t, math.Abs(x-want[i/3][i%3]) < 2e-7, "sample %d: point %d has %g, want %v", k, i/3, x, want[i/3])
		}
		must.Hold(t, k < len(times)-1 || strings.Count(samples, "\n")+1 == len(times), "fewer than %d samples", len(times))
	}
}

// checkNormals compares the normals of the last frame with the triangles around each vertex.
func checkNormals(t *testing.T, g *glb) {
	t.Helper()
	p := g.Meshes[0].Primitives[0]
	last := p.Targets[len(p.Targets)-1]
	times := g.floats(t, g.Animations[0].Samplers[0].Input)
	places := g.at(t, times[len(times)-1])
	normals, turns := g.floats(t, p.Attributes["NORMAL"]), g.floats(t, last["NORMAL"])
	around := make([]model.Vec3, len(places))
	for corner := range slices.Chunk(g.indices(*p.Indices), 3) {
		a := places[corner[0]]
		for _, v := range corner {
			around[v] = around[v].Add(places[corner[1]].Sub(a).Cross(places[corner[2]].Sub(a)))
		}
	}
	for v, want := range around {
		n := model.Vec3{normals[3*v] + turns[3*v], normals[3*v+1] + turns[3*v+1], normals[3*v+2] + turns[3*v+2]}
		must.Hold(t, math.Abs(n.Len()-1) < 1e-6 && n.Dot(want) > 0.9999*want.Len(), "vertex %d: normal %v, its triangles face %v", v, n, want)
	}
}

// Flags of pictures and of meshes are not mixed, and nothing is written by an error.
func TestRenderMeshRefuses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.glb")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"cube", "--out", out, "--size", "320x200"}, "--size is of pictures, and --out " + out + " is a mesh"},
		{[]string{"cube", "--out", out, "--color", "speed"}, "--color is of pictures"},
		{[]string{"cube", "--out", strings.TrimSuffix(out, "glb") + "png", "--frames", "3"}, "--frames is of meshes that move"},
	} {
		hooke(t, append([]string{"render"}, c.args...)...).failed(t, c.want, exitUsage, c.want)
	}
	_, err := os.Stat(out)
	must.Hold(t, os.IsNotExist(err), "%s is there", out)
	// One state is a mesh that stands still.
	hooke(t, "render", "cube", "--out", out).worked(t)
	g := decodeGLB(t, out)
	must.Hold(t, len(g.Animations) == 0 && g.Meshes[0].Primitives[0].Targets == nil && len(must.Get(format.Read(out))(t).Surface.Lines) == 28, "it is %+v", g)
}
