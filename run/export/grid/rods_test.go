package grid_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
	"hooke/physics/measure"
	"hooke/run/export"
	"hooke/run/export/grid"
)

// bentWire is a wire of three segments on a spring, with a removed spring before them, and a frame in which
// the wire is bent, twisted and turns.
func bentWire() (*model.Model, *export.Frame) {
	b := modeltest.NewBuilder("wire")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e9, 4e8)}, model.Material{Name: "spring", Stiffness: 10})
	wire := uint16(len(b.Model.Materials) - 2)
	for i, x := range []model.Vec3{{-1}, {0}, {0.1}, {0.2}, {0.3}} {
		b.Mass(0.1, x, 0)
		if i > 0 {
			b.Join(i-1, i, map[bool]uint16{true: wire + 1, false: wire}[i == 1])
		}
	}
	b.Join(0, 2, model.Removed)
	chain.Frame(&b.Model)
	s := b.Model.Start()
	for k := range s.Orientation {
		s.Orientation[k] = rod.Turn(model.Vec3{0.2 * float64(k), 0.1, 0.3}).Mul(s.Orientation[k])
		s.AngularVelocity[k] = model.Vec3{1, float64(k), 3}
	}
	f := &export.Frame{}
	for _, x := range s.Position {
		f.Position, f.Velocity = append(f.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}), append(f.Velocity, [3]float32{})
	}
	f.WriteSegments(s.Orientation, s.AngularVelocity)
	f.Full = s
	return &b.Model, f
}

// arrayOf are the numbers of an array of a VTU file with raw data behind its text.
func arrayOf(t *testing.T, file []byte, name string) (out []float64) {
	t.Helper()
	found := regexp.MustCompile(fmt.Sprintf(`<DataArray type="Float(32|64)" Name="%s" NumberOfComponents="\d+" format="appended" offset="(\d+)"`, name)).FindSubmatch(file)
	marker := []byte("_")
	begin := bytes.Index(file, []byte("<AppendedData"))
	if found == nil || begin < 0 {
		t.Fatalf("no array %s", name)
	}
	offset, _ := strconv.Atoi(string(found[2]))
	data := file[begin+bytes.Index(file[begin:], marker)+1+offset:]
	size, data := binary.LittleEndian.Uint64(data), data[8:]
	if string(found[1]) == "64" {
		for at := uint64(0); at < size; at += 8 {
			out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data[at:])))
		}
		return out
	}
	for at := uint64(0); at < size; at += 4 {
		out = append(out, float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:]))))
	}
	return out
}

// Cells of rods have the measures of rods, in both precisions. Cells of springs have no orientation and no moments.
func TestVTUHasRods(t *testing.T) {
	m, f := bentWire()
	law := measure.Of(m, model.Params{DT: 1e-3})
	for _, how := range []export.Numbers{{}, {Float64: true}} {
		base := filepath.Join(t.TempDir(), "vtu")
		s := must.Get(grid.CreateVTUSeries(base, m, model.Params{DT: 1e-3}, 0, nil, how))(t)
		must.Do(t, s.Frame(f))
		file := must.Get(os.ReadFile(filepath.Join(base, "frame-000000000.vtu")))(t)
		turned, spin := arrayOf(t, file, "orientation"), arrayOf(t, file, "angular_velocity")
		bending, torque, shear := arrayOf(t, file, "bending"), arrayOf(t, file, "torque"), arrayOf(t, file, "shear")
		if len(turned) != 16 || len(spin) != 12 || len(bending) != 4 || len(torque) != 4 || len(shear) != 4 {
			t.Fatalf("%d, %d, %d, %d and %d numbers of 4 cells", len(turned), len(spin), len(bending), len(torque), len(shear))
		}
		for cell := range 4 {
			q, w, r := turned[4*cell:], spin[3*cell:], law.InSnapshot(&f.Snapshot, cell, nil)
			if how.Float64 {
				r = law.In(f.Full, cell, nil)
			}
			near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-6*math.Abs(want) }
			if cell == 0 {
				if !math.IsNaN(q[0]) || !math.IsNaN(w[2]) || bending[0] != 0 || torque[0] != 0 || shear[0] != 0 {
					t.Errorf("a spring: %v, %v, %g, %g, %g", q[:4], w[:3], bending[0], torque[0], shear[0])
				}
				continue
			}
			of, turns := f.Full.Orientation[cell-1], f.Full.AngularVelocity[cell-1]
			if !near(q[0], of.W) || !near(q[1], of.V[0]) || !near(q[3], of.V[2]) || w[0] != turns[0] || w[1] != turns[1] || w[2] != turns[2] {
				t.Errorf("%+v: segment %d: %v, %v, want %v, %v", how, cell-1, q[:4], w[:3], of, turns)
			}
			if r.Bending == 0 || r.Shear == 0 || !near(bending[cell], r.Bending) || !near(torque[cell], r.Torque) || !near(shear[cell], r.Shear) {
				t.Errorf("%+v: segment %d: %g, %g and %g, want %+v", how, cell-1, bending[cell], torque[cell], shear[cell], r)
			}
		}
	}
}

// A VTKHDF file has the same arrays, of each frame. That of a model without rods lacks them.
func TestVTKHDFHasRods(t *testing.T) {
	m, f := bentWire()
	write := func(m *model.Model, frames ...*export.Frame) []byte {
		t.Helper()
		path := filepath.Join(t.TempDir(), "frames.vtkhdf")
		s := must.Get(grid.CreateVTKHDF(path, m, model.Params{DT: 1e-3}, nil, export.Numbers{}, nil))(t)
		for _, f := range frames {
			must.Do(t, s.Frame(f))
		}
		must.Do(t, s.Close())
		return must.Get(os.ReadFile(path))(t)
	}
	next := &export.Frame{Snapshot: f.Snapshot}
	next.Step, next.Time, next.Full = 1, 0.1, nil
	next.Orientation = append([][4]float32{{0.6, 0.8, 0, 0}}, f.Orientation[1:]...)
	file := write(m, f, next)
	for _, of := range []*export.Frame{f, next} {
		var want []byte
		for _, q := range of.Orientation {
			for _, x := range q {
				want = binary.LittleEndian.AppendUint32(want, math.Float32bits(x))
			}
		}
		if !bytes.Contains(file, want) {
			t.Errorf("step %d: its orientations are not there", of.Step)
		}
	}
	none := write(sheet(), moved(sheet(), 0))
	for _, name := range []string{"orientation", "angular_velocity", "bending", "torque", "shear"} {
		if !bytes.Contains(file, []byte(name)) || bytes.Contains(none, []byte(name)) {
			t.Errorf("%s: among rods %v, among springs %v", name, bytes.Contains(file, []byte(name)), bytes.Contains(none, []byte(name)))
		}
	}
}
