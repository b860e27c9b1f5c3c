package group_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/laws/group"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// forces returns the force of all groups on every mass [N].
func forces(m *model.Model, p model.Params, position, velocity []model.Vec3) []model.Vec3 {
	out := make([]model.Vec3, m.MassCount())
	for _, f := range group.Of(m, &p) {
		masses := f.Masses()
		force, x, v := make([]model.Vec3, len(masses)), make([]model.Vec3, len(masses)), make([]model.Vec3, len(masses))
		for k, i := range masses {
			x[k], v[k] = position[i], velocity[i]
		}
		f.Add(force, x, v, 0)
		for k, i := range masses {
			if m.PinOf(int(i)) != model.PinAll {
				out[i] = out[i].Add(force[k])
			}
		}
	}
	return out
}

// cantilever is n segments of h, in a sheet or a chain along x whose masses at x < 1.5 h are pinned.
// by is the number of segments that are clamped.
type cantilever struct {
	name  string
	m     *model.Model
	bends []model.Hinge
	width float64 // factor of the rigidity
}

func cantilevers(t *testing.T, n int, h float64) []cantilever {
	chain := must.Get(build.Rope(build.RopeSpec{Masses: n + 2, Length: h * float64(n+1), Mass: 1, Stiffness: 1}))(t)
	strip := must.Get(build.Cloth(build.ClothSpec{Nx: n + 2, Ny: 4, Spacing: h, Mass: 1, Stiffness: build.ClothStiffness{Structural: 1}}))(t)
	for _, m := range []*model.Model{chain, strip} {
		m.Pin = make([]model.Pin, m.MassCount())
		least, _ := m.Bounds()
		for i := range m.RestPosition {
			m.RestPosition[i][0] -= least[0] + h // the clamp ends at 0
			if m.RestPosition[i][0] < h/2 {
				m.Pin[i] = model.PinAll
			}
		}
	}
	of := materials.Bending{Rigidity: 1, Flat: true}
	return []cantilever{{"chain", chain, of.OfChain(chain, chain.Ends), 1}, {"strip", strip, of.OfTriangles(strip, strip.Triangles), 3 * h}}
}

// A clamped chain of n segments, and a clamped strip, with a force F at the end bend down by
// F L³/(3EI) (1 + 1/(2n²)): with each segment turned by its moments the inner ones are in balance.
func TestCantilever(t *testing.T) {
	const h, pull = 0.1, 1e-6
	for _, n := range []int{4, 8, 32} {
		for _, c := range cantilevers(t, n, h) {
			// The turn of segment j is the sum over its hinges of the moment over k; k is 2 EI/h
			// at the wall.
			x := make([]model.Vec3, n+1) // of the ends of segments
			angle := 0.0
			for j := range n {
				bend := pull * h * float64(n-j) * h / c.width
				if j == 0 {
					bend /= 2
				}
				angle += bend
				x[j+1] = x[j].Add(model.Vec3{h * math.Cos(angle), 0, -h * math.Sin(angle)})
			}
			length := h * float64(n)
			want := pull * length * length * length / (3 * c.width) * (1 + 1/(2*float64(n*n)))
			must.Hold(t, math.Abs(-x[n][2]/want-1) < 1e-6, "%s of %d: the tip of the test is at %g m, want %g", c.name, n, -x[n][2], want)
			place := append([]model.Vec3{}, c.m.RestPosition...)
			sums := make([]float64, n+1)
			for i := range place {
				if j := int(math.Round(place[i][0] / h)); j >= 0 {
					place[i][0], place[i][2] = x[j][0], x[j][2]
				}
			}
			for i, f := range forces(c.m, model.Params{Bends: []model.Bend{{Hinges: c.bends}}}, place, make([]model.Vec3, len(place))) {
				if j := int(math.Round(c.m.RestPosition[i][0] / h)); j > 0 {
					sums[j] += f[2]
				}
			}
			for j := 1; j <= n; j++ {
				want := 0.0
				if j == n {
					want = pull
				}
				if math.Abs(sums[j]-want) > 1e-6*pull {
					t.Errorf("%s of %d: the force at %d is %g N, want %g", c.name, n, j, sums[j], want)
				}
			}
		}
	}
}

