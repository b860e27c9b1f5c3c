package open

import (
	"os"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/scene"
)

const normalizedCube = "[run]\ndt = 0.01\n[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nmass = 0.1\nmaterial = \"n\"\nmove = [0, 0, 0.05]\n" +
	"[[material]]\nname = \"n\"\nnormalized_stiffness = 0.5\nnormalized_damping = 0.5\n[[contact]]\nshape = \"plane\"\n"

// A contact without a stiffness follows from each mass where no spring has a stiffness in N/m, and where it
// has normalized values. Structures come to rest on it.
func TestContactsPerMassOfAScene(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       model.Contact
	}{
		{"chosen", normalizedCube, model.Contact{PerMass: true}},
		{"with friction and values", normalizedCube + "normalized_stiffness = 0.2\nnormalized_damping = 0.1\nstatic_friction = 0.5\n",
			model.Contact{PerMass: true, Normalized: spring.Normalized{Stiffness: 0.2, Damping: 0.1}, StaticFriction: 0.5}},
		{"with a stiffness", normalizedCube + "stiffness = 70\ndamping = 2\n", model.Contact{Stiffness: 70, Damping: 2}},
		{"of springs in N/m", lattice27 + "[[contact]]\nshape = \"plane\"\nnormalized_stiffness = 0.1\n",
			model.Contact{PerMass: true, Normalized: spring.Normalized{Stiffness: 0.1}}},
		{"of frequencies", strings.Replace(normalizedCube, "normalized_stiffness = 0.5\nnormalized_damping = 0.5", "frequency = 5\ndamping_ratio = 0.1", 1),
			model.Contact{PerMass: true}},
	} {
		s := openText(t, c.text)
		got := s.Params.Contacts[0]
		got.Shape = nil
		must.Be(t, got, c.want, "%s", c.name)
		e, err := cpuref.New(s.Model, s.Params)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := e.Step(500); err != nil || e.Finish() != nil {
			t.Errorf("%s: %v, %v", c.name, err, e.Finish())
		}
		for i, v := range e.State().Velocity {
			if c.name == "chosen" && v.Len() > 1e-3 {
				t.Errorf("mass %d still moves at %v m/s, where it fell with 1", i, v)
			}
		}
	}
}

// Keys that do not fit together are refused at their position.
func TestFaultsOfContactsPerMass(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ text, want string }{
		{normalizedCube + "stiffness = 5\nnormalized_stiffness = 0.1\n", `s.toml:17:24: normalized_stiffness: the contact has a stiffness, too; a contact has either stiffness and damping or normalized values
    normalized_stiffness = 0.1
                           ^^^`},
		{normalizedCube + "damping = 5\n", `s.toml:16:11: damping needs a stiffness here, since springs have none in N/m and the contact follows from each mass; give stiffness too, or normalized_damping instead
    damping = 5
              ^`},
		{normalizedCube + "normalized_damping = 0\n", `s.toml:16:22: normalized_damping is 0; give more, at most 1, or leave it out for that of the springs
    normalized_damping = 0
                         ^`},
		{normalizedCube + "normalized_damping = 1.5\n", "s.toml:16:22: normalized_damping is 1.5"},
		{"[[mesh]]\nmake = \"rope\"\nmasses = 1\nlength = 1\nstiffness = 5\n", "s.toml:3:10: masses: it needs at least 2 masses\n"},
		{"[[mesh]]\nmake = \"rope\"\nmasses = 2\nlength = 1\nspan = 0.8\nstiffness = 5\n", "a rope of 2 masses cannot bend"},
	} {
		must.Do(t, os.WriteFile("s.toml", []byte(c.text), 0o666))
		must.Say(t, "", must.Err(Scene("s.toml", scene.Options{})), c.want)
	}
}

// The factor of drag per step is read, and is no half-life at the same time.
func TestDragFactorOfAScene(t *testing.T) {
	if p := openText(t, "[run]\ndrag_factor = 0.99\n"+lattice27).Params; p.DragKept != 0.99 || p.DragHalfLife != 0 {
		t.Errorf("it leaves %g, with a half-life of %g s", p.DragKept, p.DragHalfLife)
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct{ keys, want string }{
		{"drag_factor = 0.99\ndrag_half_life = 1\n", "s.toml:2:15: drag_factor: there is a drag_half_life, too; give one of the two\n"},
		{"drag_factor = 0\n", "s.toml:2:15: drag_factor is 0, which would stop everything"},
		{"drag_factor = 1.1\n", "s.toml:2:15: drag_factor is 1.1; it must be from 0 to 1"},
	} {
		must.Do(t, os.WriteFile("s.toml", []byte("[run]\n"+c.keys+lattice27), 0o666))
		must.Say(t, "", must.Err(Scene("s.toml", scene.Options{})), c.want)
	}
}

// A rope of two masses is one spring between them; hanging it is stretched by its weight.
func TestRopeOfTwoMasses(t *testing.T) {
	s := openText(t, "[run]\ndrag_half_life = 0.05\n[[mesh]]\nmake = \"rope\"\nmasses = 2\nlength = 0.5\nmass = 0.25\nstiffness = 50\nturn = [0, -90, 0]\n"+
		"[[group]]\nname = \"low\"\nshape = \"sphere\"\ncenter = [0, 0, 0.25]\nradius = 0.01\n[[pin]]\ngroup = \"low\"\n")
	if s.Model.MassCount() != 2 || s.Model.SpringCount() != 1 || s.Model.RestLength[0] != 0.5 {
		t.Fatalf("%d masses, %d springs, rest lengths %v", s.Model.MassCount(), s.Model.SpringCount(), s.Model.RestLength)
	}
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Step(5000))
	length := e.State().Position[1].Sub(e.State().Position[0]).Len()
	if want := 0.5 + 0.25*model.StandardGravity/50; length < want-1e-6 || length > want+1e-6 {
		t.Errorf("it is %.9g m long, want %.9g", length, want)
	}
}
