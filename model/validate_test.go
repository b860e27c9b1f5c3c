package model

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/must"
)

// pair is two masses of 2 kg and one spring, k = 8 N/m, c = 1 N·s/m, 1 m long.
func pair() *Model {
	return &Model{
		Name:         "pair",
		RestPosition: []Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{2, 2},
		Ends:         []Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []Material{{Name: "removed"}, {Name: "spring", Stiffness: 8, Damping: 1}},
	}
}

// hanging is a skin of one vertex on both masses of pair.
func hanging(a, b float32) *Skin {
	return &Skin{Masses: [][8]uint32{{0, 1}}, Weights: [][8]float32{{a, b}}}
}

func TestValidModelAndZeroParamsPass(t *testing.T) {
	if err := pair().Validate(); err != nil {
		t.Error(err)
	}
	if err := (&Model{Materials: []Material{{}}}).Validate(); err != nil {
		t.Error("a model without masses:", err)
	}
	pinned := pair()
	pinned.Mass[0], pinned.Pin = 0, []Pin{PinAll, 0}
	if err := pinned.Validate(); err != nil {
		t.Error("no mass where all axes are pinned:", err)
	}
	if err := (Params{}).Validate(); err != nil {
		t.Error("zero parameters:", err)
	}
}

func TestEveryFaultOfAModelIsNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*Model)
		want  string
	}{
		{"mass count", func(m *Model) { m.Mass = m.Mass[:1] }, "1 mass values for 2 masses"},
		{"pin count", func(m *Model) { m.Pin = []Pin{0} }, "1 pins for 2 masses"},
		{"spring arrays", func(m *Model) { m.RestLength = nil }, "0 rest lengths and 1 material indices for 1 springs"},
		{"position", func(m *Model) { m.RestPosition[1][2] = math.NaN() }, "mass 1: position"},
		{"zero mass", func(m *Model) { m.Mass[0] = 0 }, "mass 0: mass is 0 kg"},
		{"zero mass, partly pinned", func(m *Model) { m.Mass[1], m.Pin = 0, []Pin{PinAll, PinX | PinY} }, "mass 1: mass is 0 kg"},
		{"negative pinned mass", func(m *Model) { m.Mass[0], m.Pin = -1, []Pin{PinAll, 0} }, "mass 0: mass is -1 kg"},
		{"infinite mass", func(m *Model) { m.Mass[0] = math.Inf(1) }, "mass 0: mass is +Inf kg"},
		{"pin", func(m *Model) { m.Pin = []Pin{0, 8} }, "mass 1: pin 8"},
		{"end", func(m *Model) { m.Ends[0][1] = 2 }, "spring 0: ends 0 and 2; masses are numbered 0 to 1"},
		{"same ends", func(m *Model) { m.Ends[0][1] = 0 }, "both ends are mass 0"},
		{"rest length", func(m *Model) { m.RestLength[0] = -1 }, "rest length is -1 m"},
		{"material index", func(m *Model) { m.MaterialOf[0] = 2 }, "material 2; the palette has 2 entries"},
		{"palette", func(m *Model) { m.Materials[0].Stiffness = 1 }, "palette entry 0 means removed"},
		{"stiffness", func(m *Model) { m.Materials[1].Stiffness = -1 }, "material 1 (spring): stiffness is -1 N/m"},
		{"damping", func(m *Model) { m.Materials[1].Damping = math.NaN() }, "material 1 (spring): damping"},
		{"group", func(m *Model) { m.Groups = []Group{{"feet", []uint32{7}}} }, "group feet: mass 7"},
		{"skin lengths", func(m *Model) { m.Skin = &Skin{Masses: make([][8]uint32, 2)} }, "masses of 2 vertices and weights of 0"},
		{"skin mass", func(m *Model) { m.Skin = hanging(1, 0); m.Skin.Masses[0][7] = 2 }, "skin: vertex 0: mass 2; masses are numbered 0 to 1"},
		{"skin sum", func(m *Model) { m.Skin = hanging(0.5, 0.4) }, "skin: vertex 0: weights add up to 0.9"},
		{"skin weight", func(m *Model) { m.Skin = hanging(100, -99) }, "skin: vertex 0: weight 100"},
		{"skin triangle", func(m *Model) { m.Skin = hanging(1, 0); m.Skin.Triangles = [][3]uint32{{0, 0, 1}} }, "skin: triangle 0: vertices [0 0 1]"},
		{"own length", func(m *Model) { m.Own = make([]Coefficients, 2) }, "2 coefficients of springs of their own for 1 springs"},
		{"own stiffness", func(m *Model) { m.Own = []Coefficients{{-1, 0}} }, "spring 0: its own stiffness is -1 N/m"},
		{"own damping", func(m *Model) { m.Own = []Coefficients{{0, math.NaN()}} }, "spring 0: its own damping is NaN N·s/m"},
	} {
		m := pair()
		c.spoil(m)
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Validate returned %v, want %q", c.name, err, c.want)
		}
	}
}

