package bench

import (
	"context"
	"testing"

	"hooke/cpu"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// The truth of a block is that of the whole model, to the last bit of what matters, where layers
// around it are as many as steps; with one layer less it is not.
func TestBlockTruth(t *testing.T) {
	const side, steps = 5, 4
	for name, m := range map[string]func() (*model.Model, error){
		"lattice": func() (*model.Model, error) {
			return build.Lattice(build.LatticeSpec{Nx: 14, Ny: 12, Nz: 13, Spacing: 0.01, Mass: 1e-3, Stiffness: 1000, Damping: 0.05, Bottom: -0.001, ByPattern: true})
		},
		"cloth": func() (*model.Model, error) {
			return build.Cloth(build.ClothSpec{Nx: 30, Ny: 29, Spacing: 0.01, Mass: 1e-3, Stiffness: build.ClothStiffness{Structural: 1000, Shear: 300, Bend: 500}, Height: -0.001, ByPattern: true})
		},
	} {
		m := must.Get(m())(t)
		m.Triangles = nil
		// A slope that is not along the axes brings all springs into play.
		p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 400, 0.1).WithFriction(0.6, 0.5)}}
		p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: -0.01}
		ctx := context.Background()
		got := must.Get(newBlockTruth(ctx, m, p, m.Start(), steps, side))(t)
		whole, err := NewTruthOf(ctx, m, p, m.Start(), steps)
		if err != nil || whole.Masses != nil || m.Pattern == nil {
			t.Fatal(len(whole.Masses), m.Pattern, err)
		}
		if same(got, whole) != "" {
			t.Errorf("%s: %s", name, same(got, whole))
		}
		if len(got.Masses) != min(side, m.Pattern.Size[0])*min(side, m.Pattern.Size[1])*min(side, m.Pattern.Size[2]) {
			t.Errorf("%s: %d masses", name, len(got.Masses))
		}
		narrow := must.Get(blockTruth(ctx, m, p, m.Start(), steps, side, steps-2))(t)
		if same(narrow, whole) == "" {
			t.Errorf("%s: too few layers are not seen", name)
		}
	}
}

// same says where a truth of a block is not that of the whole model.
func same(block, whole *Truth) string {
	for k, i := range block.Masses {
		if block.Start.Position[k] != whole.Start.Position[i] || block.End.Position[k] != whole.End.Position[i] || block.End.Velocity[k] != whole.End.Velocity[i] {
			return "another motion of a mass of the block"
		}
	}
	return ""
}

// readsAll is an engine that cannot tell of some masses.
type readsAll struct{ model.Engine }

// The error of a block is the same whether an engine tells of its masses or of all; against the
// truth of another block it is another one.
func TestErrorsOfBlocksReadTheirMasses(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 12, Ny: 13, Nz: 14, PerMass: 13, Spacing: 0.01, Mass: 1e-3, Stiffness: 1000, ByPattern: true}))(t)
	p := model.Params{DT: 1e-4, Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: 0.05}, Stiffness: 400}}}
	truth := must.Get(newBlockTruth(context.Background(), m, p, m.Start(), 5, 4))(t)
	engine := must.Get(cpu.New(m, p, cpu.Options{}))(t)
	defer engine.Close()
	largest, rms, err := MeasureError(engine, truth)
	all, same, err2 := MeasureError(readsAll{engine}, truth)
	if err != nil || err2 != nil || largest != all || rms != same || !(0 < rms && rms < 1e-2) {
		t.Errorf("%g, %g; of all %g, %g; %v, %v", largest, rms, all, same, err, err2)
	}
	truth.Masses[len(truth.Masses)-1]++
	if other, _, _ := MeasureError(engine, truth); other == largest {
		t.Error("another mass is not seen")
	}
}
