package export_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// chain is a long chain of springs, so that its arrays have many blocks, in a state that
// float32 does not have.
func chain(masses int) (*model.Model, *export.Frame) {
	m := &model.Model{Name: "chain", Materials: []model.Material{{Name: "removed"}, {Name: "spring", Stiffness: 10, Damping: 0.5}}}
	f := &export.Frame{Snapshot: model.Snapshot{Step: 7, Time: 0.7}, Full: &model.State{Step: 7, Time: 0.7}}
	for i := range masses {
		x, v := model.Vec3{float64(i) + 0.3*math.Sin(float64(i)), 0.1, 0}, model.Vec3{0, math.Cos(float64(i)), 0.1}
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i), 0, 0})
		m.Mass, m.Pin = append(m.Mass, 0.1), append(m.Pin, 0)
		f.Full.Position, f.Full.Velocity = append(f.Full.Position, x), append(f.Full.Velocity, v)
		f.Position = append(f.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
		f.Velocity = append(f.Velocity, [3]float32{float32(v[0]), float32(v[1]), float32(v[2])})
		if i > 0 {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)}), append(m.RestLength, 1), append(m.MaterialOf, 1)
		}
	}
	m.MaterialOf[3] = model.Removed
	return m, f
}

// vtuOf is the file of a frame.
func vtuOf(t *testing.T, m *model.Model, f *export.Frame, how export.Numbers) (path string, bytes []byte) {
	t.Helper()
	base := filepath.Join(t.TempDir(), "vtu")
	s, err := grid.CreateVTUSeries(base, m, model.Params{DT: 1e-3}, 0, nil, how)
	must.Do(t, err)
	must.Do(t, s.Frame(f))
	path = filepath.Join(base, "frame-000000007.vtu")
	if bytes, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, bytes
}

// arrayOf are the bytes of an appended array, whole or compressed, found without our reader.
func arrayOf(t *testing.T, file []byte, name string) []byte {
	t.Helper()
	text := string(file[:bytes.Index(file, []byte("\n_"))])
	_, tag, _ := strings.Cut(text, `Name="`+name+`"`)
	var at int
	_, tag, _ = strings.Cut(tag, `offset="`)
	for _, digit := range tag[:strings.Index(tag, `"`)] {
		at = 10*at + int(digit-'0')
	}
	data := file[len(text)+2+at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(data[8*i:])) }
	if !strings.Contains(text, "vtkZLibDataCompressor") {
		return data[8 : 8+word(0)]
	}
	var out []byte
	rest := data[8*(3+word(0)):]
	for block := range word(0) {
		in := must.Get(zlib.NewReader(bytes.NewReader(rest[:word(3+block)])))(t)
		raw, err := io.ReadAll(in)
		want := word(1)
		if block == word(0)-1 && word(2) > 0 {
			want = word(2)
		}
		if err != nil || len(raw) != want {
			t.Fatalf("%s: block %d of %d has %d bytes, want %d: %v", name, block, word(0), len(raw), want, err)
		}
		out, rest = append(out, raw...), rest[word(3+block):]
	}
	return out
}

// A compressed file has the arrays of the other, to the last bit, and is read by our reader;
// the bytes of a file do not depend on the number of cores.
func TestCompressedVTU(t *testing.T) {
	m, f := chain(150_000)
	_, plain := vtuOf(t, m, f, export.Numbers{})
	path, packed := vtuOf(t, m, f, export.Numbers{Compress: true})
	for _, name := range []string{"Points", "connectivity", "offsets", "types", "velocity", "mass", "strain", "force", "stress", "material"} {
		want, got := arrayOf(t, plain, name), arrayOf(t, packed, name)
		must.Hold(t, bytes.Equal(got, want) && len(want) >= 100_000, "%s: %d bytes, want %d", name, len(got), len(want))
	}
	must.Hold(t, len(packed) <= len(plain)*3/4, "%d bytes of %d", len(packed), len(plain))
	file, err := format.Read(path)
	if err != nil || len(file.Surface.Lines) != len(m.Ends)-1 || file.Surface.Vertices[99_999][0] != float64(f.Position[99_999][0]) {
		t.Errorf("our reader: %v", err)
	}
	for _, cores := range []int{1, 7} {
		before := runtime.GOMAXPROCS(cores)
		_, again := vtuOf(t, m, f, export.Numbers{})
		_, packedAgain := vtuOf(t, m, f, export.Numbers{Compress: true})
		runtime.GOMAXPROCS(before)
		must.Hold(t, bytes.Equal(plain, again) && bytes.Equal(packed, packedAgain), "on %d cores other bytes are written", cores)
	}
}

// doubles are the numbers of an array of float64.
func doubles(raw []byte) (out []float64) {
	for ; len(raw) >= 8; raw = raw[8:] {
		out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(raw)))
	}
	return out
}

// In float64 a file has the state of the engine, and the quantities derived from it in float64. Where a frame
// has float32 alone, it has the exact values of those.
func TestFloat64Series(t *testing.T) {
	m, f := chain(20)
	_, file := vtuOf(t, m, f, export.Numbers{Float64: true})
	strain := f.Full.Position[1].Sub(f.Full.Position[0]).Len() - 1
	if x := doubles(arrayOf(t, file, "Points")); x[15] != f.Full.Position[5][0] || doubles(arrayOf(t, file, "velocity"))[16] != f.Full.Velocity[5][1] {
		t.Errorf("mass 5 is at %v, want %v", x[15:18], f.Full.Position[5])
	}
	if got := doubles(arrayOf(t, file, "strain"))[0]; math.Abs(got-strain) > 1e-15 || doubles(arrayOf(t, file, "mass"))[0] != 0.1 {
		t.Errorf("strain %v, want %v", got, strain)
	}
	folder := t.TempDir()
	trajectory := must.Get(export.CreateTrajectoryNPZ(filepath.Join(folder, "a.npz"), export.Shape{Masses: 20}, nil, nil, export.Numbers{Float64: true}, nil))(t)
	narrow := *f
	narrow.Full = nil
	for _, frame := range []*export.Frame{f, &narrow} {
		must.Do(t, trajectory.Frame(frame))
	}
	must.Do(t, trajectory.Close())
	arrays := must.Get(npy.ReadArchive(filepath.Join(folder, "a.npz")))(t)
	x := arrays[0].Data.([]float64)
	if x[15] != f.Full.Position[5][0] || x[60+15] != float64(f.Position[5][0]) || x[15] == x[75] || len(x) != 120 {
		t.Errorf("mass 5 is at %v and %v, want %v and %v", x[15], x[75], f.Full.Position[5][0], f.Position[5][0])
	}
}
