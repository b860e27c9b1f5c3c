//go:build !headless

package viewer

import (
	"fmt"
	"slices"
	"time"

	"hooke/model"
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

// pickedLines are the numbers of the picked mass.
func (s *session) pickedLines() []string {
	if s.picked < 0 {
		return nil
	}
	x := s.renderer.Place(s.picked)
	lines := []string{
		fmt.Sprintf("mass %d   %.4g kg", s.picked, s.model.Mass[s.picked]),
		fmt.Sprintf("at  %.4f  %.4f  %.4f m", x[0], x[1], x[2]),
	}
	if pin := s.model.PinOf(s.picked); pin != 0 {
		axes := ""
		for axis, name := range "xyz" {
			if pin>>axis&1 != 0 {
				axes += string(name)
			}
		}
		lines = append(lines, "pinned along "+axes)
	}
	for _, g := range s.model.Groups {
		if _, in := slices.BinarySearch(g.Masses, uint32(s.picked)); in {
			lines = append(lines, "group "+g.Name)
		}
	}
	if s.hands != nil && s.hands.closed {
		pull := s.hands.target.Position.Sub(x).Len() * s.hands.grip.stiffness * float64(len(s.hands.masses))
		lines = append(lines, fmt.Sprintf("pulled with %.3g N", pull))
	}
	return lines
}

// overlay is all that is written over the picture.
func (s *session) overlay() draw.Overlay {
	o := draw.Overlay{
		Title: s.subject.Model.Name, Masses: s.figures.Masses, Springs: s.figures.Springs,
		Time: s.time(), DT: s.params.DT, StepShare: s.share, FrameSeconds: s.frame.Seconds(),
		Engine: s.described, Software: s.figures.SoftwareRenderer,
		Paused: s.paused, Message: s.message, Keys: keyLine,
		Panels: draw.Panels{Rows: s.rows(), Selected: s.selected, Picked: s.pickedLines()},
	}
	if cost := s.pacer.StepSeconds(); cost > 0 {
		o.StepsPerSecond = 1 / cost
	}
	if s.help {
		o.Help = helpLines()
	}
	o.Recording = s.badge()
	if s.hint {
		o.Notice = hintLine
	} else if time.Since(s.said) < noticeTime {
		o.Notice = s.notice
	}
	s.plot(&o)
	if s.doing == cutting {
		o.Stroke = &[4]float64{s.stroke[0], s.stroke[1], s.x, s.y}
	}
	return o
}

// chase moves the camera's goal with the structure, when it is to follow.
func (s *session) chase() {
	if !s.chasing {
		return
	}
	center := s.renderer.Extent().Center()
	if s.chased != (model.Vec3{}) {
		s.camera.Target = s.camera.Target.Add(center.Sub(s.chased))
	}
	s.chased = center
}
