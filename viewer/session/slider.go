package session

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hooke/model"
	"hooke/viewer/draw/hud"
)

// slider is a control of a number. Users drag it, turn it with the wheel, type into it,
// and set it back to its first value with a double click.
type slider struct {
	unit  string
	get   func() float64
	set   func(x float64) error
	at    func(share float64) float64 // the number at a position along the bar; nil without a bar
	first func() float64
	slow  bool // setting it makes a new engine, so it is set once, when the drag ends
}

// sliding is the user's action on a slider.
type sliding struct {
	name    string // name of the control that is dragged or typed into
	drag    bool
	value   float64 // value under the cursor of the drag
	queued  bool    // value is set as soon as no steps run
	entry   string  // typed text
	typing  bool
	clicked time.Time // when a slider was last clicked, for double clicks
	at      string    // the slider that was clicked then
}

// doubleClick is the longest time between the two clicks of a double click.
const doubleClick = 400 * time.Millisecond

// sliderOf returns the slider of a control, or nil.
func (s *Session) sliderOf(name string) *slider {
	first := s.Subject.Params
	log := func(middle float64) func(float64) float64 { // the inverse of place
		return func(share float64) float64 { return middle * math.Pow(10, (share-0.5)*rangeOfControl) }
	}
	zero, one := func() float64 { return 0 }, func() float64 { return 1 }
	switch name {
	case "speed":
		return &slider{get: func() float64 { return s.speed }, set: s.setSpeed, first: one}
	case "dt":
		return &slider{unit: "s", get: func() float64 { return float64(s.Substeps) * s.Params.DT }, set: s.setDT, at: log(first.DT), first: func() float64 { return first.DT }}
	case "substeps":
		return &slider{get: func() float64 { return float64(s.Divided()) }, set: s.setSubsteps, at: fromLog(s.substepsOnBar()),
			first: func() float64 { return float64(max(1, s.FirstBy().Substeps)) }}
	case "iterations":
		return &slider{get: func() float64 { return float64(s.Params.Sweeps()) }, set: s.setIterations, at: fromLog(mostIterations),
			first: func() float64 { return float64(s.FirstBy().Sweeps()) }}
	case "gravity":
		return &slider{unit: "m/s²", get: func() float64 { return s.Params.Gravity.Dot(s.down()) }, set: s.setGravity,
			at: func(share float64) float64 { return share * 2 * model.StandardGravity }, first: func() float64 { return first.Gravity.Dot(s.down()) }}
	case "drag half-life":
		return &slider{unit: "s", get: func() float64 { return s.Params.DragLife() }, set: s.setDrag, at: s.dragAt, first: func() float64 { return first.DragLife() }}
	case "stiffness ×":
		return &slider{get: func() float64 { return s.multiplier(stiffnessOf) }, set: func(x float64) error { return s.setMultiplier(x, stiffnessOf) }, at: log(1), first: one, slow: true}
	case "damping ×":
		return &slider{get: func() float64 { return s.multiplier(dampingOf) }, set: func(x float64) error { return s.setMultiplier(x, dampingOf) }, at: log(1), first: one, slow: true}
	case "friction":
		return &slider{get: func() float64 { return s.Params.Contacts[0].StaticFriction }, set: s.setFriction,
			at: func(share float64) float64 { return 2 * share }, first: func() float64 { return first.Contacts[0].StaticFriction }}
	case "touch stiffness":
		return s.touchSlider("N/m", func(b model.Surface) float64 { return b.Stiffness }, s.SetTouchStiffness, log(s.firstTouching().Stiffness))
	case "touch friction":
		return s.touchSlider("", func(b model.Surface) float64 { return b.StaticFriction }, s.setTouchFriction, func(share float64) float64 { return 2 * share })
	case "wind":
		return &slider{unit: "m/s", get: func() float64 { return s.Params.Wind.Velocity.Len() }, set: s.setWind,
			at: func(share float64) float64 { return mostWind * share }, first: func() float64 { return first.Wind.Velocity.Len() }}
	case "brush":
		return &slider{unit: "points", get: s.brush.size, set: func(x float64) error { s.brush.points = min(max(x, leastBrush), mostBrush); return nil },
			at: func(share float64) float64 { return leastBrush * math.Pow(mostBrush/leastBrush, share) }, first: func() float64 { return brushPoints }}
	case "range":
		return &slider{get: func() float64 { return s.look.Range }, set: func(x float64) error { s.look.Range = max(x, 0); return nil }, first: zero}
	}
	return s.massSlider(name, log(1))
}

