package group_test

import (
	"math"
	"testing"

	"hooke/laws/group"
	"hooke/model"
	"hooke/must"
)

// Each corner of a triangle in space takes minus the slope of the energy along each axis, by differences. The
// forces make neither a force nor a torque.
func TestForcesOfAreasAreSlopesOfTheEnergy(t *testing.T) {
	m, p, s := crumpled(t)
	m.Pin = nil
	p = model.Params{Areas: []model.Area{{Stiffness: 2, Damping: 0.01}}}
	energy := func() float64 {
		x := m.Positions(s)
		return group.EnergiesOf(m, &p).Sum(&x)
	}
	still := make([]model.Vec3, len(s.Velocity))
	f := forces(m, p, s.Position, still)
	const step = 1e-6
	most := 0.0
	for _, i := range []int{0, 3, 130, 624} {
		for axis := range 3 {
			x := s.Position[i][axis]
			s.Position[i][axis] = x + step
			above := energy()
			s.Position[i][axis] = x - step
			slope := (above - energy()) / (2 * step)
			s.Position[i][axis] = x
			most = max(most, math.Abs(slope))
			if math.Abs(slope+f[i][axis]) > 1e-7 {
				t.Errorf("mass %d, axis %d: %g N, by differences %g", i, axis, f[i][axis], -slope)
			}
		}
	}
	must.Hold(t, most > 1e-2, "forces are at most %g N", most)
	for name, f := range map[string][]model.Vec3{"elastic": f, "with dampers": forces(m, p, s.Position, s.Velocity)} {
		var sum, torque model.Vec3
		for i := range f {
			sum, torque = sum.Add(f[i]), torque.Add(s.Position[i].Cross(f[i]))
		}
		must.Hold(t, sum.Len() < 1e-12 && torque.Len() < 1e-12, "%s: Σ f = %v N, Σ x × f = %v N·m", name, sum, torque)
	}
}

// Triangles without an area at rest have no spring, and one that has collapsed has no force.
func TestTrianglesWithoutAnArea(t *testing.T) {
	m := &model.Model{Name: "three", RestPosition: []model.Vec3{{}, {1}, {0, 1}, {2}}, Mass: []float64{1, 1, 1, 1}, Triangles: [][3]uint32{{0, 1, 3}, {0, 1, 2}, {1, 1, 2}}}
	p := model.Params{Areas: []model.Area{{Stiffness: 2, Damping: 1}}}
	must.Do(t, p.ValidateFor(m))
	triangles, rest := m.Membrane(nil)
	must.Hold(t, len(triangles) == 1 && rest[0] == 0.5, "springs for %v, of %v m²", triangles, rest)
	for i, f := range forces(m, p, []model.Vec3{{}, {1}, {3}, {2}}, []model.Vec3{{1, 2, 3}, {}, {}, {}}) {
		must.Hold(t, f == model.Vec3{}, "mass %d of a collapsed triangle takes %v N", i, f)
	}
	p.Areas[0].Masses = []uint32{0, 1, 3}
	must.Hold(t, p.ValidateFor(m) != nil, "a triangle without an area has a spring")
}

// Split gives in one evaluation, to the bit, the forces that Add gives in two: with and without velocities.
func TestSplitIsAddWithAndWithoutVelocities(t *testing.T) {
	m, p, s := crumpled(t)
	p.Areas[1].Damping = 0.02
	kinds, damped := group.ElasticOf(m, &p), 0
	for k, f := range kinds {
		n := len(f.Masses())
		room := func() []model.Vec3 { return make([]model.Vec3, n) }
		x, v, still := room(), room(), room()
		for at, i := range f.Masses() {
			x[at], v[at] = s.Position[i], s.Velocity[i]
		}
		force, fixed, want, wantFixed := room(), room(), room(), room()
		f.Split(force, fixed, x, v)
		f.Add(want, x, v, 0)
		f.Add(wantFixed, x, still, 0)
		moves := false
		for at := range force {
			must.Hold(t, force[at] == want[at] && fixed[at] == wantFixed[at], "force %d, mass %d: %v and %v, want %v and %v", k, at, force[at], fixed[at], want[at], wantFixed[at])
			moves = moves || force[at] != fixed[at]
		}
		if moves {
			damped++
		}
	}
	must.Hold(t, damped > 8 && damped == len(kinds)-1, "%d of %d forces have dampers; one limit is not passed", damped, len(kinds))
}
