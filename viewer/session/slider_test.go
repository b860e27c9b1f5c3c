package session

import (
	"math"
	"strings"
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
)

// onBar is a place of the view on the bar of a control, at a share of it.
func (s *Session) onBar(t *testing.T, name string, share float64) (x, y float64) {
	t.Helper()
	k := s.pickControl(t, name)
	must.Do(t, s.Draw(s.target.Width, s.target.Height, 1))
	width, height := float64(s.target.Width), float64(s.target.Height)
	for py := 0.0; py < height; py++ {
		if on, ok := s.places.RowAt(width-40, py); !ok || on.Row != k {
			continue
		}
		best, where := 2.0, 0.0
		for px := 0.0; px < width; px++ {
			if on, ok := s.places.RowAt(px, py+4); ok && on.Bar && math.Abs(on.Share-share) < best {
				best, where = math.Abs(on.Share-share), px
			}
		}
		return (where - width/2) / height, (py+4)/height - 0.5
	}
	t.Fatalf("%s is not shown", name)
	return 0, 0
}

// A slider follows the cursor along its bar, also beyond it; a double click brings back its first value.
func TestSlidersAreDragged(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Width, o.Height = 800, 600 })
	dt := s.Params.DT
	for _, c := range []struct {
		name     string
		value    func() float64
		at, from float64 // at three quarters of the bar, and at first
	}{
		{"dt", func() float64 { return s.Params.DT }, dt * math.Pow(10, 0.25*rangeOfControl), dt},
		{"gravity", func() float64 { return -s.Params.Gravity[2] }, 1.5 * model.StandardGravity, 9.81},
		{"friction", func() float64 { return s.Params.Contacts[0].StaticFriction }, 1.5, 0},
		{"substeps", func() float64 { return float64(s.Substeps) }, math.Round(math.Pow(mostSubsteps, 0.75)), 1},
		{"stiffness ×", func() float64 { return s.multiplier(stiffnessOf) }, math.Pow(10, 0.25*rangeOfControl), 1},
		{"damping ×", func() float64 { return s.multiplier(dampingOf) }, math.Pow(10, 0.25*rangeOfControl), 1},
	} {
		x, y := s.onBar(t, c.name, 0.75)
		left, _ := s.onBar(t, c.name, 0.2)
		s.Press(left, y, false)
		if s.doing != slides {
			t.Fatalf("a press on the bar of %s does %v", c.name, s.doing)
		}
		s.Move((left+x)/2, y)
		s.Move(x, y+0.3) // the cursor may leave the line
		s.Release()
		pixel := 0.06 // of a bar of 74 pixels over three powers of ten
		must.Near(t, c.value(), c.at, pixel*c.at, "%s dragged to three quarters", c.name)
		must.Hold(t, s.Touched, "%s is no change", c.name)
		dragged := c.value()
		s.sliding.clicked = time.Now().Add(-doubleClick) // so long ago that a click now is another one
		s.Press(x, y, false)
		s.Release()
		must.Near(t, c.value(), dragged, pixel*dragged, "after two clicks that are no double click %s", c.name)
		s.sliding.clicked = time.Time{}
		for range 2 {
			s.Press(x, y, false)
			s.Release()
		}
		must.Near(t, c.value(), c.from, 1e-9*math.Max(c.from, 1), "after a double click %s", c.name)
		if s.message != "" || s.failed != nil {
			t.Fatalf("after %s: %s %v", c.name, s.message, s.failed)
		}
	}
}

