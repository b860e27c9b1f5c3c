package run

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/preset"
)

// No preset is told that rounding will be seen in it, at its own place and over its
// own duration; the cube 50 m from the middle of all is over 10⁶ steps, and not in more
// precise numbers, nor where nothing else is.
func TestWarnOfRounding(t *testing.T) {
	for _, preset := range preset.All() {
		o := scene.Options{}
		if preset.Name == "lattice" || preset.Name == "canon" || preset.Name == "spot" {
			o.Springs = 5000
		}
		s := must.Get(open.Scene(preset.Name, o))(t)
		steps := int64(math.Ceil(s.Duration / s.Params.DT))
		must.Be(t, JudgeOf(s.Model, s.Params, s.Start, "single").Warning(steps), "", "%s", preset.Name)
	}
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	s.Params.Contacts, s.Params.Gravity = nil, model.Vec3{}
	s.Start.Velocity[0] = model.Vec3{1, 0, 0}
	raise(s, 50)
	must.Be(t, JudgeOf(s.Model, s.Params, s.Start, "single").Warning(1_000_000), "", "alone, 50 m from zero")
	apart(s, 50)
	for precision, want := range map[string]bool{"single": true, "compensated": false, "double": false} {
		warning := JudgeOf(s.Model, s.Params, s.Start, precision).Warning(1_000_000)
		if (warning != "") != want || want && !strings.Contains(warning, "3.8e-06 m apart, 50.2 m from the origin") {
			t.Errorf("%s: %q", precision, warning)
		}
	}
}

// Masses that end far from each other are told how fine places are there; those whose origin has
// followed them are not.
func TestMassesFarApartAreTold(t *testing.T) {
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	judge := JudgeOf(s.Model, s.Params, s.Start, "single")
	must.Be(t, judge.Apart(Balance{Far: 1.5 * judge.Rounding.Far}), "", "near each other")
	if words := judge.Apart(Balance{Far: 1e5}); !strings.Contains(words, "positions in float32 are 0.0078 m apart, 1e+05 m from the origin") {
		t.Errorf("100 km apart: %q", words)
	}
}

// raise moves a scene up [m].
func raise(s *scene.Scene, by float64) {
	for i := range s.Start.Position {
		s.Start.Position[i][2] += by
	}
}

// apart adds a mass so far below zero [m], which stays there.
func apart(s *scene.Scene, depth float64) {
	m, at := s.Model, model.Vec3{0, 0, -depth}
	m.Pin = append(slices.Grow(m.Pin, m.MassCount()+1)[:m.MassCount()], model.PinAll)
	m.RestPosition, m.Mass = append(m.RestPosition, at), append(m.Mass, 1)
	s.Start.Position, s.Start.Velocity = append(s.Start.Position, at), append(s.Start.Velocity, model.Vec3{})
}

// Energy of rounding is reported by its own name when it exceeds all other energy, and the springs are not
// blamed. More than that is a blow-up.
func TestRoundingIsNotBlamedOnSprings(t *testing.T) {
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	raise(s, 4096)
	apart(s, 4096)
	s.Params.Contacts, s.Params.Gravity = nil, model.Vec3{}
	s.Start.RoundToFloat32()
	s.Start.Velocity[0] = model.Vec3{0.1, 0, 0}
	judge := JudgeOf(s.Model, s.Params, s.Start, "single")
	account := Balance{}.Then(1000, model.Ledger{Now: physics.EnergyOf(s.Model, s.Params, s.Start)})
	for _, c := range []struct {
		heat        float64 // times the estimate
		want, never string
	}{{1, "rounding, not physics", "collapsed"}, {100, "springs that collapsed", "rounding"}} {
		account.Energy.Kinetic = judge.Available + judge.Mark(account) + c.heat*judge.Rounding.HeatIn(1000)
		err := judge.Verdict(s.Model, s.Params, account)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), c.never) {
			t.Errorf("%g times the heat: %v", c.heat, err)
		}
	}
}

