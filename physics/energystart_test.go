package physics_test

import (
	"math"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// The energy of a start by kinds and layers is that of all springs and masses, for any gravity,
// outside of contacts and in them; that of other springs is another one.
func TestEnergyOfStart(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 9, Ny: 13, Nz: 21, PerMass: 13, Spacing: 0.013, Mass: 0.5, Stiffness: 1e3, Bottom: 0.3, ByPattern: true}))(t)
	m.Pattern.Stencil[0].RestLength *= 1.1
	m.Pattern.Stencil[5].RestLength *= 0.97
	ball := model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, 2}, Radius: 1}, Stiffness: 50}
	for name, contacts := range map[string][]model.Contact{
		"free": nil, "above": {model.Ground(0.2, 400, 0)}, "below": {model.Ground(0.35, 400, 0)}, "ball": {ball},
		"in a ball": {{Shape: model.Sphere{Center: model.Vec3{0, 0, 0.4}, Radius: 0.1}, Stiffness: 50}}, "room": {{Shape: model.Sphere{Center: model.Vec3{0, 0, 0.4}, Radius: 0.1}, Stiffness: 50, Inside: true}},
	} {
		p := model.Params{DT: 1e-4, Gravity: model.Vec3{0.3, -2, -9}, Contacts: contacts}
		got, want := physics.EnergyOfStart(m, p, m.Start()), physics.EnergyOf(m, p, m.Start())
		for _, pair := range [][2]float64{{got.Kinetic, want.Kinetic}, {got.Gravitational, want.Gravitational}, {got.Elastic, want.Elastic}, {got.Contact, want.Contact}} {
			if math.Abs(pair[0]-pair[1]) > 1e-11*math.Abs(want.Total()) {
				t.Errorf("%s: %+v, want %+v", name, got, want)
			}
		}
		if touches := name == "below" || name == "in a ball" || name == "room"; touches != (want.Contact > 0) {
			t.Errorf("%s: %g J", name, want.Contact)
		}
	}
	before := physics.EnergyOfStart(m, model.Params{DT: 1e-4}, m.Start()).Elastic
	if m.Pattern.Stencil[5].RestLength *= 1.001; physics.EnergyOfStart(m, model.Params{DT: 1e-4}, m.Start()).Elastic == before {
		t.Error("another rest length is not seen")
	}
}

// A limit beyond its bound at rest has its energy in that of the start, too.
func TestEnergyOfStartInLimits(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, PerMass: 13, Spacing: 0.1, Mass: 0.5, Stiffness: 1e3, ByPattern: true}))(t)
	p := model.Params{DT: 1e-4, Limits: []model.Limit{{Points: [][]uint32{{1}, {0}, {3}}, Max: math.Pi / 4, Stiffness: 2}}}
	must.Near(t, physics.EnergyOfStart(m, p, m.Start()).Elastic, math.Pi*math.Pi/16, 1e-12, "energy of a limit at the start")
}
