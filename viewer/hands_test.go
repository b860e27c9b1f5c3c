//go:build !headless

package viewer_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

// hold presses the left button at a place and moves without letting go.
func (p *windowProcess) hold(fromX, fromY, toX, toY int) {
	move := func(x, y int) { p.xdotool("mousemove", "--window", p.window, strconv.Itoa(x), strconv.Itoa(y)) }
	move(fromX, fromY)
	p.xdotool("mousedown", "1")
	p.until("a grip", func(s session.Status) bool { return strings.Contains(s.Notice, "pulling") })
	move((fromX+toX)/2, (fromY+toY)/2)
	move(toX, toY)
}

// rest waits for a moment of the run [s] and until the view is still: a body that bounces
// is followed, so a fixed pixel would meet a mass at some moments and a spring at others.
func (p *windowProcess) rest(moment float64) session.Status {
	still, view := 0, draw.Camera{}
	return p.until("a body at rest", func(s session.Status) bool {
		if s.Camera != view {
			still, view = 0, s.Camera
		}
		still++
		return s.Time > moment && still > 8
	})
}

// pixelOf is where a place is seen in the window.
func pixelOf(c draw.Camera, place [3]float64) (x, y float64) {
	x, y, _ = c.Seen(place)
	return x*windowHeight + windowWidth/2, (y + 0.5) * windowHeight
}

