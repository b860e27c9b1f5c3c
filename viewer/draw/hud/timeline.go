package hud

import "fmt"

// TimeLine is the time line of a recorded run, at the lower edge of an overlay.
type TimeLine struct {
	Frame, Frames     int     // number of the frame that is shown, from 0, and the number of frames
	Time, First, Last float64 // simulated times of the frame that is shown, the first and the last frame [s]
	Playing           bool
	Speed             float64 // simulated time per time on the wall; zero shows every frame as fast as it can
}

// share returns where the frame that is shown lies on the line, 0 to 1.
func (t TimeLine) share() float64 {
	if t.Last > t.First {
		return min(max((t.Time-t.First)/(t.Last-t.First), 0), 1)
	}
	return 0
}

// These are sizes of the time line [points].
const (
	timeLineHeight = 34
	timeLineSide   = 20 // distance from the sides of the place to the ends of the line
)

// timeLineEnds returns the left and the right end of the line in its place [pixels].
func timeLineEnds(at rect, scale float32) (left, right float32) {
	return at.left + timeLineSide*scale, at.right() - timeLineSide*scale
}

// writeTimeLine draws the time line: a bar marks the frame that is shown, the past part
// is colored, and the text gives the times.
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
	// Frames have marks where a user can tell them apart.
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
