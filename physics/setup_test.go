package physics

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
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

// The results of set-up are the same to the last bit with any number of threads.
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
	must.Hold(t, want.valid == nil && want.safe > 0, "the model is not what was meant: %v, safe step %g s", want.valid, want.safe)
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
		must.Hold(t, c.want != 0 && math.Abs(c.got/c.want-1) <= rounding, "%s energy is %v J, want %v", c.kind, c.got, c.want)
	}
	if gotLo, gotHi := s.Bounds(); gotLo != lo || gotHi != hi {
		t.Errorf("the box is %v to %v, want %v to %v", gotLo, gotHi, lo, hi)
	}
	must.Be(t, RunawayLength(m, s), RunawayFactor*longest, "springs run away at, in m")
}

// Ropes have edges, but not those that run along two others; cloth has those of its triangles. Solids lack
// edges, and so do all models whose contacts touch masses alone.
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

func TestResolverByHand(t *testing.T) {
	const dt, turn = 0.5, 2 * math.Pi
	free, first, both := []model.Pin(nil), []model.Pin{model.PinAll, 0}, []model.Pin{model.PinAll, model.PinAll}
	for _, c := range []struct {
		name     string
		material model.Material
		pin      []model.Pin
		k, c     float64
	}{
		{"no force", model.Material{}, free, 0, 0},
		{"SI", model.Material{Stiffness: 8, Damping: 2}, free, 8, 2},
		{"SI, pinned", model.Material{Stiffness: 8, Damping: 2}, both, 8, 2},
		{"EA", model.Material{AxialRigidity: 20, Damping: 2}, free, 40, 2},
		{"frequency", model.Material{Frequency: 1 / turn}, free, 0.75, 0},
		{"frequency, pinned end", model.Material{Frequency: 1 / turn}, first, 3, 0},
		{"frequency, partly pinned end", model.Material{Frequency: 1 / turn}, []model.Pin{model.PinX | model.PinY, 0}, 0.75, 0},
		{"ratio: 2 ζ √(k m)", model.Material{Frequency: 1 / turn, DampingRatio: 0.5}, free, 0.75, 0.75},
		{"ratio, pinned end", model.Material{Frequency: 2 / turn, DampingRatio: 0.5}, first, 12, 6},
		{"half-life", model.Material{Frequency: 1 / turn, HalfLife: 4 * math.Ln2}, free, 0.75, 0.75},
		{"half-life alone", model.Material{HalfLife: 2 * math.Ln2}, first, 0, 6},
		{"normalized", model.Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, free, 1.5, 1.5},
		{"normalized, pinned end", model.Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, first, 6, 6},
		{"oscillator, both pinned", model.Material{Frequency: 1, DampingRatio: 1}, both, 0, 0},
		{"normalized, both pinned", model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, both, 0, 0},
	} {
		m := barbell(c.material)
		m.Pin = c.pin
		must.Be(t, m.Validate(), nil, "%s", c.name)
		r := NewResolver(m, dt)
		if got := r.Spring(0); !agrees(got.Stiffness, c.k) || !agrees(got.Damping, c.c) {
			t.Errorf("%s: k = %g, c = %g, want %g and %g", c.name, got.Stiffness, got.Damping, c.k, c.c)
		}
		all := r.All(nil)
		if plain := strings.HasPrefix(c.name, "SI") || c.name == "no force"; plain != (all == nil) {
			t.Errorf("%s: per spring %v", c.name, all)
		} else if all != nil && all[0] != r.Spring(0) {
			t.Errorf("%s: All says %v, Spring %v", c.name, all[0], r.Spring(0))
		}
		m.MaterialOf[0] = model.Removed
		must.Be(t, NewResolver(m, dt).Spring(0), (model.Coefficients{}), "%s: a removed spring", c.name)
	}
}

// A star: mass 0 with springs to 1, 2 and 3, of which the last is removed; 4
// and 5 by themselves. Two springs at the hub: the cap is 1/3.
func TestCapsCountLivingSprings(t *testing.T) {
	m := &model.Model{
		RestPosition: make([]model.Vec3, 6), Mass: []float64{2, 2, 2, 2, 2, 2},
		Ends:       []model.Ends{{0, 1}, {2, 0}, {0, 3}, {4, 5}},
		RestLength: make([]float64, 4), MaterialOf: []uint16{1, 1, model.Removed, 1},
		Materials: []model.Material{{}, {Normalized: spring.Normalized{Stiffness: 1, Damping: 0.1}}},
	}
	r := NewResolver(m, 1)
	for s, want := range []model.Coefficients{{Stiffness: 1. / 3, Damping: 0.1}, {Stiffness: 1. / 3, Damping: 0.1}, {}, {Stiffness: 1, Damping: 0.1}} {
		if got := r.Spring(s); !agrees(got.Stiffness, want.Stiffness) || !agrees(got.Damping, want.Damping) {
			t.Errorf("spring %d: %+v, want %+v", s, got, want)
		}
	}
}

// A spring's own coefficients add to its material, count for the safe step and are nothing where a spring is
// removed.
func TestOwnCoefficients(t *testing.T) {
	m := twoMasses()
	m.Own = []model.Coefficients{{Stiffness: 24, Damping: 3}}
	r := NewResolver(m, 0)
	if got, want := r.Spring(0), (model.Coefficients{Stiffness: 32, Damping: 4}); got != want || !m.PerSpring() {
		t.Errorf("k and c are %+v, want %+v", got, want)
	}
	if all := r.All(nil); len(all) != 1 || all[0] != (model.Coefficients{Stiffness: 32, Damping: 4}) {
		t.Errorf("all: %+v", all)
	}

	// Four times the stiffness, without dampers, halves the safe step.
	m.Materials[1].Damping, m.Own[0].Damping = 0, 0
	with := SafeStep(m, model.Params{})
	m.Own = nil
	if without := SafeStep(m, model.Params{}); math.Abs(with-without/2) > 1e-12*without {
		t.Errorf("safe step %g s with four times the stiffness, %g s without", with, without)
	}

	// Beside a normalized material the step is bounded by its own stiffness.
	m.Materials[1] = model.Material{Name: "normalized"}
	m.Materials[1].Normalized.Stiffness = 0.1
	if free := SafeStep(m, model.Params{}); !math.IsInf(free, 1) {
		t.Errorf("a normalized spring alone bounds the step to %g s", free)
	}
	m.Own = []model.Coefficients{{Stiffness: 24}}
	if bound := SafeStep(m, model.Params{}); math.IsInf(bound, 1) {
		t.Error("its own stiffness does not bound the step")
	}

	m.MaterialOf[0] = model.Removed
	must.Be(t, NewResolver(m, 1e-3).Spring(0), (model.Coefficients{}), "a removed spring")
}
