package session

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
)

// at is where a place is seen, as a click has it.
func (s *Session) at(p model.Vec3) (x, y float64) {
	x, y, _ = s.shown.Camera().Seen(p)
	return x, y
}

// A click on the middle of a spring picks it, and its numbers are those of the
// reference; one on a mass picks the mass alone.
func TestPickedSpringHasTheNumbersOfTheReference(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Look.Show = draw.Springs })
	s.run(t, 480) // it hits the ground
	must.Do(t, s.Draw(400, 300, 1))
	state := must.Get(s.State())(t)

	// The middle of an edge of the lattice that faces the camera.
	spring := -1
	for k, e := range s.Model.Ends {
		a, b := s.Model.RestPosition[e[0]], s.Model.RestPosition[e[1]]
		if a[1] < -0.009 && b[1] < -0.009 && a[0] > 0.009 && b[0] > 0.009 && math.Abs(a[2]-b[2]) > 0.009 && a[2] > 0.029 {
			spring = k
		}
	}
	ends := s.Model.Ends[spring]
	a, b := state.Position[ends[0]], state.Position[ends[1]]
	x, y := s.at(a.Add(b).Mul(0.5))
	s.Press(x, y, false)
	s.Release()
	if s.spring != spring {
		t.Fatalf("spring %d is picked, want %d; %s", s.spring, spring, s.notice)
	}
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Reset(state))
	k := physics.NewResolver(s.Model, s.Params.DT).Spring(spring)
	way := b.Sub(a)
	n := way.Normalize()
	damper := k.Damping * state.Velocity[ends[1]].Sub(state.Velocity[ends[0]]).Dot(n)
	want := k.Stiffness*(way.Len()-s.Model.RestLength[spring]) + damper
	got := s.readingOf(spring)
	const rounding = 1e-5 // positions are float32, of which the difference is taken
	if math.Abs(damper) < 10*rounding*k.Stiffness*way.Len() || math.Abs(got.Force-want) > rounding*k.Stiffness*way.Len() || math.Abs(got.Strain-(way.Len()/s.Model.RestLength[spring]-1)) > rounding {
		t.Errorf("spring %d: %+v, want %g N", spring, got, want)
	}
	text := strings.Join(s.pickedLines(), "\n")
	for _, word := range []string{"spring ", "from mass ", "length ", "at rest 10.0 mm", "strain ", " N", "k 500 N/m", "lattice"} {
		must.Hold(t, strings.Contains(text, word), "the panel lacks %q:\n%s", word, text)
	}
	if ends := s.pickedEnds(); ends == nil || ends[0] != int(s.Model.Ends[spring][0]) {
		t.Errorf("the mark is on %v", ends)
	}
	must.Do(t, s.Draw(400, 300, 1))

	x, y = s.at(a)
	s.Press(x, y, false)
	s.Release()
	if s.spring != -1 || s.picked != int(ends[0]) {
		t.Errorf("on mass %d: mass %d and spring %d are picked", ends[0], s.picked, s.spring)
	}
	must.Do(t, s.Key("r"))
	must.Hold(t, s.picked == -1 && s.spring == -1, "after a reset mass %d and spring %d are picked", s.picked, s.spring)
}

// Tension-only springs do not push, and the actuator's change of a rest length counts.
func TestTensionOfCablesAndMuscles(t *testing.T) {
	s := newBench(t, 3, func(o *Options) {
		m := *o.Subject.Model
		m.Materials = append([]model.Material{}, m.Materials...)
		m.Materials[1].TensionOnly = true
		m.ActuatorOf = make([]uint16, m.SpringCount())
		m.ActuatorOf[0] = 1
		o.Subject.Model = &m
		o.Subject.Params.Actuators = []model.Actuator{{Name: "muscle", Amplitude: 0.25, Frequency: 1, Phase: math.Pi / 2}}
	})
	if got := s.readingOf(0); math.Abs(got.Rest-1.25*s.Model.RestLength[0]) > 1e-9 || got.Force != 0 {
		t.Errorf("a slack cable of 1.25 times its rest length: %+v", got)
	}
	if got := s.readingOf(1); math.Abs(got.Strain) > 1e-6 {
		t.Errorf("a spring at rest: %+v", got)
	}
}

