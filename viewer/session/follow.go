package session

import (
	"fmt"
	"math"
	"time"

	"hooke/model"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/hud"
)

// following is what the camera goes after.
type following struct {
	who    who
	mass   int         // that is followed, or of the group that is
	group  model.Group // of no masses: the mass alone
	center model.Vec3  // where that was when it was looked at last; zero: not yet
	leash  leash
}

// who is what is followed.
type who uint8

const (
	softly     who = iota // the structure, when it leaves the view
	everything            // the middle of the structure
	someone               // the picked mass, or its group
	nobody
)

// mostAsked is of how many masses of a group it is asked where they are.
const mostAsked = 12

// stepFollow follows the structure, then the group of the picked mass, or that alone,
// then nothing, then the structure again when it leaves the view.
func (s *Session) stepFollow() {
	next := (s.followed.who + 1) % (nobody + 1)
	if next == someone && s.picked < 0 {
		next = nobody
	}
	s.followed = following{who: next, mass: s.picked}
	switch next {
	case softly:
		s.say("the view follows what leaves it")
	case nobody:
		s.say("the view stays")
	case everything:
		s.say("the view follows the structure")
	case someone:
		if groups := s.groupsOf(s.picked); len(groups) > 0 {
			s.followed.group = groups[0]
			s.say("the view follows the group " + groups[0].Name)
		} else {
			s.say(fmt.Sprintf("the view follows mass %d", s.picked))
		}
	}
}

// follow moves the camera's goal with what it goes after.
func (s *Session) follow() {
	c := &s.followed
	switch c.who {
	case nobody:
		return
	case softly:
		s.keepInside(time.Now())
		return
	}
	center := s.Renderer.Extent().Center()
	if c.who == someone {
		center = s.middle(c.group.Masses, c.mass)
	}
	if c.center != (model.Vec3{}) {
		s.camera.Target = s.camera.Target.Add(center.Sub(c.center))
	}
	c.center = center
}

// middle is where some masses are, from a few of them; where there are none, that of
// one mass.
func (s *Session) middle(masses []uint32, mass int) model.Vec3 {
	if len(masses) == 0 {
		return s.Renderer.Place(mass)
	}
	var sum model.Vec3
	asked := everySo(masses)
	for _, i := range asked {
		sum = sum.Add(s.Renderer.Place(int(i)))
	}
	return sum.Mul(1 / float64(len(asked)))
}

// everySo are a few of some masses, spread over them: mostAsked at most.
func everySo(masses []uint32) (some []uint32) {
	for k := 0; k < len(masses); k += (len(masses) + mostAsked - 1) / mostAsked {
		some = append(some, masses[k])
	}
	return some
}

// leash keeps what moves in the view: it leaves the view alone while the structure is well
// inside, and moves it after the structure as far as it must.
type leash struct {
	asleep bool      // hands have turned the view away from the structure
	moved  bool      // hands have moved the view since the last look
	at     time.Time // of the last look
}

const (
	leashHalfLife = 0.15 // of the way to where the structure is inside [s]
	leashZone     = 0.47 // of the view's size, from its middle: there it is inside
	leashNear     = 0.95 // least and largest depth of the middle, in distances of the camera
	leashFar      = 1.15
	leashSlack    = 1e-4                  // of the camera's distance, a tenth of a pixel: a way that is shorter is not gone, or a window would never be idle
	longestLeash  = 0.5                   // that a look counts for [s]
	slowLook      = 50 * time.Millisecond // from picture to picture: the looks of pictures, every few, come too late
)

// loosen is called when hands move the view: where the structure is outside then, that is
// meant.
func (s *Session) loosen() { s.followed.leash.moved = true }

// keepInside moves the camera's goal so far that the structure is in the view. While a
// film is recorded its frames do, by the film's time.
func (s *Session) keepInside(now time.Time) {
	l := &s.followed.leash
	dt := min(now.Sub(l.at).Seconds(), longestLeash)
	l.at = now
	if s.recorder.film != nil {
		return
	}
	box := s.Renderer.Extent()
	if s.frame > slowLook || s.paused { // pictures look every few of those that move
		box = s.Renderer.ExtentNow()
	}
	s.keepBoxInside(box, dt)
}

