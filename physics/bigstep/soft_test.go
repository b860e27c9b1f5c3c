package bigstep

import (
	"math"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// normalizedAll makes all springs normalized ones with Cs = Cd = 1.
func normalizedAll(m *model.Model) *model.Model {
	for i := 1; i < len(m.Materials); i++ {
		m.Materials[i] = model.Material{Name: m.Materials[i].Name}
		m.Materials[i].Normalized.Stiffness, m.Materials[i].Normalized.Damping = 1, 1
	}
	return m
}

// Of four springs in a row the second stretches most, by W/(k L0) of the three masses behind it with the k at
// the step, which is half of that of the first, at the pin. Springs that nothing holds, or that carry no
// weight, are not stretched.
func TestUnderWeight(t *testing.T) {
	m := &model.Model{Name: "chain", Materials: []model.Material{{}, {}}}
	for i := range 5 {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{0, 0, -0.1 * float64(i)}), append(m.Mass, 0.2)
		if i > 0 {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, [2]uint32{uint32(i - 1), uint32(i)}), append(m.RestLength, 0.1), append(m.MaterialOf, 1)
		}
	}
	m = normalizedAll(m)
	m.Pin = []model.Pin{model.PinAll, 0, 0, 0, 0}
	p := model.Params{DT: 0.01, Gravity: model.Vec3{0, 0, -10}}
	k := physics.ResolverOf(m, p).Spring(1).Stiffness
	if want := 3 * 0.2 * 10 / (k * 0.1); math.Abs(underWeight(m, p)-want) > 1e-12*want || k == 0 {
		t.Errorf("strain %g, want %g", underWeight(m, p), want)
	}
	for name, change := range map[string]func(m *model.Model, p *model.Params){
		"no gravity":    func(_ *model.Model, p *model.Params) { p.Gravity = model.Vec3{} },
		"nothing holds": func(m *model.Model, _ *model.Params) { m.Pin = nil },
		"all cut":       func(m *model.Model, _ *model.Params) { m.MaterialOf = make([]uint16, 4) },
	} {
		other, with := *m, p
		change(&other, &with)
		must.Be(t, underWeight(&other, with), 0, "%s: strain", name)
	}
	if p.Contacts = []model.Contact{model.Ground(-1, 1e3, 0)}; underWeight(m, p) == 0 {
		t.Error("a pin beside a ground does not hold")
	}
	m.Pin = nil // it stands on the last one, which all springs carry
	if strain := underWeight(m, p); math.Abs(strain-4*0.2*10/(physics.ResolverOf(m, p).Spring(3).Stiffness*0.1)) > 1e-9*strain {
		t.Errorf("standing, strain %g", strain)
	}
}

// A note says that normalized springs at the steps of a screen are soft, and how to change that; not at short
// steps, not by impulses, and not for springs in SI units.
func TestSoftWords(t *testing.T) {
	jelly := must.Get(build.Lattice(build.LatticeSpec{Nx: 8, Ny: 8, Nz: 8, PerMass: 13, Spacing: 0.05, Mass: 0.125, Stiffness: 1, Bottom: 0.1}))(t)
	hung := modeltest.Rope(50)
	hung.Pin = make([]model.Pin, hung.MassCount())
	hung.Pin[0] = model.PinAll
	p := model.Params{DT: Frame, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 100, 1)}}
	for name, m := range map[string]*model.Model{"rope": hung, "jelly": jelly} {
		must.Be(t, SoftWords(m, p), "", "%s in SI units", name)
		m = normalizedAll(m)
		if words := SoftWords(m, p); !strings.Contains(words, `write solver = "impulses" in [run]`) {
			t.Errorf("%s: %q", name, words)
		}
		short, impulses := p, p.SolvedBy(model.Impulses)
		if short.DT = 1e-4; SoftWords(m, short) != "" || SoftWords(m, impulses) != "" {
			t.Errorf("%s: at short steps %q, by impulses %q", name, SoftWords(m, short), SoftWords(m, impulses))
		}
	}
}

// The advice on a step beyond the safe one names the alternatives, if they are better.
func TestInstead(t *testing.T) {
	if words := Instead(modeltest.Cloth(6), model.Params{}); !strings.Contains(words, `solver = "impulses"`) {
		t.Errorf("of cloth it says %q", words)
	}
	must.Be(t, Instead(modeltest.Lattice(4, 1, 0, false), model.Params{}), "", "of a solid it")
}