// All faults come at once, and a model with millions of them is summed up.
func TestFaultsAreCollectedAndCounted(t *testing.T) {
	m := pair()
	m.Mass[0], m.RestLength[0] = -1, math.Inf(1)
	err := m.Validate()
	must.Say(t, "Validate", err, "mass 0", "spring 0")

	many := &Model{RestPosition: make([]Vec3, 100), Mass: make([]float64, 100), Materials: []Material{{}}}
	err = many.Validate()
	if lines := strings.Count(err.Error(), "\n") + 1; lines != maxFaults+1 || !strings.Contains(err.Error(), "and 84 more faults") {
		t.Errorf("100 faults make %d lines, want %d and a count of the rest:\n%v", lines, maxFaults+1, err)
	}
}

func TestEveryFaultOfParamsIsNamed(t *testing.T) {
	bad := Params{
		DT:           -1,
		Gravity:      Vec3{math.Inf(1), 0, 0},
		DragHalfLife: math.NaN(),
		Contacts:     []Contact{{Shape: Plane{Normal: Vec3{0, 0, 2}, Offset: math.NaN()}, Stiffness: -1, Damping: -2}},
	}
	err := bad.Validate()
	if err == nil {
		t.Fatal("seven faults were accepted")
	}
	for _, want := range []string{"dt is -1", "gravity", "half-life", "stiffness is -1", "damping is -2", "offset", "normal"} {
		must.Hold(t, strings.Contains(err.Error(), want), "the error does not mention %q:\n%v", want, err)
	}
}

func TestStateMustFitItsModel(t *testing.T) {
	m := pair()
	if err := m.ValidateState(m.Start()); err != nil {
		t.Error(err)
	}
	if err := m.ValidateState(&State{Position: make([]Vec3, 1), Velocity: make([]Vec3, 2)}); err == nil {
		t.Error("a state of one position was accepted for two masses")
	}
	s := m.Start()
	s.Velocity[1][0] = math.Inf(-1)
	must.Say(t, "ValidateState", m.ValidateState(s), "mass 1")
}

// All faults of all contacts come at once, with their numbers.
func TestEveryFaultOfAContactIsNamed(t *testing.T) {
	good := Ground(0, 10, 1).WithFriction(0.6, 0.5)
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		spoil func(*Contact)
		want  string
	}{
		{"no shape", func(c *Contact) { c.Shape = nil }, "contact 1: it has no shape"},
		{"stiffness", func(c *Contact) { c.Stiffness = 0 }, "stiffness is 0 N/m"},
		{"damping", func(c *Contact) { c.Damping = -2 }, "damping is -2 N·s/m"},
		{"static friction", func(c *Contact) { c.StaticFriction = nan }, "static friction is NaN"},
		{"kinetic friction", func(c *Contact) { c.KineticFriction = -1 }, "kinetic friction is -1"},
		{"more kinetic than static", func(c *Contact) { c.KineticFriction = 0.7 }, "kinetic friction is 0.7; it must not be more than the static friction, 0.6"},
		{"plane normal", func(c *Contact) { c.Shape = Plane{Normal: Vec3{0, 0, 2}} }, "normal [0 0 2] has length 2"},
		{"plane offset", func(c *Contact) { c.Shape = Plane{Offset: nan} }, "plane offset is NaN"},
		{"sphere center", func(c *Contact) { c.Shape = Sphere{Vec3{nan}, 1} }, "sphere center"},
		{"sphere radius", func(c *Contact) { c.Shape = Sphere{} }, "sphere radius is 0 m"},
		{"box center", func(c *Contact) { c.Shape = Box{Center: Vec3{nan}, Half: Vec3{1, 1, 1}} }, "box center"},
		{"box half", func(c *Contact) { c.Shape = Box{Half: Vec3{1, 0, 1}} }, "half of the box along its y is 0 m"},
		{"box orientation", func(c *Contact) { c.Shape = Box{Half: Vec3{1, 1, 1}, Orientation: mgl64.Quat{W: 2}} }, "orientation {2 [0 0 0]} has length 2"},
		{"capsule end", func(c *Contact) { c.Shape = Capsule{B: Vec3{nan}, Radius: 1} }, "capsule end B"},
		{"capsule radius", func(c *Contact) { c.Shape = Capsule{Radius: -1} }, "capsule radius is -1 m"},
	} {
		bad := good
		c.spoil(&bad)
		if err := (Params{Contacts: []Contact{good, bad}}).Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Validate returned %v, want %q", c.name, err, c.want)
		}
	}
	all := Params{Contacts: []Contact{{Shape: Sphere{Radius: -1}, Damping: -2}, {}}}
	err := all.Validate()
	for _, want := range []string{"contact 0: sphere radius", "contact 0: stiffness", "contact 0: damping", "contact 1: it has no shape", "contact 1: stiffness"} {
		must.Say(t, "Validate does not mention", err, want)
	}
	if err := (Params{Contacts: []Contact{good}}).Validate(); err != nil {
		t.Error(err)
	}
}