// A cube is thrown at a thin slab: the run reports the number of caught masses, the first, and the speed that
// the slab holds. At rest far away no mass is caught, and without a slab nothing is reported. A body whose
// masses fly apart too fast is reported, as well.
func TestRunTellsWhatIsCaught(t *testing.T) {
	slab := model.Contact{Shape: model.Box{Half: model.Vec3{5, 5, 0.01}}, Stiffness: 1e4}
	for _, c := range []struct {
		name         string
		contacts     []model.Contact
		speed, burst float64
		caught, told bool
	}{
		{"thrown", []model.Contact{slab}, -300, 0, true, false},
		{"away", []model.Contact{slab}, 300, 0, false, false},
		{"plane", []model.Contact{model.Ground(-10, 1e4, 0)}, -300, 0, false, false},
		{"apart", nil, 0, 1000, false, true},
	} {
		s := must.Get(open.Scene("cube", scene.Options{Collide: true}))(t)
		s.Params.Contacts, s.Params.DT = c.contacts, 1e-4
		for i := range s.Start.Position {
			s.Start.Position[i][2] += 0.05
			s.Start.Velocity[i] = model.Vec3{c.burst * float64(i%2), 0, c.speed}
		}
		var told []string
		o := Options{Folder: t.TempDir(), Engine: engine.CPURef, Steps: 8, EnergyEvery: 4}
		o.How.Listener.Note = func(line string) { told = append(told, line) }
		r := must.Get(New(s, o))(t)
		result, err := r.Go(context.Background())
		r.Close()
		if err != nil && c.burst == 0 {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := strings.Contains(strings.Join(told, "\n"), "among others in step 0"); got != c.told {
			t.Errorf("%s: told %q", c.name, told)
		}
		switch got := result.Caught; {
		case c.name == "plane" || c.burst > 0:
			must.Hold(t, got == nil, "%s: %+v", c.name, got)
		case got == nil || got.Count > 0 != c.caught:
			t.Errorf("%s: %+v", c.name, got)
		case c.caught:
			holds := 0.01 * math.Sqrt(1e4/s.Model.Mass[got.Mass])
			if got.Step < 1 || math.Abs(got.Time-float64(got.Step)*1e-4) > 1e-12 || math.Abs(got.Speed/holds-1) > 1e-12 {
				t.Errorf("%s: %+v, want a speed of %g", c.name, got, holds)
			}
		}
	}
}

// A run of implicit Euler reports a residual above its tolerance, with the number, and energy.csv has it; one
// that is solved reports nothing. Position-based dynamics gives its advice before it begins.
func TestRunTellsResiduals(t *testing.T) {
	for _, c := range []struct {
		solver     model.Integrator
		iterations int
		told       string // in a note; empty: nothing is told of a residual
	}{
		{model.ImplicitEuler, 1, "1 iterations left a residual of "},
		{model.ImplicitEuler, 2000, ""},
		{model.PositionBased, 2, "pbd is for teaching"},
		{model.Impulses, 1, "springs were off by a strain of "},
	} {
		name, o := "cube", scene.Options{Integrator: c.solver, Iterations: c.iterations}
		if c.solver == model.Impulses { // a cloth with a pushed mass, which one sweep does not hold
			name, o.Springs, o.Substeps = "cloth", 300, 1
		}
		s := must.Get(open.Scene(name, o))(t)
		for i := range s.Model.Materials {
			s.Model.Materials[i].Stiffness *= 100 // of 10 kN/m and 0.1 kg at 1/240 s
		}
		s.Start.Velocity[0] = model.Vec3{1, 0, 0}
		if c.solver == model.Impulses {
			s.Start.Velocity[0] = model.Vec3{50, 50, 0}
		}
		var told []string
		how := Options{Folder: t.TempDir(), Engine: engine.CPURef, Steps: 5, EnergyEvery: 1, Energy: true}
		how.How.Listener.Note = func(line string) { told = append(told, line) }
		r := must.Get(New(s, how))(t)
		result, err := r.Go(context.Background())
		r.Close()
		must.Do(t, err)
		all := strings.Join(told, "\n")
		if c.told != "" && !strings.Contains(all, c.told) || c.told == "" && strings.Contains(all, "left a residual") {
			t.Errorf("%v, %d iterations: told %q of %+v, %+v", c.solver, c.iterations, all, result.Residual, result.Softest)
		}
		if c.solver == model.ImplicitEuler && (result.Residual.Worst > s.Params.Ends()) != (c.told != "") {
			t.Errorf("%v, %d iterations: a residual of %g", c.solver, c.iterations, result.Residual.Worst)
		}
		table, err := os.ReadFile(filepath.Join(how.Folder, "energy.csv"))
		must.Hold(t, err == nil && strings.Contains(string(table), "solver_J,solver_residual\n"), "%v: the table is %s, %v", c.solver, table, err)
	}
}

// normalizedScenes are structures of normalized springs at the steps of a screen, as users
// write them: with explicit steps the cloth diverges, the rope hangs far below its length and the
// jelly lies flat.
var normalizedScenes = map[string]string{
	"cloth": "make = \"cloth\"\nmasses = [40, 40]\nspacing = 0.025\nmove = [0, 0, 1]\n[[pin]]\ngroup = \"corners\"\n",
	"rope":  "make = \"rope\"\nmasses = 50\nlength = 1\nspan = 0.8\n[[pin]]\ngroup = \"ends\"\n",
	"jelly": "make = \"lattice\"\nmasses = 8\nspacing = 0.05\nmove = [0, 0, 0.1]\n[[contact]]\nshape = \"plane\"\nstiffness = 100\ndamping = 1\n",
}

// Normalized springs that explicit steps make soft are told before the first step, with the
// line to write; with that line nothing is told.
func TestSoftScenesAreToldBeforeTheFirstStep(t *testing.T) {
	for name, mesh := range normalizedScenes {
		path := filepath.Join(t.TempDir(), name+".toml")
		text := "[[material]]\nname = \"r\"\nnormalized_stiffness = 1\nnormalized_damping = 1\n[[mesh]]\nmaterial = \"r\"\n" + mesh + "[run]\ndt = 0.0166667\nduration = 10\n"
		for _, solver := range []string{"", "solver = \"impulses\"\n"} {
			must.Do(t, os.WriteFile(path, []byte(text+solver), 0o600))
			var told []string
			s := must.Get(Open(context.Background(), []string{path}, scene.Options{}, engine.Listener{Note: func(line string) { told = append(told, line) }}))(t)
			warned := strings.Contains(strings.Join(told, "\n"), `write solver = "impulses" in [run]`)
			if warned != (solver == "") || (s.Params.Integrator == model.Impulses) == warned {
				t.Errorf("%s with %q: %v is told %q", name, solver, s.Params.Integrator, told)
			}
		}
	}
}