// A mass that is dragged follows the cursor, within the sag of its weight, and is let go; a reset brings it
// back.
func TestDragInARealWindow(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke drag", Side: 5})
	view := w.rest(1.5).Camera
	// The middle of the top, so that the body hangs upright and off the ground, then a
	// tenth of the view's height up and to the right.
	fromX, fromY := pixelOf(view, [3]float64{0, 0, 0.04})
	toX, toY := fromX+60, fromY-60
	w.hold(int(math.Round(fromX)), int(math.Round(fromY)), int(math.Round(toX)), int(math.Round(toY)))
	grip := w.last
	if grip.Picked < 0 {
		t.Fatalf("nothing is picked: %+v", grip)
	}
	// It stays near the cursor: a body that hung by its weight would be 35 pixels below.
	near := 0
	w.until("the mass near the cursor", func(s session.Status) bool {
		x, y := pixelOf(s.Camera, s.Place)
		if math.Hypot(x-toX, y-toY) > 12 {
			near = 0
			return false
		}
		near++
		return near == 8
	})
	must.Be(t, w.last.Camera.Azimuth, grip.Camera.Azimuth, "the view turned while the structure was dragged")
	held := 0
	for _, h := range w.last.Params.Handles {
		if h.Stiffness > 0 {
			held++
		}
	}
	must.Hold(t, held != 0, "no handle pulls")
	w.xdotool("mouseup", "1")
	w.until("the hands open", func(s session.Status) bool {
		for _, h := range s.Params.Handles {
			if h.Stiffness > 0 {
				return false
			}
		}
		return s.Notice == "let go"
	})
	must.Be(t, w.last.Message, "", "it diverged")

	// It pushes: arrows put a force on the picked mass, which ends by itself.
	before := w.rest(w.last.Time + 1.5)
	w.key("Up")
	w.until("the push", func(s session.Status) bool { return strings.Contains(s.Notice, "pushing") })
	w.until("a rise", func(s session.Status) bool { return s.Place[2] > before.Place[2]+1e-4 })

	w.key("r")
	w.until("the reset", func(s session.Status) bool { return s.Picked == -1 && len(s.Params.Handles) == 0 && s.Message == "" })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// A stroke cuts springs that it crosses; pins hold; a poke moves; a reset undoes all of
// it.
func TestCutPinAndPokeInARealWindow(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke cut", Side: 4, Paused: true})
	w.settle()
	click := func(x, y int) {
		w.xdotool("mousemove", "--window", w.window, strconv.Itoa(x), strconv.Itoa(y))
		w.xdotool("click", "1")
	}
	click(400, 300)
	w.until("a pick", func(s session.Status) bool { return s.Picked >= 0 })
	picked := w.last.Picked
	start := w.last.Place

	w.key("p")
	w.until("the pin", func(s session.Status) bool { return s.Notice == fmt.Sprintf("pinned mass %d", picked) })
	w.key("space")
	w.until("a while", func(s session.Status) bool { return s.Time > 0.1 })
	must.Hold(t, w.last.Place == start, "the pinned mass went from %v to %v", start, w.last.Place)
	w.key("space")
	w.until("the pause", func(s session.Status) bool { return s.Paused })
	w.key("p")
	w.until("the mass let go", func(s session.Status) bool { return s.Notice == fmt.Sprintf("let mass %d go", picked) })

	// From side to side through the middle; the rest is tested without a window.
	w.key("x")
	w.until("the knife", func(s session.Status) bool { return strings.Contains(s.Notice, "stroke") })
	w.drag(1, 40, 300, windowWidth-40, 300)
	w.until("the cut", func(s session.Status) bool { return s.Removed > 10 })
	w.key("r")
	w.until("the springs back", func(s session.Status) bool { return s.Removed == 0 && s.Time == 0 && s.Picked == -1 })

	// The view followed the structure for as long as it fell: the mass is no longer where it was seen.
	x, y := pixelOf(w.settle().Camera, start)
	click(int(math.Round(x)), int(math.Round(y)))
	w.until("a pick", func(s session.Status) bool { return s.Picked >= 0 })
	before := w.last.Place
	w.key("k")
	w.key("s")
	w.until("a step", func(s session.Status) bool { return s.Step == 1 })
	// Masses around it got 3 sizes a second away from the eye: far more than gravity
	// does in a step.
	moved := model.Vec3(w.last.Place).Sub(before)
	_, _, away := w.last.Camera.Axes()
	if dt := w.last.Params.DT; moved.Dot(away) < 0.5*3*0.05*dt {
		t.Errorf("the poke moved the mass by %v m in a step of %g s", moved, dt)
	}
	w.key("q")
	w.until("the question", func(s session.Status) bool { return strings.Contains(s.Notice, "q again leaves") })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// Each control of the panel changes its value, by the keyboard and by clicks.
func TestPanelOfARealWindow(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke panel", Side: 4, Paused: true})
	w.settle()
	w.key("Tab")
	w.until("the panel", func(s session.Status) bool { return len(s.Panel) > 0 })
	first := w.last
	for k, row := range first.Panel {
		now := w.last.Panel[k].Value
		w.key("plus")
		w.until("a change of "+row.Name, func(s session.Status) bool { return k < len(s.Panel) && s.Panel[k].Value != now })
		w.key("Down")
	}
	last := w.last
	if 2*last.Params.DT <= first.Params.DT || last.Params.Gravity[2] >= first.Params.Gravity[2] || last.Params.DragHalfLife == 0 ||
		last.Params.Integrator == first.Params.Integrator {
		t.Errorf("parameters %+v, before %+v", last.Params, first.Params)
	}
	// dt beyond the safe step is marked.
	if row := first.Panel[2]; row.Name != "dt" || row.Mark <= row.Share || row.Warn {
		t.Errorf("dt at first: %+v; its mark is to lie above it", row)
	}
	// A click at the left end of the third bar makes dt smaller.
	dt := last.Params.DT
	w.xdotool("mousemove", "--window", w.window, "596", "75")
	w.xdotool("click", "1")
	w.until("a smaller dt", func(s session.Status) bool { return s.Params.DT < dt })

	w.key("r")
	w.until("the reset", func(s session.Status) bool {
		return s.Params.DT == first.Params.DT && s.Params.Gravity == first.Params.Gravity && s.Params.Integrator == first.Params.Integrator
	})
	w.key("e")
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}

// After a divergence one key goes back to the last good state.
func TestLastGoodStateInARealWindow(t *testing.T) {
	w := open(t, display(t), child{Title: "hooke good", Side: 4})
	first := w.until("some steps", func(s session.Status) bool { return s.Step > 300 }).Params.DT
	w.key("Tab")
	w.key("Down")
	w.key("Down")
	for range 24 { // dt × 2^6
		w.key("Right")
	}
	w.until("the divergence", func(s session.Status) bool { return s.Message != "" })
	dt := w.until("all keys", func(s session.Status) bool { return s.Params.DT > 60*first }).Params.DT
	w.key("b")
	w.until("the good state", func(s session.Status) bool {
		return s.Message == "" && strings.Contains(s.Notice, "back at the last good state, with half the step")
	})
	if s := w.last; !s.Paused || s.Step == 0 || s.Params.DT != dt/2 {
		t.Errorf("after going back from a step of %g s: %+v", dt, s)
	}
	// Hands have changed the step: leaving asks once.
	w.key("q")
	w.until("the question", func(s session.Status) bool { return strings.Contains(s.Notice, "q again leaves") })
	w.key("Escape")
	w.until("the answer", func(s session.Status) bool { return s.Notice == "the window stays" })
	w.key("q")
	w.until("the question", func(s session.Status) bool { return strings.Contains(s.Notice, "q again leaves") })
	w.key("q")
	if code := w.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, w.stderr)
	}
}
