package physics

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// longChain is a chain of several blocks whose masses and springs all differ,
// its materials in every vocabulary.
func longChain(count int) *model.Model {
	m := &model.Model{Name: "long chain", Materials: []model.Material{{Name: "removed"},
		{Name: "plain", Stiffness: 100, Damping: 0.1}, {Name: "bar", AxialRigidity: 3}, {Name: "oscillator", Frequency: 7, DampingRatio: 0.3}}}
	for i := range count {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i) * 0.01, math.Sin(float64(i)), float64(i%13) * 0.1})
		m.Mass = append(m.Mass, 1+0.5*math.Sin(float64(3*i)))
	}
	for i := range count - 1 {
		m.Ends = append(m.Ends, model.Ends{uint32(i), uint32(i + 1)})
		m.RestLength = append(m.RestLength, 0.5+0.25*math.Cos(float64(i)))
		m.MaterialOf = append(m.MaterialOf, uint16(1+i%3))
	}
	// A second spring at a distance, so that ends lie in different blocks.
	for i := 0; i < count; i += 5 {
		m.Ends = append(m.Ends, model.Ends{uint32(i), uint32((i + count/2) % count)})
		m.RestLength = append(m.RestLength, 0.3)
		m.MaterialOf = append(m.MaterialOf, uint16(1+i%3))
	}
	return m
}

// What set-up computes is the same to the last bit with any number of threads.
func TestSetUpIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	m := longChain(3*model.BlockSize + 100)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 10, 1)}}
	broken := longChain(3*model.BlockSize + 100)
	for _, i := range []int{5, model.BlockSize + 5, 2*model.BlockSize + 5, 3*model.BlockSize + 5} {
		broken.Mass[i] = -1
		broken.RestLength[i] = math.NaN()
	}
	for i := 2 * model.BlockSize; i < 2*model.BlockSize+30; i++ {
		broken.Mass[i] = math.Inf(1)
	}
	type outcome struct {
		state      *model.State
		lo, hi     model.Vec3
		safe, auto float64
		resistance []resistance
		own        []model.Coefficients
		rounded    *model.State
		energy     model.Energy
		runaway    float64
		sum        [32]byte
		valid      error
		faults     string
	}
	var want outcome
	for _, threads := range []int{1, 2, 3, 7} {
		atThreads(threads, func() {
			var got outcome
			got.state = m.Start()
			got.lo, got.hi = m.Bounds()
			got.safe, got.auto = SafeStep(m, p), AutoStep(m, p)
			got.resistance, _ = resistancesOf(m, p)
			got.own = NewResolver(m, 1e-3).All(nil)
			got.rounded = got.state.Clone()
			got.rounded.RoundToFloat32()
			got.energy = EnergyOf(m, p, moving(m))
			got.runaway = RunawayLength(m, moving(m))
			got.sum = model.Fingerprint(m, p)
			got.valid = m.Validate()
			got.faults = fmt.Sprint(broken.Validate())
			if threads == 1 {
				want = got
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%d threads: the result differs from that of one", threads)
			}
		})
	}
	if want.valid != nil || want.safe <= 0 {
		t.Errorf("the model is not what was meant: %v, safe step %g s", want.valid, want.safe)
	}
}

// moving is a state of m in which everything moves and is pressed into z = 0.
func moving(m *model.Model) *model.State {
	s := m.Start()
	for i := range s.Position {
		s.Position[i] = s.Position[i].Mul(1.1).Sub(model.Vec3{0, 0, 0.05})
		s.Velocity[i] = model.Vec3{1, math.Sin(float64(i)), 0.5}
	}
	return s
}

// Sums, boxes and lengths over several blocks are those of a plain loop.
func TestBlocksAddUp(t *testing.T) {
	const rounding = 1e-12 // of a sum of some 1e5 numbers, relative
	m := longChain(2*model.BlockSize + 100)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 10, 1)}}
	s := moving(m)
	var want model.Energy
	lo, hi := s.Position[0], s.Position[0]
	for i, x := range s.Position {
		want.Kinetic += 0.5 * m.Mass[i] * s.Velocity[i].Dot(s.Velocity[i])
		want.Gravitational += m.Mass[i] * model.StandardGravity * x[2]
		if x[2] < 0 {
			want.Contact += 0.5 * 10 * x[2] * x[2]
		}
		for axis := range 3 {
			lo[axis], hi[axis] = min(lo[axis], x[axis]), max(hi[axis], x[axis])
		}
	}
	longest := 0.0
	for i, own := range NewResolver(m, 0).All(nil) {
		length := s.Position[m.Ends[i][1]].Sub(s.Position[m.Ends[i][0]]).Len()
		want.Elastic += 0.5 * own.Stiffness * (length - m.RestLength[i]) * (length - m.RestLength[i])
		longest = max(longest, length, m.RestLength[i])
	}
	got := EnergyOf(m, p, s)
	for _, c := range []struct {
		kind      string
		got, want float64
	}{{"kinetic", got.Kinetic, want.Kinetic}, {"gravitational", got.Gravitational, want.Gravitational},
		{"elastic", got.Elastic, want.Elastic}, {"contact", got.Contact, want.Contact}} {
		if c.want == 0 || math.Abs(c.got/c.want-1) > rounding {
			t.Errorf("%s energy is %v J, want %v", c.kind, c.got, c.want)
		}
	}
	if gotLo, gotHi := s.Bounds(); gotLo != lo || gotHi != hi {
		t.Errorf("the box is %v to %v, want %v to %v", gotLo, gotHi, lo, hi)
	}
	if got := RunawayLength(m, s); got != RunawayFactor*longest {
		t.Errorf("springs run away at %v m, want %v", got, RunawayFactor*longest)
	}
}

// Ropes have edges, but not those that run along two others; cloth has those of its triangles;
// solids have none, nor has anything where contacts touch masses alone.
func TestWhichSpringsAreEdges(t *testing.T) {
	rod := model.Contact{Shape: model.Sphere{Radius: 1}, Stiffness: 1, Touches: model.TouchTriangles}
	p := model.Params{Contacts: []model.Contact{rod}}
	rope := modeltest.NewBuilder("rope")
	k := rope.Material(1, 0)
	for i := range 5 {
		rope.Mass(1, model.Vec3{float64(i)}, 0)
		if i > 0 {
			rope.Join(i-1, i, k)
		}
		if i > 1 {
			rope.Join(i-2, i, k) // it bends
		}
	}
	if got := SpansOf(&rope.Model, p); len(got.Edges) != 4 || len(got.Triangles) != 0 {
		t.Errorf("rope: %+v", got)
	}
	if got := SpansOf(modeltest.Lattice(4, 1, 0, false), p); len(got.Edges) != 0 {
		t.Errorf("lattice: %d edges", len(got.Edges))
	}
	cloth, _, _ := modeltest.OnSpikes()
	got := SpansOf(cloth, p) // 8 × 8 cells: 2 × 72 sides and 64 diagonals, of the rope 7
	if len(got.Edges) != 144+64+7 || len(got.Triangles) != 128 {
		t.Errorf("cloth and rope: %d edges and %d triangles", len(got.Edges), len(got.Triangles))
	}
	p.Contacts[0].Touches = model.TouchMasses
	if got := SpansOf(cloth, p); got.Count() != 0 {
		t.Errorf("of masses alone: %d spans", got.Count())
	}
}
