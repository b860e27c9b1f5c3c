package session

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// stroke drags the left button from one place in space to another.
func (s *Session) strokeFrom(from, to model.Vec3) {
	x, y := s.at(from)
	s.Press(x, y, false)
	for k := range 4 {
		x, y = s.at(from.Add(to.Sub(from).Mul(float64(k+1) / 4)))
		s.Move(x, y)
	}
	s.Release()
}

// Painted springs have the material in the model, in every engine: it steps them as
// the reference does from the state at the stroke, and not as unpainted ones; a reset
// brings the materials back.
func TestPaintStepsAsInTheReference(t *testing.T) {
	for _, pipeline := range []string{"gpu two-pass", "gpu fused"} {
		s := newBench(t, 5, func(o *Options) { o.Look.Show = draw.Springs })
		if pipeline != "gpu two-pass" {
			s.pickControl(t, "engine")
			s.nudge(1)
			s.panel.open = false
		}
		s.run(t, 500)                                          // it has hit the ground
		s.camera = draw.LookAt(s.Subject.Bounds(), s.aspect()) // panels take a good part of so small a window
		s.camera.From(draw.Views()[0])
		s.followed.who = nobody
		s.shown.Toward(s.camera, 10)
		must.Do(t, s.Draw(400, 300, 1))
		must.Do(t, s.Key("d"))
		must.Do(t, s.stepBrush(-3))
		if !s.brush.on || s.paintName(s.brush.material) != "stiff paint" || s.look.Color != color.ByMaterial {
			t.Fatalf("the brush %+v has %q", s.brush, s.paintName(s.brush.material))
		}
		before, unpainted := s.camera, s.Model
		stroked := must.Get(s.State())(t)
		s.strokeFrom(model.Vec3{-0.02, -0.02, 0}, model.Vec3{0.02, -0.02, 0.04}) // aslant over the front
		painted := map[bool]int{}
		for k, kind := range s.Model.MaterialOf {
			if kind == 3 {
				front := max(s.Model.RestPosition[s.Model.Ends[k][0]][1], s.Model.RestPosition[s.Model.Ends[k][1]][1]) < 0.001
				painted[front]++
				a, b := stroked.Position[s.Model.Ends[k][0]], stroked.Position[s.Model.Ends[k][1]]
				if off := math.Abs(a[0]+b[0]-a[2]-b[2]+0.04) / 2 / math.Sqrt2; off > 0.015 { // from x = z − 0.02
					t.Errorf("%s: a spring %g m off the stroke is painted", pipeline, off)
				}
			}
		}
		if painted[true] < 8 || 2*painted[false] > painted[true] || s.camera != before || !strings.Contains(s.notice, fmt.Sprintf("painted %d springs with stiff paint", painted[true]+painted[false])) {
			t.Fatalf("%s: painted %v, front first; %q", pipeline, painted, s.notice)
		}
		if got, want := s.Measures().Coefficients(slices.Index(s.Model.MaterialOf, 3)).Stiffness, 4*500.0; got < 0.999*want || got > 1.001*want {
			t.Errorf("painted springs have %g N/m, want %g", got, want)
		}

		start := must.Get(s.State())(t)
		const steps = 20
		s.run(t, steps)
		got := modeltest.Snapshot(t, s.Engine)
		for _, c := range []struct {
			name  string
			model *model.Model
			same  bool
		}{{"painted", s.Model, true}, {"not painted", unpainted, false}} {
			ref := must.Get(cpuref.New(c.model, s.Params))(t)
			modeltest.StepFrom(t, ref, start, steps)
			fastest := 0.0
			for k, v := range ref.State().Velocity {
				fastest = max(fastest, v.Sub(start.Velocity[k]).Len())
			}
			const afterSteps = 2e-3 // of the largest change: cpuref's 1e-4 for a step, twenty times
			tolerance := check.Tolerance{Velocity: afterSteps * fastest, Position: afterSteps*fastest*s.Params.DT*steps + 4*steps*1.2e-8}
			if r := check.Compare(c.model, ref.State(), got, tolerance); r.OK != c.same {
				t.Errorf("%s, %s: %v", pipeline, c.name, r)
			}
		}
		must.Do(t, s.Key("r"))
		must.Hold(t, s.Model == s.Subject.Model && len(s.Palette.Given) == 2, "%s: a reset keeps the paint", pipeline)
	}
}

// Nothing painted removes springs, paint does not bring them back, escape puts the
// brush away, and a stroke beside the structure paints nothing.
func TestPaintNothing(t *testing.T) {
	s := newBench(t, 4, nil)
	must.Do(t, s.Key("d"))
	s.brush.material = int(model.Removed)
	top := model.Vec3{0.015, -0.015, 0.05} // the upper corner in front
	s.strokeFrom(top, top)
	removed := s.Removed
	if removed < 3 || !strings.Contains(s.notice, "with nothing") {
		t.Fatalf("%d springs were removed; %q", removed, s.notice)
	}
	s.brush.material = 2 // at once, without a picture of the removed springs
	s.strokeFrom(model.Vec3{-0.015, -0.015, 0.05}, top)
	still := 0
	for _, kind := range s.Model.MaterialOf {
		if kind == model.Removed {
			still++
		}
	}
	if still != removed || s.Removed != removed || !slices.Contains(s.Model.MaterialOf, 2) {
		t.Errorf("%d springs are removed after painting beside %d", still, removed)
	}
	now := s.Model
	s.Press(0.6, -0.45, false)
	s.Move(0.6, -0.3)
	s.Release()
	must.Hold(t, s.Model == now && strings.Contains(s.notice, "nothing was under"), "a stroke beside the structure: %q", s.notice)
	must.Hold(t, s.ring() != nil, "the brush is not seen")
	must.Do(t, s.Key("escape"))
	if s.brush.on || s.quit || s.ring() != nil {
		t.Errorf("after escape the brush is in the hand %v, quit %v", s.brush.on, s.quit)
	}
}
