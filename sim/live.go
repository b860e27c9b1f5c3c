package sim

import (
	"bytes"
	"errors"

	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/run/play"
)

// live is a view that follows the structure.
type live struct {
	look   *Look
	page   *page.Live // nil: the next text is a page
	lo, hi model.Vec3 // the room of the page [m]
	last   float64    // time that it shows [s]
}

// Live begins a view that follows the structure, in place of one that there is: Push makes its texts. look is of ParseLook
// without a path.
func (s *Sim) Live(look *Look) error {
	if s.engine == nil {
		return ErrClosed
	}
	s.live = &live{look: look}
	return nil
}

// roomAround is how far a structure can go each way before its page begins anew, in sizes of it: positions are rounded to about a
// 14,000th of a size.
const roomAround = 4

// errNoView is the error of Push without Live.
var errNoView = errors.New("no live view was begun")

// Push returns the next text of the view that follows the structure, of the state that is now: a page at first, and where masses
// have left the room of the page or the time has gone back; else JSON for hooke.push of that page. A page begins with "<".
func (s *Sim) Push() ([]byte, error) {
	switch {
	case s.engine == nil:
		return nil, ErrClosed
	case s.live == nil:
		return nil, errNoView
	}
	now, err := s.frame()
	if err != nil {
		return nil, err
	}
	v := s.live
	lo, hi := extent(now)
	if v.page != nil && now.Time >= v.last && within(lo, v.lo, v.hi) && within(hi, v.lo, v.hi) {
		v.last = now.Time
		return v.page.Frame(now)
	}
	around := roomAround * hi.Sub(lo).Len()
	if around == 0 {
		around = 1
	}
	side := model.Vec3{around, around, around}
	v.lo, v.hi, v.last = lo.Sub(side), hi.Add(side), now.Time
	at := *s.scene
	at.Params = s.params
	var text bytes.Buffer
	v.page, err = page.NewLive(&text, s.page(play.OfFrames(&at, []export.Frame{*now}), v.look), v.lo, v.hi)
	return text.Bytes(), err
}

// extent is the box around masses; positions that are no numbers do not count.
func extent(f *export.Frame) (lo, hi model.Vec3) {
	first := true
	for i := range f.Position {
		x := f.Place(i)
		if sum := x[0] + x[1] + x[2]; sum-sum != 0 {
			continue
		}
		if first {
			lo, hi, first = x, x, false
		}
		for axis, c := range x {
			lo[axis], hi[axis] = min(lo[axis], c), max(hi[axis], c)
		}
	}
	return lo, hi
}

// within reports whether a position is in a box.
func within(x, lo, hi model.Vec3) bool {
	for axis, c := range x {
		if !(c >= lo[axis] && c <= hi[axis]) {
			return false
		}
	}
	return true
}
