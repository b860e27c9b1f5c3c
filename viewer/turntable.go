//go:build !headless

package viewer

import (
	"math"
	"time"
)

// turntable turns the camera around what is shown.
type turntable struct {
	on bool
	at time.Time // when it turned last
}

// turnTime is that of a turn [s].
const turnTime = 12.0

// toggleTurntable begins or ends the turning.
func (s *session) toggleTurntable() {
	s.turntable.on, s.turntable.at = !s.turntable.on, time.Now()
	s.say(map[bool]string{true: "turntable: once around in 12 s (t ends it)", false: "the view stands"}[s.turntable.on])
}

// turn turns the camera by the time that has gone by. Films turn it by their own time.
func (s *session) turn(now time.Time) {
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
func (s *session) turnBy(seconds float64) { s.camera.Orbit(2*math.Pi*seconds/turnTime, 0) }
