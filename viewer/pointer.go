//go:build !headless

package viewer

import (
	"fmt"
	"time"

	"hooke/viewer/edited"
)

// pointer is what the mouse is at.
type pointer struct {
	x, y     float64 // in units of the view's height from its center, y downward
	doing    doing
	knife    bool       // the next drag with the left button cuts
	stroke   [2]float64 // where it began
	brush    brush
	picked   int       // number of the picked mass; -1: none
	spring   int       // of the picked spring; -1: none
	pushedAt time.Time // when an arrow key was last seen down; zero: not pushing
	pushing  push
}

// doing is what a drag with the left button does.
type doing uint8

const (
	nothing doing = iota
	turning
	pulling
	cutting
	painting
	scrubbing // the time line
	slides    // a slider of the controls
)

// press begins what the left button does: it cuts, grabs what is under the cursor
// while the run goes on, or turns the view.
func (s *session) press(x, y float64, turn bool) {
	s.x, s.y, s.dirty = x, y, true
	if s.scrub(x, y) {
		return
	}
	if s.pressRow(x, y) || s.over(x, y) {
		return
	}
	if s.knife {
		s.doing, s.stroke = cutting, [2]float64{x, y}
		return
	}
	if s.brush.on && !turn && s.target != nil {
		s.doing = painting
		s.fail(s.dab(x, y))
		return
	}
	s.doing = turning
	if turn || s.target == nil || s.message != "" {
		return
	}
	picked, err := s.pickAt(x, y)
	if err != nil {
		s.fail(err)
	}
	if !picked || s.paused || s.player() != nil {
		return
	}
	s.later(func() {
		if s.doing == turning { // the button is still down
			s.grab()
		}
	})
}

// grab grips the masses around the picked one.
func (s *session) grab() {
	if s.Model.PinOf(s.picked) != 0 {
		s.say(fmt.Sprintf("mass %d is pinned (p lets it go)", s.picked))
		return
	}
	if !s.ready() {
		return
	}
	s.doing = pulling
	s.Hands.Depth = s.shown.Camera().Depth(s.Hands.Target.Position)
	s.Hands.Closed = true
	s.say(fmt.Sprintf("pulling mass %d and %d around it", s.picked, len(s.Hands.Masses)-1))
}

// ready puts the hands around the picked mass, and says whether they are there.
func (s *session) ready() bool {
	if s.picked < 0 {
		return false
	}
	state, err := s.State()
	if err == nil {
		err = s.Reach(s.picked, state.Position)
	}
	if err != nil {
		s.try("", err)
		return false
	}
	return s.Hands != nil && len(s.Hands.Masses) > 0
}

// move follows the cursor; the way is in units of the view's height.
func (s *session) move(x, y float64) {
	dx, dy := x-s.x, y-s.y
	if s.doing == painting {
		s.fail(s.strokeTo(x, y))
	}
	s.x, s.y = x, y
	s.dirty = s.dirty || s.brush.on // its ring moves
	switch s.doing {
	case turning:
		s.drag(dx, dy, false)
	case slides:
		s.slideTo(x, y)
	case scrubbing:
		s.scrubTo(x, y)
	case pulling, cutting, painting:
		s.dirty = true
	}
}

// release ends what the left button does.
func (s *session) release() {
	did := s.doing
	s.doing, s.dirty = nothing, true
	switch did {
	case slides:
		s.endSlide()
	case pulling:
		s.later(func() { s.try("let go", s.LetGo()) })
	case painting:
		s.later(func() { s.fail(s.endStroke()) })
	case cutting:
		s.knife = false
		camera, from, to := s.shown.Camera(), s.stroke, [2]float64{s.x, s.y}
		s.later(func() {
			count, err := s.Cut(camera, from, to)
			s.try(fmt.Sprintf("cut %d springs", count), err)
		})
	}
}

// pull moves the hands along with the cursor, before steps; wall is the time since
// they did so last [s].
func (s *session) pull(wall float64) error {
	if s.Hands == nil {
		return nil
	}
	if !s.pushedAt.IsZero() {
		if time.Since(s.pushedAt) > pushTime {
			s.pushedAt, s.pushing = time.Time{}, push{}
		}
		s.Hands.Push = s.pushForce(time.Now())
		if err := s.Renew(); err != nil {
			return err
		}
	}
	if s.doing != pulling || s.paused {
		return nil
	}
	s.Hands.Goal = s.shown.Camera().At(s.x, s.y, s.Hands.Depth)
	return s.Track(wall, s.BodySize(), s.Renderer.Place(s.picked))
}

// pokeSpeed is what a poke adds to the velocity of the masses around the picked one
// in a second, in sizes of the body.
const pokeSpeed = 3.0

// pokePicked gives what is around the picked mass a push away from the eye.
func (s *session) pokePicked() {
	if s.picked < 0 {
		s.say("click on a mass first, then poke it")
		return
	}
	state, err := s.State()
	if err != nil {
		s.try("", err)
		return
	}
	_, _, away := s.shown.Camera().Axes()
	masses := edited.Around(s.Model, state.Position, s.picked, edited.HandCount(s.Model))
	s.try(fmt.Sprintf("poked mass %d", s.picked), s.Poke(masses, away.Mul(pokeSpeed*s.BodySize())))
}

// pinPicked pins the picked mass where it is, or lets it go.
func (s *session) pinPicked() {
	if s.picked < 0 {
		s.say("click on a mass first, then pin it")
		return
	}
	done := fmt.Sprintf("pinned mass %d", s.picked)
	if s.Model.PinOf(s.picked) != 0 {
		done = fmt.Sprintf("let mass %d go", s.picked)
	}
	s.try(done, s.Pin(s.picked))
}

// mark is the picked mass, for the picture; nil: none.
func (s *session) mark() *int {
	if s.picked < 0 {
		return nil
	}
	return &s.picked
}