// The view follows the structure, the group of the picked mass, or nothing.
func TestTheViewFollows(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Subject.Params.Contacts = nil })
	picked := int(s.Model.Groups[1].Masses[0]) // of the top
	for _, c := range []struct {
		who    who
		picked int
		words  string
	}{{everything, picked, "structure"}, {someone, picked, "group top"}, {nobody, picked, "stays"}} {
		s.picked = c.picked
		must.Do(t, s.Key("o"))
		if s.followed.who != c.who || !strings.Contains(s.notice, c.words) {
			t.Fatalf("the view follows %v and says %q, want %v and %q", s.followed.who, s.notice, c.who, c.words)
		}
		look := func() { // where the structure is, is asked every third picture
			for range 4 {
				s.Changes++
				must.Do(t, s.Draw(400, 300, 1))
			}
		}
		look()
		before, from := s.camera.Target, s.Renderer.Place(picked)
		s.run(t, 200) // it falls
		look()
		fell, went := s.Renderer.Place(picked)[2]-from[2], s.camera.Target[2]-before[2]
		if c.who == nobody {
			fell = 0
		} else if fell > -1e-3 {
			t.Fatalf("the lattice fell %g m", -fell)
		}
		const together = 0.02 // all masses fall alike, from rest: the rest is the sag of springs
		must.Hold(t, math.Abs(went-fell) <= together*math.Abs(fell)+1e-12, "%v: the view went %g m, the mass %g", c.who, went, fell)
	}
	s.picked = -1
	for _, want := range []who{softly, everything, nobody} {
		if must.Do(t, s.Key("o")); s.followed.who != want {
			t.Errorf("with nothing picked the next press follows %v, want %v", s.followed.who, want)
		}
	}
}

// A picked rigid link has the numbers of the reference.
func TestPickedLinkHasTheNumbersOfTheReference(t *testing.T) {
	b := modeltest.NewBuilder("link")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "spring", Stiffness: 1e3}, model.Material{Name: "link", Rigid: true})
	for i := range 5 {
		b.Mass(0.05, model.Vec3{0.1 * float64(i)}, map[bool]model.Pin{true: model.PinAll}[i == 0])
		if i > 0 {
			b.Join(i-1, i, uint16(len(b.Model.Materials)-2+i/4)) // the last one is the link
		}
	}
	p := model.Params{DT: 1. / 60, Integrator: model.Impulses, Substeps: 10, Gravity: model.EarthGravity()}
	s := newBench(t, 3, func(o *Options) { o.Subject.Model, o.Subject.Params = &b.Model, p })
	e := must.Get(cpuref.New(&b.Model, p))(t)
	s.spring = 3
	if text := strings.Join(s.pickedLines(), "\n"); !strings.Contains(text, "known after a step") {
		t.Errorf("before a step: %s", text)
	}
	s.run(t, 12)
	must.Do(t, s.Draw(400, 300, 1))
	must.Do(t, e.Step(12))
	want := modeltest.State(t, e)
	for spring, words := range map[int]string{3: "rigid"} {
		s.spring = spring
		got, right := s.readingOf(spring), s.Measures().In(&want, spring, nil)
		if math.Abs(got.Bending-right.Bending) > 1e-2*right.Bending || math.Abs(got.Force-right.Force) > 1e-2*math.Abs(right.Force)+1e-3 || right.Force == 0 {
			t.Errorf("spring %d: %+v, want %+v", spring, got, right)
		}
		if text := strings.Join(s.pickedLines(), "\n"); !strings.Contains(text, words) || strings.Contains(text, " k ") {
			t.Errorf("spring %d: %s", spring, text)
		}
	}
}
