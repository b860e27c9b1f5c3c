package play

import (
	"fmt"
	"image"
	"io/fs"
	"math"
	"path/filepath"
	"slices"

	"hooke/engine"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/run/export"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/draw/offscreen"
)

// DrawingOptions say how a Drawing draws states.
type DrawingOptions struct {
	Look          draw.Look
	Width, Height int        // size of a picture [pixels]
	View          *draw.View // where pictures are taken from; nil: the usual view
	Follow        bool       // the camera moves with the structure
	Shaders       fs.FS      // replace the built-in shader files; nil: the built-in ones
}

// Shot describes a picture: the state, and the turn of the camera around it.
type Shot struct {
	State int     // number of the state
	Turn  float64 // angle of the camera [rad]
}

// Drawing draws states of a record without a window.
type Drawing struct {
	record   *Record
	device   *engine.Device
	mirror   *mirror.Mirror
	renderer *draw.Renderer
	canvas   *offscreen.Canvas
	subject  draw.Subject
	look     draw.Look
	view     *draw.View
	follow   bool
	camera   draw.Camera
	ranges   color.Ranges    // of the colors of all shots
	arrows   *draw.Reactions // nil: none are drawn
	center   model.Vec3      // center of the state that the camera was aimed at, where the camera follows
	frame    export.Frame
	shown    int // state that is on the device; -1: none
	drawn    int // state that was drawn last
}

// NewDrawing makes a Drawing on a device. The caller closes it.
func NewDrawing(d *engine.Device, x *Record, o DrawingOptions) (*Drawing, error) {
	s := &Drawing{record: x, device: d, look: o.Look, view: o.View, follow: o.Follow, shown: -1, drawn: -1,
		subject: x.Subject()}
	var err error
	if o.Look.Reactions {
		if s.arrows, err = draw.ReactionsOf(s.subject, s.subject.Model, s.subject.Params); err != nil {
			return nil, err
		}
	}
	if s.mirror, err = mirror.New(d.GL, x.Scene.Model, x.Scene.Params, o.Shaders); err == nil {
		s.canvas, err = offscreen.NewCanvas(d.GL, o.Width, o.Height, 0, 0)
	}
	if err == nil { // at rest, where the surface is found
		s.renderer, err = draw.New(d.GL, s.mirror, s.subject)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// put brings a state to the device.
func (s *Drawing) put(k int) error {
	if s.shown == k {
		return nil
	}
	if err := s.record.Read(k, &s.frame); err != nil {
		return err
	}
	s.shown = k
	return s.mirror.Show(&s.frame.Snapshot, s.frame.RestScale)
}

// aimStates is the number of states that Aim reads at most.
const aimStates = 65

// Aim points the camera at all that the shots show, or, when the camera follows, at the
// first state.
func (s *Drawing) Aim(shots []Shot) error {
	var box draw.Bounds
	steps := max(1, (len(shots)+aimStates-2)/(aimStates-1))
	for k := 0; k < len(shots); k = nextAim(k, steps, len(shots)) {
		if err := s.record.Read(shots[k].State, &s.frame); err != nil {
			return err
		}
		state := s.frame.State()
		seen := s.subject.BoundsAt(state)
		if k == 0 || s.follow {
			s.center = centerOf(state.Position)
			box = seen
		}
		if s.follow {
			lo, hi := state.Bounds()
			box = draw.Bounds{Lo: lo, Hi: hi}
			break
		}
		box = box.Union(seen)
	}
	s.shown = -1 // frame holds another state
	if err := s.findRange(shots); err != nil {
		return err
	}
	width, height := s.canvas.Width, s.canvas.Height
	aspect := draw.ClearAspect(width, height, s.look)
	s.camera = draw.LookAt(box, aspect)
	if s.view != nil {
		s.camera.From(*s.view)
	}
	if turns(shots) { // a turning camera comes near to things beside the axis of the turn
		reach := 0.5 * math.Hypot(box.Hi[0]-box.Lo[0], box.Hi[1]-box.Lo[1])
		for axis := range 2 {
			middle := box.Center()[axis]
			box.Lo[axis], box.Hi[axis] = middle-reach/math.Sqrt2, middle+reach/math.Sqrt2
		}
	}
	s.camera.Fit(box, aspect)
	return nil
}

// findRange finds the range of colors that all shots have in common.
func (s *Drawing) findRange(shots []Shot) error {
	var states []int
	for k := 0; k < len(shots); k = nextAim(k, max(1, (len(shots)+rangeStates-2)/(rangeStates-1)), len(shots)) {
		states = append(states, shots[k].State)
	}
	if len(slices.Compact(states)) < 2 { // one state has its own range
		return nil
	}
	c := s.look.Color
	widest, err := s.renderer.RangeOver(c, len(states), func(k int) error { return s.put(states[k]) })
	if err != nil {
		return err
	}
	s.ranges = color.RangesOf(c, widest)
	s.shown = -1
	return nil
}

// rangeStates is the number of states that findRange reads at most.
const rangeStates = 33

// nextAim returns the next shot to read; the last shot is always among them.
func nextAim(k, steps, count int) int {
	if k < count-1 && k+steps > count-1 {
		return count - 1
	}
	return k + steps
}

func turns(shots []Shot) bool { return shots[len(shots)-1].Turn != 0 }

// centerOf returns the mean position; all masses count equally.
func centerOf(position []model.Vec3) (center model.Vec3) {
	for _, x := range position {
		center = center.Add(x)
	}
	return center.Mul(1 / float64(len(position)))
}

// Picture draws a shot into a picture of the canvas' size; nil means a new picture.
func (s *Drawing) Picture(of Shot, into *image.RGBA) (*image.RGBA, error) {
	if err := s.put(of.State); err != nil {
		return nil, err
	}
	camera := s.camera
	camera.Orbit(of.Turn, 0)
	if s.follow {
		camera.Target = camera.Target.Add(centerOf(s.frame.State().Position).Sub(s.center))
	}
	m := s.subject.Model
	time := s.record.Time(of.State)
	frame := draw.Frame{Camera: camera, Look: s.look, Params: s.subject.Params, Time: time, Still: s.drawn == of.State, Ranges: &s.ranges, Overlay: hud.Overlay{
		Title: m.Name, Masses: m.MassCount(), Springs: m.SpringCount(), Time: time, DT: s.subject.Params.DT,
		Engine: model.Description{Renderer: s.device.GL.Renderer}, Source: s.source(of),
	}}
	if height, ok := s.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	if s.arrows != nil {
		s.arrows.Put(&frame, s.renderer.State, s.frame.RestScale)
	}
	s.drawn = of.State
	return s.canvas.Draw(s.renderer, frame, into)
}

// source names the file and the state of a shot.
func (s *Drawing) source(of Shot) string {
	x := s.record
	switch {
	case x.tape != nil:
		return fmt.Sprintf("%s, frame %d of %d", filepath.Base(x.From), of.State+1, x.Frames())
	case x.From != "":
		return filepath.Base(x.From)
	}
	return "as it starts"
}

// The description of a picture.
func (s *Drawing) What(of Shot) string {
	return fmt.Sprintf("%s at %.6g s (%s)", s.subject.Model.Name, s.record.Time(of.State), s.source(of))
}

// Close releases everything.
func (s *Drawing) Close() {
	s.renderer.Close()
	s.canvas.Close()
	s.mirror.Close()
}
