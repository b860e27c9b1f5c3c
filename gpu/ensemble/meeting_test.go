package ensemble_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// meeting are two blocks and a chain that fold and fall on each other and on a post: three bodies, of which the first
// has another surface, with masses of several radii, one without, and some that are pinned. Friction is evaluated
// the given number of times; 0: none.
func meeting(t testing.TB, frictions int) ensemble.Kind {
	t.Helper()
	m := &model.Model{Name: "meeting", Materials: []model.Material{{}, {Name: "rubber", Stiffness: 400, Damping: 0.3}}}
	add := func(x model.Vec3, body uint16, pin model.Pin) uint32 {
		i := len(m.Mass)
		m.RestPosition, m.Mass, m.Pin = append(m.RestPosition, x), append(m.Mass, 0.01+0.001*float64(i%3)), append(m.Pin, pin)
		m.Radius, m.Body = append(m.Radius, 0.05+0.002*float64(i%4)), append(m.Body, body)
		return uint32(i)
	}
	tie := func(a, b uint32) {
		m.Ends, m.MaterialOf = append(m.Ends, model.Ends{a, b}), append(m.MaterialOf, 1)
		m.RestLength = append(m.RestLength, m.RestPosition[a].Sub(m.RestPosition[b]).Len())
	}
	for body := range uint16(2) {
		block := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 2, Spacing: 0.1, Mass: 0.01, Stiffness: 1}))(t)
		block.InArrays()
		first := uint32(len(m.Mass))
		for _, x := range block.RestPosition {
			add(x.Add(model.Vec3{0.03 * float64(body), 0.02 * float64(body), 0.06 + 0.19*float64(body)}), body, 0)
		}
		for _, ends := range block.Ends {
			tie(first+ends[0], first+ends[1])
		}
	}
	m.Radius[17] = 0
	for i := range 12 { // a chain, which the start folds
		add(model.Vec3{0.3, 0.06 * float64(i), 0.5}, 2, 0)
		if i > 0 {
			tie(uint32(len(m.Mass)-2), uint32(len(m.Mass)-1))
		}
	}
	m.Pin[len(m.Mass)-12] = model.PinX | model.PinY
	add(model.Vec3{0.1, 0.1, 0.42}, 0, model.PinAll)
	add(model.Vec3{0.12, 0.16, 0.47}, 1, model.PinAll)
	m.Groups = []model.Group{{Name: "upper", Masses: []uint32{18, 19, 20, 30}}}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 2000, 2).WithFriction(0.5, 0.4)},
		Collision: model.Collision{Bodies: []model.Surface{{Stiffness: 200, DampingRatio: 0.1}, {Stiffness: 300, DampingRatio: 0.2}, {Stiffness: 100}}, Self: true, Others: true, Skin: 0.01, CheckEvery: 8, FrictionIterations: frictions}}
	if frictions > 0 {
		for i := range p.Collision.Bodies {
			p.Collision.Bodies[i].StaticFriction, p.Collision.Bodies[i].KineticFriction = 0.5+0.1*float64(i), 0.4
		}
	}
	return ensemble.Kind{Model: m, Params: p, Free: []ensemble.Field{{Path: "material.stiffness", Index: 1}, {Path: "mass_scale"}, {Path: "gravity.z"}, {Path: "contact.damping"}}}
}

// crashing are members with random values that start in the middle of it: the chain is folded, the upper block flies
// down and turns, and all of it is shaken.
func crashing(t testing.TB, k ensemble.Kind, count int) []ensemble.Member {
	t.Helper()
	members := ensembletest.Designs(t, k, count)
	for i := range members {
		r := rand.New(rand.NewPCG(11, uint64(i)))
		s := k.Model.Start()
		angle := 0.3 + 0.1*r.Float64()
		for j := range s.Position {
			x := &s.Position[j]
			switch k.Model.BodyOf(j) {
			case 1:
				s.Velocity[j] = model.Vec3{0.8 * r.Float64(), -4 * x[0], -2 + 4*x[1] - 0.5*r.Float64()}
				x[2] -= 0.01
			case 2:
				n := float64(j - 36)
				*x = model.Vec3{0.34 + 0.16*math.Cos(angle*n*2), 0.1 + 0.16*math.Sin(angle*n*2), 0.4 + 0.02*n}
				s.Velocity[j] = model.Vec3{-3, 0.2 * r.Float64(), -1}
			}
			for axis := range 3 {
				x[axis] += 0.004 * (r.Float64() - 0.5)
			}
			if k.Model.Pin[j] == model.PinAll {
				*x, s.Velocity[j] = k.Model.RestPosition[j], model.Vec3{}
			}
		}
		members[i].Start = s
	}
	return members
}
