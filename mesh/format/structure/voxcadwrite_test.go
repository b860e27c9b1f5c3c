package structure

import (
	"io"
	"strings"
	"testing"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// A cubic lattice is a robot of voxels until one of its masses or springs is none of
// a voxel.
func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(*model.Model)
	}{
		{"untouched", "", func(*model.Model) {}},
		{"pinned", "", func(m *model.Model) { m.Pin = make([]model.Pin, 8); m.Pin[5] = model.PinAll }},
		{"partly pinned", "mass 5 is pinned along some axes", func(m *model.Model) { m.Pin = make([]model.Pin, 8); m.Pin[5] = model.PinX }},
		{"no mass", "mass 3 has 0 kg", func(m *model.Model) { m.Mass[3] = 0 }},
		{"longer at rest", "spring 4 has the rest length", func(m *model.Model) { m.RestLength[4] *= 1.01 }},
	} {
		m, err := build.Lattice(build.LatticeSpec{Nx: 2, Ny: 2, Nz: 2, Spacing: 0.01, Mass: 1e-3, Stiffness: 100})
		must.Do(t, err)
		c.change(m)
		err = WriteVoxCAD(io.Discard, &mesh.File{Structure: m})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.want)
		}
	}
}