// pressRow handles a press on a control, and returns whether the press was on one. A press
// on the bar of a slider makes it follow the cursor, a press on its number begins typing,
// and a double click sets it back. A control without a slider steps up on its right half
// and down on its left half.
func (s *Session) pressRow(x, y float64) bool {
	on, ok := s.rowAt(x, y)
	if !ok {
		return false
	}
	s.selected, s.doing, s.dirty = on.Row, nothing, true
	c := s.controls()[on.Row]
	of := s.sliderOf(c.name)
	if of == nil {
		s.endEntry()
		s.nudge(map[bool]int{true: 1, false: -1}[on.Right])
		return true
	}
	l := &s.sliding
	double := l.at == c.name && time.Since(l.clicked) < doubleClick
	l.clicked, l.at = time.Now(), c.name
	switch {
	case double:
		l.clicked = time.Time{}
		s.endEntry()
		s.setSlider(c.name, of.first())
	case on.Bar && of.at != nil:
		s.endEntry()
		s.doing = slides
		l.name, l.drag = c.name, true
		s.slideTo(x, y)
	case on.Right || on.Bar:
		s.beginEntry(c.name, "")
	default:
		s.say(c.name + ": drag its bar, or type a number; a double click resets it")
	}
	return true
}

// slideTo moves the slider that is dragged to a position along its bar.
func (s *Session) slideTo(x, y float64) {
	l := &s.sliding
	of := s.sliderOf(l.name)
	if !l.drag || of == nil || of.at == nil {
		return
	}
	px, _ := s.pixels(x, y)
	l.value, s.dirty = of.at(s.places.ShareAt(px)), true
	if of.slow || l.queued {
		return
	}
	l.queued = true // many moves of the mouse make one change of the run
	name := l.name
	s.later(func() {
		l.queued = false
		s.setNow(name, l.value)
	})
}

// endSlide ends the drag.
func (s *Session) endSlide() {
	l := &s.sliding
	if of := s.sliderOf(l.name); l.drag && of != nil && of.slow {
		s.setSlider(l.name, l.value)
	}
	l.drag = false
	l.clicked = time.Now() // so that making an engine does not count as part of a double click
}

// setSlider sets a slider as soon as no steps run.
func (s *Session) setSlider(name string, x float64) { s.later(func() { s.setNow(name, x) }) }

// setNow sets a slider, and shows its new value.
func (s *Session) setNow(name string, x float64) {
	of := s.sliderOf(name)
	if of == nil {
		return
	}
	err := of.set(x)
	k := slices.IndexFunc(s.controls(), func(c control) bool { return c.name == name })
	if k < 0 {
		return
	}
	s.try(name+" "+s.controls()[k].say().Value, err)
}

// slid returns a row as the user sees it now: with the value of a drag, or with the typed
// text.
func (s *Session) slid(name string, row hud.Row) hud.Row {
	l := &s.sliding
	if l.name != name {
		return row
	}
	of := s.sliderOf(name)
	switch {
	case of == nil:
	case l.typing:
		row.Value, row.Entry = strings.TrimSpace(l.entry+"_ "+of.unit), true
	case l.drag && of.slow:
		row.Value, row.Share = fmt.Sprintf("× %.3g", l.value), place(l.value, 1)
	}
	return row
}

// beginEntry lets the user type a number into a slider.
func (s *Session) beginEntry(name, first string) {
	s.sliding.name, s.sliding.typing, s.sliding.entry, s.dirty = name, true, first, true
	s.say("type a number (m, u, n, k as in 20u), enter sets it, esc leaves it")
}

// endEntry clears the typed text, and returns whether there was any.
func (s *Session) endEntry() bool {
	was := s.sliding.typing
	s.sliding.typing, s.sliding.entry, s.dirty = false, "", s.dirty || was
	return was
}

// enter adds a key to a number that is being typed, and returns whether the key belongs
// to one. A digit begins a number where the controls are open and a slider is chosen.
func (s *Session) enter(name string) bool {
	l := &s.sliding
	if l.typing && !s.panel.open {
		s.endEntry()
	}
	if !l.typing {
		list := s.controls()
		if !s.panel.open || s.selected >= len(list) || s.sliderOf(list[s.selected].name) == nil || !isDigit(name) && name != "." {
			return false
		}
		s.beginEntry(list[s.selected].name, name)
		return true
	}
	switch {
	case isDigit(name) || len(name) == 1 && strings.Contains(".-+eunmkµ", name):
		l.entry += name
	case name == "=": // it is + with shift on many keyboards
		l.entry += "+"
	case name == "backspace":
		runes := []rune(l.entry)
		l.entry = string(runes[:max(len(runes)-1, 0)])
	case name == "enter":
		x, err := parseNumber(l.entry)
		s.endEntry()
		if err != nil {
			s.try("", err)
			return true
		}
		s.setSlider(l.name, x)
	case name == "escape":
		s.endEntry()
		s.say("left as it was")
	default:
		s.endEntry() // the key has its usual meaning
		return false
	}
	s.dirty = true
	return true
}

func isDigit(name string) bool { return len(name) == 1 && name[0] >= '0' && name[0] <= '9' }

// parseNumber reads a number with or without an SI prefix behind it.
func parseNumber(text string) (float64, error) {
	prefixes := map[string]float64{"n": 1e-9, "u": 1e-6, "µ": 1e-6, "m": 1e-3, "k": 1e3}
	times := 1.0
	body := text
	for prefix, by := range prefixes {
		if cut, ok := strings.CutSuffix(text, prefix); ok {
			body, times = cut, by
		}
	}
	x, err := strconv.ParseFloat(body, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("viewer: %q is no number; 0.02, 2e-4 and 200u are some", text)
	}
	return x * times, nil
}
