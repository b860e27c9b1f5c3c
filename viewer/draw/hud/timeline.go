package hud

import "fmt"

// TimeLine is the time line of a recorded run, at the lower edge of an overlay.
type TimeLine struct {
	Frame, Frames     int     // that is shown, from 0, of how many
	Time, First, Last float64 // simulated: that is shown, and of the first and the last frame [s]
	Playing           bool
	Speed             float64 // of simulated time; zero: every frame as fast as it can
}

// share is where the frame that is shown lies on the line, 0 to 1.
func (t TimeLine) share() float64 {
	if t.Last > t.First {
		return min(max((t.Time-t.First)/(t.Last-t.First), 0), 1)
	}
	return 0
}

// Sizes of the time line [points].
const (
	timeLineHeight = 34
	timeLineSide   = 20 // from its sides to the line's ends
)

// timeLineEnds are the line's ends in its place [pixels].
func timeLineEnds(at rect, scale float32) (left, right float32) {
	return at.left + timeLineSide*scale, at.right() - timeLineSide*scale
}

// writeTimeLine lays the time line out: what is past in color, the frame that is shown as
// a bar, and its time.
func (o Overlay) writeTimeLine(p *Page, place rect, scale float32) {
	if !place.there() {
		return
	}
	t := *o.TimeLine
	left, right := timeLineEnds(place, scale)
	top, bottom := place.top, place.bottom()
	p.rectangle(place.left, top, place.width, place.height, p.inks.Panel)
	middle := bottom - 9*scale
	at := left + float32(t.share())*(right-left)
	p.rectangle(left, middle-1.5*scale, right-left, 3*scale, p.inks.Line)
	p.rectangle(left, middle-1.5*scale, at-left, 3*scale, p.inks.Accent)
	// Frames, where they can be told apart.
	if apart := (right - left) / float32(max(t.Frames-1, 1)); apart >= 6*scale {
		for k := range t.Frames {
			p.rectangle(left+float32(k)*apart-0.5*scale, middle-3*scale, scale, 6*scale, p.inks.Dim)
		}
	}
	p.rectangle(at-2*scale, middle-7*scale, 4*scale, 14*scale, p.inks.Bright)

	state := "paused"
	if t.Playing {
		state = "playing"
	}
	speed := "frame by frame"
	if t.Speed > 0 {
		speed = fmt.Sprintf("× %g", t.Speed)
	}
	y := top + 2*scale
	words := state + "   " + speed
	if room := right - left - p.textWidth(words) - 2*float32(p.atlas.cellWidth); room > 0 {
		p.text(left, y, p.shorten(fmt.Sprintf("%.4f s of %.4f s   frame %d of %d", t.Time, t.Last, t.Frame+1, t.Frames), room), p.inks.Bright)
	}
	p.text(max(right-p.textWidth(words), left), y, p.shorten(words, right-left), p.inks.Dim)
}