// The wheel over a control steps it, over the help it scrolls, beside both it zooms.
func TestWheelOverPanels(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Width, o.Height = 800, 600 })
	x, y := s.onBar(t, "gravity", 0.5)
	distance := s.camera.Distance
	s.Wheel(1, x, y)
	if g := -s.Params.Gravity[2]; math.Abs(g-9.81-gravityStep*model.StandardGravity) > 1e-9 || s.camera.Distance != distance {
		t.Errorf("a notch up makes gravity %g, the distance %g of %g", g, s.camera.Distance, distance)
	}
	s.Wheel(-1, x, y)
	must.Near(t, -s.Params.Gravity[2], 9.81, 1e-9, "a notch back makes gravity")
	s.Wheel(1, -0.3, 0.2)
	must.Hold(t, s.camera.Distance != distance, "beside the controls the wheel does not zoom")
	must.Do(t, s.Key("tab"))
	must.Do(t, s.Key("?"))
	must.Do(t, s.Draw(320, 240, 1))
	before := s.camera.Distance
	s.Wheel(-1, 0, 0)
	if s.helpFrom == 0 || s.camera.Distance != before {
		t.Errorf("over the help the wheel scrolls to line %d, zooms to %g from %g", s.helpFrom, s.camera.Distance, before)
	}
	for range 100 {
		must.Do(t, s.Key("down"))
	}
	if most := s.places.HelpMost(); s.helpFrom != most || most == 0 {
		t.Errorf("the help is at line %d, its last one is %d", s.helpFrom, most)
	}
	must.Do(t, s.Key("page up"))
	must.Hold(t, s.helpFrom < s.places.HelpMost(), "page up does not scroll")
}

// A number is typed into the slider that is chosen, with a prefix or an exponent. Enter sets it, escape
// leaves it, and other texts are refused.
func TestNumbersAreTypedIntoSliders(t *testing.T) {
	s := newBench(t, 3, func(o *Options) { o.Width, o.Height = 800, 600 })
	keys := func(text string) {
		for _, r := range text {
			s.Typed(string(r))
		}
	}
	s.pickControl(t, "dt")
	view := s.camera
	keys("20u")
	if row := s.value(t, "dt"); !row.Entry || !strings.Contains(row.Value, "20u") {
		t.Errorf("while it is typed the row says %+v", row)
	}
	s.Typed("enter")
	must.Hold(t, math.Abs(s.Params.DT-20e-6) <= 1e-18 && s.camera == view, "20u is a step of %g s", s.Params.DT)
	keys("3e-5")
	s.Typed("enter")
	must.Near(t, s.Params.DT, 3e-5, 1e-18, "3e-5 is a step, in s")
	keys("77")
	s.Typed("backspace")
	s.Typed("escape")
	if s.Params.DT != 3e-5 || !s.panel.open || s.sliding.typing {
		t.Errorf("after escape the step is %g s, the panel open %v", s.Params.DT, s.panel.open)
	}
	keys("1-e")
	s.Typed("enter")
	must.Hold(t, s.Params.DT == 3e-5 && strings.Contains(s.notice, "no number"), "1-e is a step of %g s; it says %q", s.Params.DT, s.notice)
	s.pickControl(t, "dt")
	keys("0")
	s.Typed("enter")
	must.Hold(t, s.Params.DT == 3e-5 && strings.Contains(s.notice, "above 0"), "0 is a step of %g s; it says %q", s.Params.DT, s.notice)
	// A click on the number begins to type. A key that is no digit keeps its usual action.
	x, y := s.onBar(t, "friction", 1)
	s.Press(x+0.12, y, false)
	s.Release()
	keys("0.25")
	s.Typed("enter")
	if f := s.Params.Contacts[0].StaticFriction; f != 0.25 {
		t.Errorf("0.25 is a friction of %g; it says %q", f, s.notice)
	}
	s.pickControl(t, "speed")
	keys("3")
	s.Typed("enter")
	must.Be(t, s.speed, 3, "3 is a speed")
	if must.Do(t, s.stepSpeed(1)); s.speed != 5 {
		t.Errorf("a step up from 3 is %g", s.speed)
	}
	// Without the controls a digit is a view.
	must.Do(t, s.Key("tab"))
	s.Typed("1")
	must.Hold(t, s.camera.Elevation == 0, "1 is no view")
}
