package session

import (
	"math"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

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
