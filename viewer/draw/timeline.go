package draw

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

// The time line's place [points]: above two lines of text at the lower edge.
const (
	timeLineHeight = 34
	timeLineAbove  = 64 // of its lower edge, from that of the picture
	timeLineSide   = 34 // from the sides
)

// timeLineBox is where the time line is in a picture [pixels].
func timeLineBox(width, height, scale float64) (left, top, right, bottom float64) {
	bottom = height - timeLineAbove*scale
	return timeLineSide * scale, bottom - timeLineHeight*scale, width - timeLineSide*scale, bottom
}

// TimeLineAt is the share, 0 to 1, of the way along the time line under a place of a
// picture of that size [pixels]; false beside it. Who drags may be beside.
func TimeLineAt(x, y float64, width, height int, look Look) (share float64, ok bool) {
	left, top, right, bottom := timeLineBox(float64(width), float64(height), look.scale())
	margin := 10 * look.scale()
	ok = x >= left-margin && x <= right+margin && y >= top && y <= bottom
	return min(max((x-left)/(right-left), 0), 1), ok
}

// writeTimeLine lays the time line out: what is past in color, the frame that is shown as
// a bar, and its time.
func (o Overlay) writeTimeLine(p *page, scale float32) {
	if o.TimeLine == nil {
		return
	}
	t := *o.TimeLine
	l, u, r, b := timeLineBox(float64(p.width), float64(p.height), float64(scale))
	left, top, right, bottom := float32(l), float32(u), float32(r), float32(b)
	p.rectangle(left-10*scale, top, right-left+20*scale, bottom-top, p.inks.panel)
	middle := bottom - 9*scale
	at := left + float32(t.share())*(right-left)
	p.rectangle(left, middle-1.5*scale, right-left, 3*scale, p.inks.line)
	p.rectangle(left, middle-1.5*scale, at-left, 3*scale, p.inks.accent)
	// Frames, where they can be told apart.
	if apart := (right - left) / float32(max(t.Frames-1, 1)); apart >= 6*scale {
		for k := range t.Frames {
			p.rectangle(left+float32(k)*apart-0.5*scale, middle-3*scale, scale, 6*scale, p.inks.dim)
		}
	}
	p.rectangle(at-2*scale, middle-7*scale, 4*scale, 14*scale, p.inks.bright)

	state := "paused"
	if t.Playing {
		state = "playing"
	}
	speed := "frame by frame"
	if t.Speed > 0 {
		speed = fmt.Sprintf("× %g", t.Speed)
	}
	y := top + 2*scale
	p.text(left, y, p.shorten(fmt.Sprintf("%.4f s of %.4f s   frame %d of %d", t.Time, t.Last, t.Frame+1, t.Frames), 0.7*(right-left)), p.inks.bright)
	words := state + "   " + speed
	p.text(right-p.textWidth(words), y, words, p.inks.dim)
}
