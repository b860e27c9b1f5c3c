package impulses_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/bigstep"
)

// game is a structure of normalized springs at the steps of a screen, Cs = Cd = 1, as readers
// of normalized springs write it.
type game struct {
	m     *model.Model
	p     model.Params
	times []float64 // at which it is judged [s]
}

// finer is how many steps of the reference are in a safe step.
const finer = 8

func games(t *testing.T) map[string]game {
	t.Helper()
	gravity := model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, DT: 1. / 60}
	out := map[string]game{}
	add := func(name string, m *model.Model, err error, p model.Params, times ...float64) {
		must.Do(t, err)
		for i := 1; i < len(m.Materials); i++ {
			m.Materials[i] = model.Material{Name: m.Materials[i].Name}
			m.Materials[i].Normalized.Stiffness, m.Materials[i].Normalized.Damping = 1, 1
		}
		out[name] = game{m, p, times}
	}
	pin := func(m *model.Model, group string) *model.Model {
		m.Pin = make([]model.Pin, m.MassCount())
		for _, g := range m.Groups {
			if g.Name == group {
				for _, i := range g.Masses {
					m.Pin[i] = model.PinAll
				}
			}
		}
		return m
	}
	rope, err := build.Rope(build.RopeSpec{Masses: 50, Length: 1, Span: 0.8, Mass: 0.1 / 49, Stiffness: 1})
	add("rope", pin(rope, "ends"), err, gravity, 2, 4, 6, 8, 10)
	cloth, err := build.Cloth(build.ClothSpec{Nx: 40, Ny: 40, Spacing: 0.025, Mass: 0.2 * 0.025 * 0.025, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}, Height: 1})
	slowed := gravity
	slowed.DragHalfLife = 0.2
	add("cloth", pin(cloth, "corners"), err, slowed, 0.5, 8)
	jelly, err := build.Lattice(build.LatticeSpec{Nx: 8, Ny: 8, Nz: 8, PerMass: 13, Spacing: 0.05, Mass: 1000 * 0.05 * 0.05 * 0.05, Stiffness: 1, Bottom: 0.1})
	on := gravity
	on.Contacts = []model.Contact{model.Ground(0, 100, 1)}
	add("jelly", jelly, err, on, 0.5, 1, 1.5, 2, 2.5, 3)
	return out
}

// figures holds the numbers by which a state is judged.
type figures struct{ Length, Lowest, Strain, Center float64 }

func figuresOf(m *model.Model, s *cpuref.State) (f figures) {
	f.Lowest = math.Inf(1)
	for k, ends := range m.Ends {
		length := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()
		f.Length += length
		f.Strain = max(f.Strain, length/m.RestLength[k]-1)
	}
	for _, x := range s.Position {
		f.Lowest = min(f.Lowest, x[2])
		f.Center += x[2] / float64(len(s.Position))
	}
	return f
}

// inSI is the structure with k and c that the solver forms, in SI, for symplectic Euler.
func (g game) inSI(t *testing.T) (*model.Model, model.Params) {
	t.Helper()
	p := must.Get(bigstep.With(g.m, g.p))(t)
	m := *g.m
	m.Own = physics.ResolverOf(g.m, p).All(nil)
	m.Materials = make([]model.Material, len(g.m.Materials))
	p = p.SolvedBy(model.SymplecticEuler)
	p.DT = physics.SafeStep(&m, p) / finer
	p.DT = 0.5 / math.Ceil(0.5/p.DT) // all times are multiples of 0.5 s
	return &m, p
}

// references are the figures that are checked in.
func references(t *testing.T) (out map[string][]figures) {
	t.Helper()
	data, err := os.ReadFile("testdata/games.json")
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	must.Do(t, err)
	return out
}

// TestGameReferences makes testdata/games.json anew, or the part of one structure: it takes half an
// hour.
func TestGameReferences(t *testing.T) {
	if os.Getenv("HOOKE_GAMES") == "" {
		t.Skip("set HOOKE_GAMES=1 to make the references anew")
	}
	out := references(t)
	for name, g := range games(t) {
		if only := os.Getenv("HOOKE_GAMES"); only != "1" && only != name {
			continue
		}
		out[name] = nil
		m, p := g.inSI(t)
		e := must.Get(cpuref.New(m, p))(t)
		for _, at := range g.times {
			if err := e.Step(int(math.Round(at/p.DT)) - int(e.State().Step)); err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			out[name] = append(out[name], figuresOf(m, e.State()))
			t.Logf("%s at %g s, steps of %g s: %+v", name, at, p.DT, out[name][len(out[name])-1])
		}
	}
	data, err := json.MarshalIndent(out, "", "\t")
	if err == nil {
		err = os.WriteFile("testdata/games.json", append(data, '\n'), 0o600)
	}
	must.Do(t, err)
}

// Normalized springs at Cs = Cd = 1 and 1/60 s, which explicit steps make soft or blow up, are
// stiff with impulses, without caps: ropes keep their length, and structures are where explicit
// steps of the same k and c have them.
func TestGames(t *testing.T) {
	all := references(t)
	for name, g := range games(t) {
		if name == "cloth" && !longTests() {
			continue // the jelly is where explicit steps have it, too
		}
		e := must.Get(cpuref.New(g.m, g.p))(t)
		for k, at := range g.times[:min(len(g.times), len(all[name]))] {
			if k > 0 && !longTests() {
				break
			}
			if err := e.Step(int(math.Round(at*60)) - int(e.State().Step)); err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			got, want := figuresOf(g.m, e.State()), all[name][k]
			t.Logf("%s at %g s: %+v; explicit %+v", name, at, got, want)
			switch {
			case name == "rope" && !(got.Length <= 1.02):
				t.Errorf("the rope is %g m long after %g s, at rest 1 m", got.Length, at)
			case name == "cloth" && !(math.Abs(got.Lowest-want.Lowest) <= 0.01*(1-want.Lowest)):
				t.Errorf("the lowest mass of the cloth is at %g m, by explicit steps at %g m", got.Lowest, want.Lowest)
			case name == "jelly" && !(math.Abs(got.Center-want.Center) <= 5e-3):
				t.Errorf("the jelly's center of mass is at %g m after %g s, by explicit steps at %g m", got.Center, at, want.Center)
			}
		}
	}
}
