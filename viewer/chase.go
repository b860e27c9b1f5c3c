//go:build !headless

package viewer

import (
	"fmt"
	"time"

	"hooke/model"
)

// chase is what the camera goes after.
type chase struct {
	who    chased
	mass   int         // that is followed, or of the group that is
	group  model.Group // of no masses: the mass alone
	center model.Vec3  // where that was when it was looked at last; zero: not yet
	leash  leash
}

// chased is what is followed.
type chased uint8

const (
	softly     chased = iota // the structure, when it leaves the view
	everything               // the middle of the structure
	someone                  // the picked mass, or its group
	nobody
)

// mostAsked is of how many masses of a group it is asked where they are.
const mostAsked = 12

// stepChase follows the structure, then the group of the picked mass, or that alone,
// then nothing, then the structure again when it leaves the view.
func (s *session) stepChase() {
	next := (s.chase.who + 1) % (nobody + 1)
	if next == someone && s.picked < 0 {
		next = nobody
	}
	s.chase = chase{who: next, mass: s.picked}
	switch next {
	case softly:
		s.say("the view follows what leaves it")
	case nobody:
		s.say("the view stays")
	case everything:
		s.say("the view follows the structure")
	case someone:
		if groups := s.groupsOf(s.picked); len(groups) > 0 {
			s.chase.group = groups[0]
			s.say("the view follows the group " + groups[0].Name)
		} else {
			s.say(fmt.Sprintf("the view follows mass %d", s.picked))
		}
	}
}

// follow moves the camera's goal with what it goes after.
func (s *session) follow() {
	c := &s.chase
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
func (s *session) middle(masses []uint32, mass int) model.Vec3 {
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
