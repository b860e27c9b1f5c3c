//go:build !headless

package viewer

import (
	"time"

	"hooke/viewer/draw"
)

// watch is what is measured and said while the run goes on.
type watch struct {
	notice string
	said   time.Time
	hint   bool // nothing was done yet: the picture says what can be
}

// say shows a line for a while.
func (s *session) say(words string) {
	s.notice, s.said, s.dirty, s.hint = words, time.Now(), true, false
}

// noticeTime is how long a line is shown.
const noticeTime = 6 * time.Second

// overlay is all that is written over the picture.
func (s *session) overlay() draw.Overlay {
	o := draw.Overlay{
		Title: s.subject.Model.Name, Masses: s.figures.Masses, Springs: s.figures.Springs,
		Time: s.time(), DT: s.params.DT, StepShare: s.share, FrameSeconds: s.frame.Seconds(),
		Engine: s.described, Software: s.figures.SoftwareRenderer,
		Paused: s.paused, Message: s.message, Keys: keyLine,
		Panels: draw.Panels{Rows: s.rows(), Selected: s.selected, Picked: s.pickedLines()},
		Doing:  s.doingNow(),
	}
	if cost := s.pacer.StepSeconds(); cost > 0 {
		o.StepsPerSecond = 1 / cost
	}
	if s.help {
		o.Help = helpLines()
	}
	o.Recording = s.badge()
	s.writeTime(&o)
	if s.hint {
		o.Notice = hintLine
	} else if time.Since(s.said) < noticeTime {
		o.Notice = s.notice
	}
	s.plot(&o)
	o.Ring = s.ring()
	if s.doing == cutting {
		o.Stroke = &[4]float64{s.stroke[0], s.stroke[1], s.x, s.y}
	}
	return o
}
