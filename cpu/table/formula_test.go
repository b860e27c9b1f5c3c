package table_test

import (
	"fmt"
	"reflect"
	"testing"

	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
)

// patterns are models by a pattern of all kinds: with a table by formula, and without.
func patterns(t *testing.T) map[string]*model.Model {
	out := map[string]*model.Model{}
	for _, c := range []struct{ nx, ny, nz, per int }{{43, 40, 9, 13}, {17, 16, 15, 13}, {23, 24, 25, 9}, {40, 40, 40, 3}, {2, 90, 3, 13}, {3, 3, 3, 13}, {1, 60, 70, 13}} {
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: c.nx, Ny: c.ny, Nz: c.nz, PerMass: c.per, Spacing: 0.01, Mass: 0.001, Stiffness: 100, Damping: 0.1, ByPattern: true}))(t)
		out[fmt.Sprintf("lattice %v", c)] = m
	}
	for _, shear := range []float64{0, 30} {
		m := must.Get(build.Cloth(build.ClothSpec{Nx: 130, Ny: 125, Spacing: 0.01, Mass: 0.001, Stiffness: build.ClothStiffness{Structural: 100, Shear: shear, Bend: 5}, ByPattern: true}))(t)
		out[fmt.Sprintf("cloth with shear %g", shear)] = m
	}
	pinned := must.Get(build.Lattice(build.LatticeSpec{Nx: 25, Ny: 24, Nz: 23, Spacing: 0.01, Mass: 0.001, Stiffness: 100, ByPattern: true}))(t)
	pinned.Pin = make([]model.Pin, pinned.MassCount())
	for i := range 25 * 24 {
		pinned.Pin[i] = model.PinAll
	}
	pinned.Pin[9000], pinned.Pin[9001] = model.PinAll, model.PinX
	pinned.Materials = materials.Palette(model.Material{Name: "cables", Stiffness: 100, TensionOnly: true})
	out["pinned cables"] = pinned
	return out
}

// A table by formula is the one that arrays make, to the last bit.
func TestTablesByFormula(t *testing.T) {
	formulas := 0
	for name, m := range patterns(t) {
		written := *m
		written.InArrays()
		again(t, name, m, &written)
		want, classes, err := table.New[float32](&written, 1e-4, 2)
		must.Do(t, err)
		got, own, err := table.New[float32](m, 1e-4, 2)
		must.Do(t, err)
		if m.Pattern == nil || m.Ends != nil {
			t.Fatalf("%s: the model has arrays now", name)
		}
		if own.Of == nil {
			formulas++
		}
		classes.Of, own.Of = nil, nil
		if !reflect.DeepEqual(own, classes) {
			t.Errorf("%s: classes %+v, want %+v", name, own, classes)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another table: %d slots, %d columns, %d paired, want %d, %d and %d", name, len(got.Slots), len(got.Columns), got.Paired, len(want.Slots), len(want.Columns), want.Paired)
		}
	}
	t.Logf("%d by formula", formulas)
	if formulas < 7 {
		t.Errorf("%d tables were made by formula; the others prove nothing", formulas)
	}
}

// again compares the tables in double precision.
func again(t *testing.T, name string, m, written *model.Model) {
	want, _, err := table.New[float64](written, 1e-4, 2)
	must.Do(t, err)
	if got, _, err := table.New[float64](m, 1e-4, 2); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: another table in double precision (%v)", name, err)
	}
}
