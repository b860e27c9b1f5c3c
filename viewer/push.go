//go:build !headless

package viewer

import (
	"fmt"
	"time"

	"hooke/model"
	"hooke/viewer/edited"
)

// push is what an arrow key does while it is held.
type push struct {
	way   model.Vec3 // unit vector; zero: nothing is pushed
	force float64    // on each mass, of what stands still [N]
	begun time.Time  // when the key went down
}

const (
	// pushTime is how long a push lasts after its key was last seen down: longer than
	// the keyboard takes to repeat.
	pushTime = 300 * time.Millisecond
	// pushLongest is how long a key that is held pushes.
	pushLongest = 2 * time.Second
	// pushSpeed is at which speed a push has no force any more, in sizes of the body a
	// second.
	pushSpeed = 3.0
)

// push is a force on the group of the picked mass, the smallest one, or on what is around
// it where there is none, in the directions of the view. A key that is held goes on with
// it, up to a speed and for a while.
func (s *session) push(right, up float64) {
	now := time.Now()
	r, u, _ := s.shown.Camera().Axes()
	way := r.Mul(right).Add(u.Mul(up))
	if held := s.pushing; !s.pushedAt.IsZero() && held.way.Sub(way).Len() < 1e-3 {
		s.pushedAt = now
		if now.Sub(held.begun) > pushLongest {
			s.say(fmt.Sprintf("pushed for %v: let the key go, then push again", pushLongest))
		}
		return
	}
	if s.Hands == nil || s.doing != pulling {
		if !s.ready() {
			return
		}
	}
	weight := 0.0
	for i, mass := range s.Model.Mass {
		if s.Model.PinOf(i) == 0 {
			weight += mass * model.StandardGravity
		}
	}
	h, who := s.Hands, fmt.Sprintf("mass %d and %d around it", s.picked, len(s.Hands.Masses)-1)
	h.Pushed = h.Masses
	if groups := s.groupsOf(s.picked); len(groups) > 0 {
		h.Pushed, who = groups[0].Masses, "the group "+groups[0].Name
	}
	s.pushing = push{way: way, force: edited.PushGravity * weight / float64(len(h.Pushed)), begun: now}
	s.pushedAt = now
	h.Push = s.pushForce(now)
	s.try("pushing "+who, s.Renew())
}

// pushForce is the force on each mass that is pushed: less, the nearer these are to the
// speed that a push leads to, and none beyond it or after pushLongest [N].
func (s *session) pushForce(now time.Time) model.Vec3 {
	p := s.pushing
	if p.force == 0 || now.Sub(p.begun) > pushLongest {
		return model.Vec3{}
	}
	speed := 0.0
	asked := everySo(s.Hands.Pushed)
	for _, mass := range asked {
		speed += model.Vec3(s.Renderer.Velocity(int(mass))).Dot(p.way) / float64(len(asked))
	}
	left := 1 - speed/(pushSpeed*s.BodySize())
	return p.way.Mul(p.force * min(max(left, 0), 1))
}