// crumpled returns a sheet of several chunks with a pinned corner, its hinges about its fold at rest, and a state in which it is neither.
func crumpled(t *testing.T) (*model.Model, model.Params, *model.State) {
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 25, Ny: 25, Spacing: 0.1, Mass: 0.01, Stiffness: build.ClothStiffness{Structural: 1}}))(t)
	for i, x := range m.RestPosition {
		m.RestPosition[i][2] = 0.5 * math.Abs(x[0])
	}
	m.Pin = make([]model.Pin, m.MassCount())
	m.Pin[3] = model.PinAll
	chain := materials.Bending{Rigidity: 0.2, DampingRatio: 0.2}.OfChain(m, []model.Ends{{0, 30}, {30, 7}})
	p := model.Params{Areas: []model.Area{{Stiffness: 2, Damping: 0.01}, {Masses: []uint32{0, 1, 25, 26, 27}, Stiffness: 3}},
		Bends:  []model.Bend{{Name: "sheet", Hinges: materials.Bending{Rigidity: 0.01, DampingRatio: 0.2}.OfTriangles(m, m.Triangles)}, {Name: "chain", Hinges: chain}},
		Limits: []model.Limit{{Points: [][]uint32{{1, 2, 3}, {100}, {300, 301}}, Max: 0.5, Stiffness: 1, Damping: 0.1}, {Points: [][]uint32{{1}, {100}, {300}, {500}}, Max: -1, Min: -2, Stiffness: 1, Damping: 0.1}}}
	s := m.Start()
	for i, x := range m.RestPosition {
		s.Position[i] = x.Add(model.Vec3{0.02 * math.Sin(float64(7*i)), 0.02 * math.Sin(float64(5*i)), 0.03 * math.Sin(float64(3*i))})
		s.Velocity[i] = model.Vec3{math.Sin(float64(i)), math.Cos(float64(3 * i)), math.Sin(float64(11 * i))}
	}
	return m, p, s
}

// The laws are those of the reference, which has a text of its own, in every chunk.
func TestAnglesAreThoseOfTheReference(t *testing.T) {
	m, p, s := crumpled(t)
	must.Do(t, p.ValidateFor(m))
	must.Hold(t, len(group.Of(m, &p)) > 4, "a sheet of %d hinges is %d chunks", len(p.Bends[0].Hinges), len(group.Of(m, &p)))
	want := make([]model.Vec3, m.MassCount())
	cpuref.NewGroups(m, p).Add(want, &physics.Signals{}, s.Position, s.Velocity)
	most := 0.0
	for _, f := range want {
		most = max(most, f.Len())
	}
	must.Hold(t, most > 0.1, "there are no forces")
	for i, f := range forces(m, p, s.Position, s.Velocity) {
		if f.Sub(want[i]).Len() > 1e-11*most {
			t.Errorf("mass %d: %v N, by the reference %v", i, f, want[i])
		}
	}
}

// A sheet that moves as a rigid body has no forces, of a size that rounding does not make.
func TestRigidMotionHasNoForce(t *testing.T) {
	m, p, _ := crumpled(t)
	p.Limits, p.Bends = nil, p.Bends[:1]
	turn, spin := mgl64.QuatRotate(1.1, model.Vec3{1, 2, -1}.Normalize()), model.Vec3{3, -1, 2}
	x, v := make([]model.Vec3, m.MassCount()), make([]model.Vec3, m.MassCount())
	for i, at := range m.RestPosition {
		x[i] = turn.Rotate(at).Add(model.Vec3{5, 6, 7})
		v[i] = spin.Cross(x[i]).Add(model.Vec3{1, 1, 1})
	}
	stiffest := 0.0
	for _, h := range p.Bends[0].Hinges {
		stiffest = max(stiffest, h.Stiffness)
	}
	for i, f := range forces(m, p, x, v) {
		if f.Len() > 1e-7*stiffest {
			t.Errorf("mass %d has %v N", i, f)
		}
	}
}

// Forces without velocities are minus the gradient of the elastic energy, which is that of the
// reference.
func TestEnergiesOfAnglesAndAreas(t *testing.T) {
	m, p, s := crumpled(t)
	at := func(step float64) float64 {
		moved := s.Clone()
		for i, v := range s.Velocity {
			moved.Position[i] = moved.Position[i].Add(v.Mul(step))
		}
		x := m.Positions(moved)
		sum := group.EnergiesOf(m, &p).Sum(&x)
		want := cpuref.NewGroups(m, p).Energy(moved.Position)
		must.Hold(t, math.Abs(sum-want) < 1e-11*want, "%g J, by the reference %g", sum, want)
		return sum
	}
	const step = 1e-6
	m.Pin = nil
	power := 0.0
	for i, f := range forces(m, p, s.Position, make([]model.Vec3, len(s.Velocity))) {
		power += f.Dot(s.Velocity[i])
	}
	slope := (at(step) - at(-step)) / (2 * step)
	must.Hold(t, at(0) > 0.1 && math.Abs(power) > 0.1, "nothing bends: %g J, %g W", at(0), power)
	must.Hold(t, math.Abs(slope+power) < 1e-6*math.Abs(power), "the energy grows by %g W, forces have %g W", slope, power)
	p.Areas, p.Limits, p.Bends = nil, nil, nil
	x := m.Positions(s)
	must.Hold(t, group.EnergiesOf(m, &p).Sum(&x) == 0, "energy without forces")
}
