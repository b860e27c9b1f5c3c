package session

import (
	"fmt"
	"math"
	"sort"
	"time"

	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// Player is an engine that shows the frames of a recorded run and takes no steps. A
// window on a Player has a time line.
type Player interface {
	draw.DrawnEngine
	Frames() int             // at least 1
	FrameTime(k int) float64 // simulated time [s], ascending
	ShowFrame(k int) error   // brings a frame to the device
	FrameShown() int         // number of the shown frame; -1 while a state of another source is shown
	Source() string          // the file, in words
}

// Company is a Player that shows several runs side by side.
type Company interface {
	Player
	// Put adds the labels of its runs to a picture; with gait, when the feet of the one that a mass belongs
	// to are in contact. mass is -1 where none is picked.
	Put(f *draw.Frame, mass int, gait bool)
}

// company returns the engine where it shows several runs; nil where it does not.
func (s *Session) company() Company {
	c, _ := model.As[Company](s.Engine)
	return c
}

// timeLine is the state of playing a recorded run.
type timeLine struct {
	of   Player       // the Player that this state belongs to; nil before the first frame
	head float64      // simulated time that is played [s]
	line hud.TimeLine // the line as it was last written

	ranges color.Ranges // ranges of the colors of all frames, as far as somebody asked for them
}

// player returns the engine where it shows a recorded run; nil where it steps.
func (s *Session) player() Player {
	p, _ := model.As[Player](s.Engine)
	return p
}

// play advances a recorded run by some wall time [s], or to the frame that was asked for.
func (s *Session) play(p Player, wall float64) error {
	t := &s.timeLine
	if t.of == nil {
		t.head = p.FrameTime(max(p.FrameShown(), 0))
	}
	t.of = p // after a lost context it is another Player of the same run
	last := p.FrameTime(p.Frames() - 1)
	switch {
	case s.once != 0:
		s.seek(p, p.FrameShown()+s.once)
		s.once = 0
	case s.paused || s.doing == scrubbing || s.recorder.film != nil:
	case s.speed == 0:
		s.seek(p, p.FrameShown()+1)
	default:
		t.head = min(t.head+wall*s.speed, last)
	}
	if err := s.showFrame(p, frameAt(p, t.head)); err != nil {
		return err
	}
	if !s.paused && t.head >= last && s.doing != scrubbing && s.recorder.film == nil {
		s.paused, s.dirty = true, true
	}
	if !s.dirty && !s.paused {
		time.Sleep(playPause) // the next frame comes by the wall clock
	}
	return nil
}

// playPause is how long a window rests while it has nothing to draw before the next
// frame.
const playPause = 2 * time.Millisecond

// showFrame shows a frame instead of the present one.
func (s *Session) showFrame(p Player, k int) error {
	if p.FrameShown() == k {
		return nil
	}
	if err := p.ShowFrame(k); err != nil {
		return fmt.Errorf("viewer: %w", err)
	}
	s.Step, s.ClockStep, s.ClockTime = int64(k), int64(k), p.FrameTime(k)
	s.dirty = true
	s.Changes++
	return nil
}

// frameAt returns the last frame that is not after a time [s]; it is the first frame where all
// are after it.
func frameAt(p Player, at float64) int {
	slack := 1e-9 * math.Max(math.Abs(at), 1e-3) // rounding of times that were added up
	return max(sort.Search(p.Frames(), func(k int) bool { return p.FrameTime(k) > at+slack })-1, 0)
}

// seek moves playing to a frame.
func (s *Session) seek(p Player, k int) {
	s.timeLine.head = p.FrameTime(min(max(k, 0), p.Frames()-1))
	s.dirty = true
}

// timeKey executes a key while a recorded run is shown. It returns whether the key belongs to
// the time line.
func (s *Session) timeKey(name string) bool {
	p := s.player()
	if p == nil {
		return false
	}
	switch name {
	case "space":
		if s.paused && s.timeLine.head >= p.FrameTime(p.Frames()-1) {
			s.seek(p, 0)
		}
		s.paused = !s.paused
		s.say(map[bool]string{true: "paused", false: "playing"}[s.paused])
	case "right", "left":
		if s.panel.open || s.help {
			return false
		}
		s.paused = true
		s.once += map[string]int{"right": 1, "left": -1}[name]
	case "s":
		s.paused = true
		s.once++
	case "home", "r":
		s.seek(p, 0)
	case "end":
		s.seek(p, p.Frames()-1)
	case "[", "]":
		s.Fail(s.stepSpeed(map[string]int{"[": -1, "]": 1}[name]))
		s.say("speed " + s.saySpeed().Value)
	case "b", "p", "k", "x", "d", "w", "e", "z":
		s.say("a recorded run is shown: it can be looked at, and not changed")
	default:
		return false
	}
	return true
}

// scrub begins a drag of the time line, and returns whether the point of the window is on it.
func (s *Session) scrub(x, y float64) bool {
	if s.player() == nil || s.target == nil {
		return false
	}
	if _, ok := s.timeAt(x, y); !ok {
		return false
	}
	s.doing = scrubbing
	s.scrubTo(x, y)
	return true
}

// scrubTo moves playing to a position along the time line.
func (s *Session) scrubTo(x, y float64) {
	p := s.player()
	if p == nil {
		return
	}
	share, _ := s.timeAt(x, y)
	first, last := p.FrameTime(0), p.FrameTime(p.Frames()-1)
	// Playing moves to the nearest frame.
	at := first + share*(last-first)
	k := frameAt(p, at)
	if k+1 < p.Frames() && p.FrameTime(k+1)-at < at-p.FrameTime(k) {
		k++
	}
	s.seek(p, k)
}

// timeAt returns the share along the time line under a point, which is in units of the view's height.
func (s *Session) timeAt(x, y float64) (float64, bool) {
	return s.places.TimeLineAt(s.pixels(x, y))
}

// onlyLooks returns those of the controls that do not change the run, where a recorded
// run is shown.
func (s *Session) onlyLooks(list []control) []control {
	if s.player() == nil {
		return list
	}
	kept := list[:0]
	for _, c := range list {
		switch c.name {
		case "run", "speed", "color", "range", "show", "theme", "reactions":
			kept = append(kept, c)
		case "gait":
			if s.company() != nil {
				kept = append(kept, c)
			}
		}
	}
	return kept
}

// timeKeys is the line of keys where a recorded run is shown.
const timeKeys = "space play, pause · ← → frame · drag the line · [ ] speed · c color · F9 record · t turntable · tab controls · ? help · q quit"

// writeTime adds the lines about a recorded run to an overlay.
func (s *Session) writeTime(o *hud.Overlay) {
	p := s.player()
	if p == nil {
		return
	}
	s.timeLine.line = hud.TimeLine{Frame: max(p.FrameShown(), 0), Frames: p.Frames(), Time: s.Time(),
		First: p.FrameTime(0), Last: p.FrameTime(p.Frames() - 1), Playing: !s.paused, Speed: s.speed}
	o.TimeLine, o.Source, o.Keys = &s.timeLine.line, p.Source(), timeKeys
}

// shootFrame draws the next frame of a film of a recorded run. The film ends with the
// run.
func (s *Session) shootFrame(f *film, p Player) error {
	at := f.base + float64(f.since)*f.speed/f.rate
	last := p.FrameTime(p.Frames() - 1)
	if at > last+1e-9*math.Max(math.Abs(last), 1e-3) {
		s.paused = true
		s.stopFilm()
		return nil
	}
	s.timeLine.head = at
	if err := s.showFrame(p, frameAt(p, at)); err != nil {
		return err
	}
	f.since++
	return s.nextShot(f)
}

// rangeFrames is how many frames of a recorded run are read to find a range of colors.
const rangeFrames = 33

// commonRanges returns the ranges of colors that all pictures of a recorded run share. They
// are found once for each coloring. nil means that each picture takes the range of its
// own state.
func (s *Session) commonRanges() (*color.Ranges, error) {
	p, c := s.player(), s.look.Color
	if p == nil || p.Frames() < 2 {
		return nil, nil
	}
	t := &s.timeLine
	if c.Ranged() && t.ranges.Of(c) == 0 && s.look.Range == 0 {
		shown, count := p.FrameShown(), min(p.Frames(), rangeFrames)
		widest, err := s.Renderer.RangeOver(c, count, func(k int) error {
			return p.ShowFrame(k * (p.Frames() - 1) / (count - 1))
		})
		if err == nil && shown >= 0 {
			err = p.ShowFrame(shown)
		}
		if err != nil {
			return nil, fmt.Errorf("viewer: colors of %s: %w", p.Source(), err)
		}
		t.ranges.Whole = true
		t.ranges.Know(c, widest)
	}
	return &t.ranges, nil
}
