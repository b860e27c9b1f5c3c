package structure_test

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/files/npy"
	"hooke/mesh/format/structure"
	"hooke/mesh/scan"
	"hooke/must"
)

// Arrays in memory make what a file with them makes, and have the same faults.
func TestArraysAreAFile(t *testing.T) {
	positions := npy.Numbers("positions", []float64{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 4, 3)
	ends := npy.Numbers("ends", []int64{0, 1, 1, 2, 2, 3}, 3, 2)
	one := npy.Numbers("masses", []float32{0.1})
	stiffness := npy.Numbers("stiffness", []float64{1, 2, 3}, 3)
	for _, c := range []struct {
		name   string
		arrays []npy.Array
		fault  string // empty: it is read
	}{
		{"springs", []npy.Array{positions, ends, one, stiffness}, ""},
		{"all that a structure has", []npy.Array{positions, ends, one, stiffness, npy.Numbers("damping", []float64{0, 1, 2}, 3), npy.Numbers("rest_length", []float64{1, 1, 2}, 3),
			npy.Numbers("pinned", []uint32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, 4, 3), npy.Numbers("velocities", []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4, 3),
			npy.Numbers("origin", []float64{5, 6, 7}, 3), npy.Text("note", "to be passed over")}, ""},
		{"tetrahedra", []npy.Array{positions, npy.Numbers("tetrahedra", []uint32{0, 1, 2, 3}, 1, 4)}, ""},
		{"triangles", []npy.Array{positions, npy.Numbers("triangles", []int64{0, 1, 2}, 1, 3)}, ""},
		{"lines", []npy.Array{positions, ends}, ""},
		{"no springs", []npy.Array{positions}, `no array "ends"`},
		{"no positions", []npy.Array{ends}, `no array "positions"`},
		{"an end that is no mass", []npy.Array{positions, npy.Numbers("ends", []int64{0, 4}, 1, 2), one, stiffness}, "has 4 at [0, 1]"},
		{"another count", []npy.Array{positions, ends, one, npy.Numbers("stiffness", []float64{1, 2}, 2)}, "has the shape [2]"},
		{"a mass of text", []npy.Array{positions, ends, npy.Text("masses", "much"), stiffness}, `array "masses" has`},
		{"no mass", []npy.Array{positions, ends, npy.Numbers("masses", []float64{0}), stiffness}, "mass"},
	} {
		path := filepath.Join(t.TempDir(), "x.npz")
		must.Do(t, npy.WriteArchive(path, c.arrays...))
		data := must.Get(os.ReadFile(path))(t)
		source := must.Get(scan.New(bytes.NewReader(data), int64(len(data)), "x"))(t)
		want, wantErr := structure.ReadNPZ(source)
		got, err := structure.FromArrays("x", c.arrays)
		if c.fault == "" {
			must.Hold(t, err == nil && wantErr == nil, "%s: of arrays %v, of a file %v", c.name, err, wantErr)
			if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("%s: arrays differ from a file (-file +arrays):\n%s", c.name, diff)
			}
			continue
		}
		must.Say(t, c.name, err, c.fault)
		must.Say(t, c.name+" of a file", wantErr, c.fault)
	}
	must.Say(t, "twice", must.Err(structure.FromArrays("x", []npy.Array{positions, ends, positions})), "there twice")
	must.Say(t, "too few numbers", must.Err(structure.FromArrays("x", []npy.Array{npy.Numbers("positions", []float64{1, 2}, 4, 3)})), "2 numbers do not fill the shape [4 3]")
	must.Say(t, "vectors", must.Err(structure.FromArrays("x", []npy.Array{npy.Vectors("positions", make([][3]float32, 2))})), "cannot be read")
}
