package session

import (
	"fmt"
	"math"
	"time"

	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
)

// following is the target that the camera follows.
type following struct {
	who    who
	mass   int         // the mass that is followed, or a mass of the group that is
	group  model.Group // the group that is followed; without masses it stands for the mass alone
	center model.Vec3  // where the followed thing was at the last look; zero before the first
	leash  leash
	first  *draw.Bounds // fitted into the view when the panels' sizes are known; nil: that was done
}

// who is the name of the followed structure.
type who uint8

const (
	softly     who = iota // the structure, when it leaves the view
	everything            // the middle of the structure
	someone               // the picked mass or its group
	nobody
)

// mostAsked is the largest number of masses of a group whose position is read.
const mostAsked = 12

// stepFollow chooses the next target to follow: the structure when it leaves the view, the
// structure always, the group of the picked mass or that mass alone, and nothing.
func (s *Session) stepFollow() {
	next := (s.followed.who + 1) % (nobody + 1)
	if next == someone && s.picked < 0 {
		next = nobody
	}
	s.followed = following{who: next, mass: s.picked}
	switch next {
	case softly:
		s.say("the view follows the structure when it leaves")
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

// follow moves the camera's goal with the thing that it follows.
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

// middle returns the mean position of some masses, from a few of them [m]; without masses it is the position
// of the one mass.
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

// everySo returns a few of some masses, spread over the list: mostAsked at most.
func everySo(masses []uint32) (some []uint32) {
	for k := 0; k < len(masses); k += (len(masses) + mostAsked - 1) / mostAsked {
		some = append(some, masses[k])
	}
	return some
}

// leash keeps a moving structure in the view. It leaves the view alone while the
// structure is well inside, and otherwise moves it after the structure as far as it must.
type leash struct {
	asleep bool      // hands have turned the view away from the structure
	moved  bool      // hands have moved the view since the last look
	at     time.Time // of the last look
}

const (
	leashHalfLife = 0.15 // of the way to where the structure is inside [s]
	leashZone     = 0.47 // half of the share of the free part of the view in which the structure counts as inside
	leashNear     = 0.95 // least and largest depth of the middle, in distances of the camera
	leashFar      = 1.15
	leashSlack    = 1e-4                  // of the camera's distance, a tenth of a pixel: shorter ways are not gone, or a window would never be idle
	leashRounding = 1e-6                  // of where the structure is: what float32 cannot tell is not gone, either, as after a divergence
	longestLeash  = 0.5                   // longest time that one look counts for [s]
	slowLook      = 50 * time.Millisecond // time from picture to picture beyond which the looks of pictures come too late, since only every few pictures look
)

// loosen notes that hands move the view. If the structure is outside after that, the user
// wants it so.
func (s *Session) loosen() { s.followed.leash.moved = true }

// keepInside moves the camera's goal so far that the structure is in the view. While a
// film is recorded, the frames of the film call it, with the film's time.
func (s *Session) keepInside(now time.Time) {
	l := &s.followed.leash
	dt := min(now.Sub(l.at).Seconds(), longestLeash)
	l.at = now
	if s.recorder.film != nil || s.doing == pulling { // hands pull to where the view shows their goal, which stays
		return
	}
	box := s.Renderer.Extent()
	if s.frame > slowLook || s.paused { // only every few pictures of a moving structure look at it
		box = s.Renderer.ExtentNow()
	}
	s.keepBoxInside(box, dt)
}

// pullInside moves the camera's goal at once so far that the structure is in the view, if the
// view follows targets that leave it.
func (s *Session) pullInside() {
	if s.followed.who == softly && s.target != nil {
		s.keepBoxInside(s.Renderer.ExtentNow(), math.Inf(1))
	}
}

// keepBoxInside does the work of keepInside for a structure in a box, after a time dt
// [s].
func (s *Session) keepBoxInside(box draw.Bounds, dt float64) {
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

// strays returns how far the view must move along its axes for a box to be inside [m]; it
// returns zeros where the box is inside. Inside is the part of the view that panels leave free.
// A box that does not fit there is left at a greater depth.
func (s *Session) strays(box draw.Bounds) (right, up, away float64) {
	c, w := s.camera, s.freePart().Scaled(2*leashZone)
	r, u, forward := c.Axes()
	from := box.Center().Sub(c.Eye())
	deep := from.Dot(forward)
	need := c.Needs(box, w)
	kept := min(max(deep, leashNear*c.Distance, need), max(leashFar*c.Distance, leashFar*need))
	stray := func(axis model.Vec3, lo, hi float64) float64 {
		lo, hi = c.Room(box, kept, axis, lo, hi)
		x := from.Dot(axis)
		return x - min(max(x, lo), max(lo, hi))
	}
	slack := max(leashSlack*c.Distance, leashRounding*(box.Center().Len()+box.Diagonal()))
	further := func(x float64) float64 {
		if math.Abs(x) < slack {
			return 0
		}
		return x
	}
	return further(stray(r, w.Left, w.Right)), further(stray(u, -w.Bottom, -w.Top)), further(deep - kept)
}

// fitFirst fits the view to the part that panels leave free, after the first picture, which has told
// where they are.
func (s *Session) fitFirst() {
	if s.followed.first == nil {
		return
	}
	s.camera.FitIn(*s.followed.first, s.freePart())
	s.followed.first = nil
	s.shown = draw.CameraEase{}
	s.shown.Toward(s.camera, 0)
	s.dirty = true
}

// turnCamera turns the camera about the center of the part that panels leave free, where a
// fit puts the subject.
func (s *Session) turnCamera(turn func(*draw.Camera)) {
	w := s.freePart()
	s.camera.About((w.Left+w.Right)/2, (w.Top+w.Bottom)/2, turn)
}

// freePart returns the part of the view that panels leave free.
func (s *Session) freePart() draw.ViewPart {
	if s.target == nil {
		return draw.WholeView(s.aspect())
	}
	part, aspect := s.places.Free(s.target.Width, s.target.Height), s.aspect()
	return draw.ViewPart{Left: (part.Left - 0.5) * aspect, Top: part.Top - 0.5, Right: (part.Right - 0.5) * aspect, Bottom: part.Bottom - 0.5}
}

// markOutside adds marks to an overlay for the parts beyond the edges, and a message
// where nothing is in the view.
func (s *Session) markOutside(o *hud.Overlay) {
	o.Outside = s.Renderer.Outside(s.shown.Camera(), s.aspect())
	if len(o.Outside) > 0 && o.Outside[0].All && o.Notice == "" {
		o.Notice = "it is outside the view: f fits"
	}
}

// turntable turns the camera around the subject.
type turntable struct {
	on bool
	at time.Time // when it turned last
}

// turnTime is the time of a whole turn [s].
const turnTime = 12.0

// toggleTurntable starts or stops the turning.
func (s *Session) toggleTurntable() {
	s.turntable.on, s.turntable.at = !s.turntable.on, time.Now()
	s.say(map[bool]string{true: "turntable: once around in 12 s (t ends it)", false: "the view stands"}[s.turntable.on])
}

// Turn turns the camera by the time since the last call. Films turn it by their own time.
func (s *Session) Turn(now time.Time) {
	if !s.turntable.on {
		return
	}
	if s.recorder.film == nil {
		s.turnBy(min(now.Sub(s.turntable.at).Seconds(), longestTurn))
	}
	s.turntable.at, s.dirty = now, true
}

// longestTurn is the longest time that one frame turns by [s], so that the view does not
// jump after a rest of the window.
const longestTurn = 0.2

// turnBy turns the camera by the angle of the given number of seconds.
func (s *Session) turnBy(seconds float64) {
	s.turnCamera(func(c *draw.Camera) { c.Orbit(2*math.Pi*seconds/turnTime, 0) })
}