// Numbers of a solver are refused by name where they are wrong or where the solver lacks them, and forgotten
// when another solver takes over.
func TestSolverFaults(t *testing.T) {
	for _, c := range []struct {
		p    Params
		want string // empty: no fault
	}{
		{Params{Integrator: Impulses}, ""},
		{Params{Integrator: Impulses, Substeps: 40, Iterations: 3, Warm: 0.5}, ""},
		{Params{Integrator: Impulses, Substeps: -1}, "substeps are -1"},
		{Params{Integrator: Impulses, Substeps: MaxSubsteps + 1}, "substeps are 100001"},
		{Params{Integrator: Impulses, Iterations: -2}, "iterations are -2"},
		{Params{Integrator: Impulses, Warm: 0.6}, "warm is 0.6"},
		{Params{Substeps: 4}, "symplectic-euler does not divide a step; leave them out, or use impulses"},
		{Params{Iterations: 4, Integrator: RK4}, "rk4 does not iterate"},
		{Params{Warm: 0.1}, "starts every substep anew"},
		{Params{Integrator: 99}, "known are"},
	} {
		switch err := c.p.Validate(); {
		case c.want == "" && err != nil:
			t.Error(err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: error %v, want %q", c.p, err, c.want)
		}
	}
	full := Params{Integrator: Impulses, Substeps: 40, Iterations: 3, Warm: 0.5}
	if back := full.SolvedBy(SymplecticEuler); back.Validate() != nil || back.SolvedBy(Impulses).Sweeps() != 1 {
		t.Errorf("another solver keeps %+v", back)
	}
	must.Be(t, full.SolvedBy(Impulses).Sweeps(), 3, "the same solver has sweeps instead of 3")
}

// A substep has its share of the step and of the drag of a step.
func TestSubstep(t *testing.T) {
	p := Params{DT: 1, DragKept: 0.25, Integrator: Impulses, Substeps: 2}
	if s := p.Substep(); s.DT != 0.5 || s.DragFactor() != 0.5 {
		t.Errorf("half a step is %g s and keeps %g", s.DT, s.DragFactor())
	}
	p.DragKept, p.DragHalfLife = 0, 0.5
	if s := p.Substep(); s.DragFactor() != 0.5 {
		t.Errorf("half a step of two half-lives keeps %g", s.DragFactor())
	}
}

// Rigid materials are for solvers that have them, and have nothing else.
func TestRigid(t *testing.T) {
	m := &Model{Materials: []Material{{}, {Name: "rod", Rigid: true}}}
	must.Say(t, "symplectic Euler takes a rigid spring", (Params{}).ValidateFor(m), "use --solver impulses")
	if err := (Params{Integrator: Impulses}).ValidateFor(m); err != nil {
		t.Error(err)
	}
	if m.Materials[1].Stiffness = 1; m.Validate() == nil {
		t.Error("a rigid material with a stiffness is taken")
	}
}
