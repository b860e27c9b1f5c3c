package cli

import (
	"fmt"
	"image"
	"math"
	"path/filepath"
	"slices"

	"hooke/engine"
	"hooke/export"
	"hooke/gpu"
	"hooke/measure"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
	"hooke/viewer/draw/offscreen"
)

// show draws states of an exhibit without a window.
type show struct {
	exhibit  *exhibit
	device   *engine.Device
	mirror   *gpu.Mirror
	renderer *draw.Renderer
	canvas   *offscreen.Canvas
	subject  draw.Subject
	look     draw.Look
	view     viewFlag
	follow   bool
	camera   camera.Camera
	ranges   color.Ranges // of the colors of all shots
	center   model.Vec3   // of the state that the camera was aimed at, where it follows
	frame    export.Frame
	shown    int // state that is on the device; -1: none
	drawn    int // that was drawn last
}

// newShow makes what draws. The caller closes it.
func (a App) newShow(d *engine.Device, x *exhibit, o *renderOptions) (*show, error) {
	s := &show{exhibit: x, device: d, look: o.look.look(o.size[0], o.size[1]), view: o.look.view, follow: o.follow, shown: -1, drawn: -1,
		subject: draw.Subject{Model: x.scene.Model, Params: x.scene.Params, Start: x.scene.Start}}
	var err error
	if s.mirror, err = gpu.NewMirror(d.GL, x.scene.Model, x.scene.Params, gpu.Options{Shaders: a.Shaders}); err == nil {
		s.canvas, err = offscreen.NewCanvas(d.GL, o.size[0], o.size[1], 0, 0)
	}
	if err == nil { // at rest, where the surface is found
		s.renderer, err = draw.New(d.GL, s.mirror, s.subject)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// put brings a state to the device.
func (s *show) put(k int) error {
	if s.shown == k {
		return nil
	}
	if err := s.exhibit.read(k, &s.frame); err != nil {
		return err
	}
	s.shown = k
	return s.mirror.Show(&s.frame.Snapshot, s.frame.RestScale)
}

// aimStates is how many states the camera looks at to hold them all.
const aimStates = 65

// aim points the camera at all that the shots show, or at the first state, when it
// follows.
func (s *show) aim(shots []shot) error {
	var box camera.Box
	steps := max(1, (len(shots)+aimStates-2)/(aimStates-1))
	for k := 0; k < len(shots); k = nextAim(k, steps, len(shots)) {
		if err := s.exhibit.read(shots[k].state, &s.frame); err != nil {
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
			box = camera.Box{Lo: lo, Hi: hi}
			break
		}
		box = box.Union(seen)
	}
	s.shown = -1 // frame holds another one
	if err := s.findRange(shots); err != nil {
		return err
	}
	width, height := s.canvas.Width, s.canvas.Height
	aspect := draw.ClearAspect(width, height, s.look)
	s.camera = camera.LookAt(box, aspect)
	if s.view.text != "" {
		s.camera.From(s.view.view)
	}
	if turns(shots) { // what is beside the axis comes near
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
func (s *show) findRange(shots []shot) error {
	var states []int
	for k := 0; k < len(shots); k = nextAim(k, max(1, (len(shots)+rangeStates-2)/(rangeStates-1)), len(shots)) {
		states = append(states, shots[k].state)
	}
	if len(slices.Compact(states)) < 2 { // it is that of the state
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

// rangeStates is how many states are looked at for a range of colors.
const rangeStates = 33

// nextAim is the next shot to look at: the last one, too.
func nextAim(k, steps, count int) int {
	if k < count-1 && k+steps > count-1 {
		return count - 1
	}
	return k + steps
}

func turns(shots []shot) bool { return shots[len(shots)-1].turn != 0 }

// centerOf is the middle of masses, all alike.
func centerOf(position []model.Vec3) (center model.Vec3) {
	for _, x := range position {
		center = center.Add(x)
	}
	return center.Mul(1 / float64(len(position)))
}

// picture draws a shot, into a picture of the canvas' size; nil: a new one.
func (s *show) picture(of shot, into *image.RGBA) (*image.RGBA, error) {
	if err := s.put(of.state); err != nil {
		return nil, err
	}
	camera := s.camera
	camera.Orbit(of.turn, 0)
	if s.follow {
		camera.Target = camera.Target.Add(centerOf(s.frame.State().Position).Sub(s.center))
	}
	m := s.subject.Model
	time := s.exhibit.time(of.state)
	frame := draw.Frame{Camera: camera, Look: s.look, Params: s.subject.Params, Time: time, Still: s.drawn == of.state, Ranges: &s.ranges, Overlay: hud.Overlay{
		Title: m.Name, Masses: m.MassCount(), Springs: m.SpringCount(), Time: time, DT: s.subject.Params.DT,
		Engine: model.Description{Renderer: s.device.GL.Renderer}, Source: s.source(of),
	}}
	if height, ok := s.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	s.drawn = of.state
	return s.canvas.Draw(s.renderer, frame, into)
}

// source says where a state is from.
func (s *show) source(of shot) string {
	x := s.exhibit
	switch {
	case x.tape != nil:
		return fmt.Sprintf("%s, frame %d of %d", filepath.Base(x.from), of.state+1, x.frames())
	case x.from != "":
		return filepath.Base(x.from)
	}
	return "as it starts"
}

// what says what a picture is of.
func (s *show) what(of shot) string {
	return fmt.Sprintf("%s at %.6g s (%s)", s.subject.Model.Name, s.exhibit.time(of.state), s.source(of))
}

// close releases everything.
func (s *show) close() {
	s.renderer.Close()
	s.canvas.Close()
	s.mirror.Close()
}

// read reads a state.
func (x *exhibit) read(k int, f *export.Frame) error {
	if x.tape != nil {
		if err := x.tape.Frame(k, &f.Snapshot); err != nil {
			return err
		}
		f.RestScale = append(f.RestScale[:0], x.restScale(x.time(k))...)
		return nil
	}
	only := x.state
	f.Resize(len(only.Position))
	f.Step, f.Time = only.Step, only.Time
	if f.RestScale = x.scale; f.RestScale == nil {
		f.RestScale = x.restScale(only.Time)
	}
	for i := range only.Position {
		for axis := range 3 {
			f.Position[i][axis], f.Velocity[i][axis] = float32(only.Position[i][axis]), float32(only.Velocity[i][axis])
		}
	}
	return nil
}

// restScale is L0(t)/L0 of each actuator's springs in the run at time t [s].
func (x *exhibit) restScale(t float64) []float64 {
	if x.muscles == nil {
		x.muscles = measure.NewMuscles(x.scene.Params, x.began)
	}
	return x.muscles.At(t)
}

// bounds is the box around all states, as far as some of them tell.
func (x *exhibit) bounds() (camera.Box, error) {
	subject := draw.Subject{Model: x.scene.Model, Params: x.scene.Params, Start: x.scene.Start}
	box := subject.Bounds()
	var f export.Frame
	steps := max(1, (x.frames()+aimStates-2)/(aimStates-1))
	for k := 0; k < x.frames(); k = nextAim(k, steps, x.frames()) {
		if err := x.read(k, &f); err != nil {
			return box, err
		}
		box = box.Union(subject.BoundsAt(f.State()))
	}
	return box, nil
}
