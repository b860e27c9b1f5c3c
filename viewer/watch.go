//go:build !headless

package viewer

import (
	"time"

	"hooke/viewer/draw/hud"
)

// watch is what is measured and said while the run goes on.
type watch struct {
	notice   string
	said     time.Time
	greeting string // in place of what can be done; empty: that
	hint     bool   // nothing was done yet: the picture says what can be
}

// say shows a line for a while.
func (s *session) say(words string) {
	s.notice, s.said, s.dirty, s.hint = words, time.Now(), true, false
}

// noticed is the last thing that was said or asked.
func (s *session) noticed() string {
	if s.leaving {
		return stays
	}
	if s.hint && s.greeting != "" {
		return s.greeting
	}
	return s.notice
}

// hintTime is how long the first line is shown, where nothing is done.
const hintTime = 30 * time.Second

// noticeTime is how long a line is shown.
const noticeTime = 6 * time.Second

// overlay is all that is written over the picture.
func (s *session) overlay() hud.Overlay {
	o := hud.Overlay{
		Title: s.Subject.Model.Name, Masses: s.figures.Masses, Springs: s.figures.Springs,
		Time: s.Time(), DT: s.Params.DT, StepShare: s.share, FrameSeconds: s.frame.Seconds(),
		Engine: s.Described, Software: s.figures.SoftwareRenderer,
		RealTime: s.clock.rate, Paused: s.paused, Message: s.message, Keys: keyLine,
		Panels: hud.Panels{Rows: s.rows(), Selected: s.selected, RowsFrom: s.rowsFrom, Picked: s.pickedLines()},
		Doing:  s.doingNow(),
	}
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
