//go:build !headless

package viewer

import (
	"math"
	"time"

	"hooke/model"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/hud"
)

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
func (s *session) loosen() { s.chase.leash.moved = true }

// keepInside moves the camera's goal so far that the structure is in the view. While a
// film is recorded its frames do, by the film's time.
func (s *session) keepInside(now time.Time) {
	l := &s.chase.leash
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
func (s *session) keepBoxInside(box camera.Box, dt float64) {
	l := &s.chase.leash
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
func (s *session) strays(box camera.Box) (right, up, away float64) {
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
func (s *session) markOutside(o *hud.Overlay) {
	o.Outside = s.Renderer.Outside(s.shown.Camera(), s.aspect())
	if len(o.Outside) > 0 && o.Outside[0].All && o.Notice == "" {
		o.Notice = "it is outside the view: f fits"
	}
}
