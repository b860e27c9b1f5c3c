package run

import (
	"math"
	"slices"
	"strings"
	"testing"

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
		if warning := JudgeOf(s.Model, s.Params, s.Start, "single").Warning(steps); warning != "" {
			t.Errorf("%s: %s", preset.Name, warning)
		}
	}
	s := must.Get(open.Scene("cube", scene.Options{}))(t)
	s.Params.Contacts, s.Params.Gravity = nil, model.Vec3{}
	s.Start.Velocity[0] = model.Vec3{1, 0, 0}
	raise(s, 50)
	if warning := JudgeOf(s.Model, s.Params, s.Start, "single").Warning(1_000_000); warning != "" {
		t.Errorf("alone, 50 m from zero: %s", warning)
	}
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
	if words := judge.Apart(Balance{Far: 1.5 * judge.Rounding.Far}); words != "" {
		t.Errorf("near each other: %s", words)
	}
	if words := judge.Apart(Balance{Far: 1e5}); !strings.Contains(words, "places in float32 are 0.0078 m apart, 1e+05 m from the origin") {
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

// What rounding did is told by its own name when it is more than all that is there,
// and the springs are not blamed; more than that is a blow-up.
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