// keepBoxInside is keepInside for a structure in a box, after a time [s].
func (s *Session) keepBoxInside(box camera.Bounds, dt float64) {
	l := &s.followed.leash
	right, up, away := s.strays(box)
	outside := right != 0 || up != 0 || away != 0
	if l.moved && s.doing != turning {
		l.moved, l.asleep = false, outside
	}
	if l.asleep = l.asleep && outside; l.asleep || l.moved || !outside || s.turntable.on {
		return
	}
	r, u, forward := s.camera.Axes()
	way := r.Mul(right).Add(u.Mul(up)).Add(forward.Mul(away))
	s.camera.Target = s.camera.Target.Add(way.Mul(1 - math.Exp2(-dt/leashHalfLife)))
	s.dirty = true
}

// strays is how far the view must move for a box to be inside, along its axes [m]; zeros:
// it is.
func (s *Session) strays(box camera.Bounds) (right, up, away float64) {
	c := s.camera
	r, u, forward := c.Axes()
	from := box.Center().Sub(c.Target)
	deep := from.Dot(forward)
	kept := min(max(deep, (leashNear-1)*c.Distance), (leashFar-1)*c.Distance)
	depth := c.Distance + kept        // of the middle, once the view has moved
	height := 2 * math.Tan(c.Field/2) // of the view, at a depth of 1 m
	stray := func(axis model.Vec3, size float64) float64 {
		lo, hi := math.Inf(-1), math.Inf(1) // where the middle may be for all corners to be inside
		for _, corner := range box.Corners() {
			d := corner.Sub(box.Center())
			room, beside := leashZone*size*(depth+d.Dot(forward)), d.Dot(axis)
			lo, hi = max(lo, -room-beside), min(hi, room-beside)
		}
		if lo > hi { // it is larger than the view, which stays within it
			lo, hi = hi, lo
		}
		x := from.Dot(axis)
		return x - min(max(x, lo), hi)
	}
	further := func(x float64) float64 {
		if math.Abs(x) < leashSlack*c.Distance {
			return 0
		}
		return x
	}
	return further(stray(r, height*s.aspect())), further(stray(u, height)), further(deep - kept)
}

// markOutside puts marks into an overlay for what is beyond the edges, and says so where
// nothing is in the view.
func (s *Session) markOutside(o *hud.Overlay) {
	o.Outside = s.Renderer.Outside(s.shown.Camera(), s.aspect())
	if len(o.Outside) > 0 && o.Outside[0].All && o.Notice == "" {
		o.Notice = "it is outside the view: f fits"
	}
}

// turntable turns the camera around what is shown.
type turntable struct {
	on bool
	at time.Time // when it turned last
}

// turnTime is that of a turn [s].
const turnTime = 12.0

// toggleTurntable begins or ends the turning.
func (s *Session) toggleTurntable() {
	s.turntable.on, s.turntable.at = !s.turntable.on, time.Now()
	s.say(map[bool]string{true: "turntable: once around in 12 s (t ends it)", false: "the view stands"}[s.turntable.on])
}

// Turn turns the camera by the time that has gone by. Films turn it by their own time.
func (s *Session) Turn(now time.Time) {
	if !s.turntable.on {
		return
	}
	if s.recorder.film == nil {
		s.turnBy(min(now.Sub(s.turntable.at).Seconds(), longestTurn))
	}
	s.turntable.at, s.dirty = now, true
}

// longestTurn is the longest time that a frame turns by [s]: after a rest of the window
// the view does not jump.
const longestTurn = 0.2

// turnBy turns the camera as in so many seconds.
func (s *Session) turnBy(seconds float64) { s.camera.Orbit(2*math.Pi*seconds/turnTime, 0) }
