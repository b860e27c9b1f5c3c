package session

import (
	"strings"
	"time"

	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw/hud"
)

// watch holds measurements and messages while the run continues.
type watch struct {
	notice    string
	said      time.Time
	greeting  string    // first message; empty stands for a hint
	touches   int       // most touches of a mass, when they were last counted
	touchesAt time.Time // when that was
	hint      bool      // nothing has been done yet, so the picture shows a hint
}

// countEvery is the least time between two counts of touches while the run continues.
const countEvery = time.Second / 2

// countTouches reads the most touches of a mass from the engine, in which no steps run. When
// they first exceed those of the safe step, it shows advice.
func (s *Session) countTouches(now time.Time) error {
	toucher, ok := model.As[model.ContactSource](s.Engine)
	if !ok || !s.Params.Collision.Acts() {
		s.touches = 0
		return nil
	}
	if !s.paused && now.Sub(s.touchesAt) < countEvery {
		return nil
	}
	found, err := toucher.Touching()
	if words := physics.TouchesWords(found.Most, s.Params); words != "" && s.touches <= physics.AssumedTouches {
		s.say(words)
	}
	s.touches, s.touchesAt = found.Most, now
	return err
}

// say shows a line for a while.
func (s *Session) say(words string) {
	s.notice, s.said, s.dirty, s.hint = words, time.Now(), true, false
}

// noticed returns the last message or question.
func (s *Session) noticed() string {
	if s.leaving {
		return stays
	}
	if s.hint && s.greeting != "" {
		return s.greeting
	}
	return s.notice
}

// hintTime is how long the first line is shown while the user does nothing.
const hintTime = 30 * time.Second

// noticeTime is how long a line is shown.
const noticeTime = 6 * time.Second

// overlay is all text and all panels over the picture.
func (s *Session) overlay() hud.Overlay {
	o := hud.Overlay{
		Title: s.Subject.Model.Name, Masses: s.Figures.Masses, Springs: s.Figures.Springs,
		Time: s.Time(), DT: s.Params.DT, StepShare: s.share, FrameSeconds: s.frame.Seconds(),
		Engine: s.Described, Software: s.Figures.SoftwareRenderer,
		RealTime: s.clock.Rate, Paused: s.paused, Message: s.message, Keys: s.keys(),
		Panels: hud.Panels{Rows: s.rows(), Selected: s.selected, RowsFrom: s.rowsFrom, Picked: s.pickedLines()},
		Doing:  s.doingNow(),
	}
	o.MostTouches, o.SafeTouches = s.touches, physics.AssumedTouches
	if cost := s.pacer.StepSeconds(); cost > 0 {
		o.StepsPerSecond = 1 / cost
	}
	if s.help {
		o.HelpFrom = s.helpFrom
		o.Help = helpLines()
		if s.player() != nil {
			o.Help = tapeHelp()
		}
	}
	o.Recording = s.badge()
	s.writeTime(&o)
	switch {
	case s.leaving:
		o.Notice = stays
	case s.hint && time.Since(s.said) > hintTime:
	case s.hint && s.greeting != "":
		o.Notice = s.greeting
	case s.hint && s.player() != nil:
		o.Notice = tapeHint
	case s.hint:
		o.Notice = hintLine
	case time.Since(s.said) < noticeTime:
		o.Notice = s.notice
	}
	s.plot(&o)
	o.Ring = s.ring()
	s.markOutside(&o)
	if s.doing == cutting {
		o.Stroke = &[4]float64{s.stroke[0], s.stroke[1], s.x, s.y}
	}
	return o
}

// keys returns the line of keys at the lower edge: of a robot with that of its gait.
func (s *Session) keys() string {
	if len(s.Params.Actuators) == 0 {
		return keyLine
	}
	return strings.Replace(keyLine, " · f fit", " · j gait · f fit", 1)
}

// hintLine is the line of the first picture, and tapeHint that of a recorded run; keyLine
// is the line at the lower edge; helpLines is the help.
const (
	hintLine = "drag the structure to pull it, drag beside it to turn · space pauses · c colors · tab controls · ? all keys"
	tapeHint = "space plays · drag the line below to go through time · ← → a frame · drag to turn · c colors · F9 film · ? all keys"
	keyLine  = "space pause · s step · r reset · drag pulls or turns · c color · tab controls · e energy · f fit · ? help · q quit"
)

// helpLines returns the lines of the help: keys, a tab, and their effect. An empty line is a
// gap.
func helpLines() []string {
	return append([]string{
		"space\tpause, continue",
		"s\tone step",
		"r\treset everything",
		"b\tback to the last good state; half the step",
		"tab\tcontrols: ↑ ↓ choose one, ← → + − change it",
		"e\tenergy, full ledger, nothing",
		"j\tgait: feet in contact, path, metrics",
		"z\tanother solver, from the same state",
		"? h\tthis help; ↑ ↓ and the wheel scroll it",
		"",
		"drag\tthe structure: pull it",
		"click\tnumbers of a mass, a spring",
		"← → ↑ ↓\tarrows push the last clicked mass",
		"p\tpin, let go",
		"k\tpoke",
		"x\tcut: drag a stroke",
		"w\twind to the right",
		"d\tpaint a material",
		"[ ]\ta narrower, wider brush",
		"n\tpick at the middle of the view",
		"",
	}, lookHelp("record (shift: without text)")...)
}

// tapeHelp returns the lines of the help for a recorded run, which can only be looked at.
func tapeHelp() []string {
	return append([]string{
		"space\tplay, pause",
		"← →\ta frame back, on",
		"s\ta frame on",
		"home end\tthe first frame, the last one",
		"drag\tthe line below: go through time",
		"[ ]\tslower, faster",
		"j\tof several runs: feet of the picked one",
		"tab\tcontrols",
		"? h\tthis help; ↑ ↓ and the wheel scroll it",
		"click\tnumbers of a mass, a spring",
		"n\tpick at the middle of the view",
		"",
	}, lookHelp("film of the recording (shift: without text)")...)
}

// lookHelp returns the lines of the help about looking and leaving.
func lookHelp(film string) []string {
	return []string{
		"drag beside\tor with ctrl: turn",
		"right drag\tor with shift: move",
		"wheel\tzoom to the cursor; over a control change it",
		"f\tfit: all of it is in the view",
		"o\tfollow all, the group, nothing",
		"1 2 3 4\tfrom the front, right, above, aslant",
		"",
		"c\tcolor by strain, force, energy, speed, ...",
		"v\tsurface, springs, both",
		"m\tmasses",
		"g\tground",
		"i\tinside",
		"l\tlight, dark",
		"a\tarrows of forces",
		"y\treactions: forces on supports",
		"t\tturntable",
		"F9\t" + film,
		"F12\twrite a picture (shift: four times as large)",
		"u\tturn a mesh: another of its axes up",
		"drop\tfiles on the window: open them here",
		"escape\tcloses the open panel",
		"q\tquit",
	}
}

// stays is the question before the user leaves changes behind.
const stays = "your changes are lost: q again quits, esc stays"

// Leave ends the window. Where hands have changed something it asks once before.
func (s *Session) Leave() {
	if s.Touched && !s.leaving && !s.fixed {
		s.leaving, s.dirty = true, true
		return
	}
	s.quit = true
}
