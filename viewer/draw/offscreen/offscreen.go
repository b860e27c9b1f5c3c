package offscreen

import (
	"fmt"
	"image"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// Options choose the pictures of Run. The zero value makes one picture without a step.
type Options struct {
	Width, Height int // size of the picture [pixels]; zeros mean 1280 × 720
	Samples       int // samples per pixel; zero means 4, or fewer where the device has fewer; 1 means no smoothing
	Frames        int // number of frames; zero means 1
	StepsPerFrame int // number of steps before each frame, which is fixed so that the result does not depend on the clock
	Look          draw.Look
	// Camera nil means a view of the whole structure at the time of the picture. With
	// EachFrame this view also holds the start and all that earlier pictures held, so
	// that it only ever widens.
	Camera *draw.Camera
	// View is from where a picture without a Camera is taken; nil means aslant.
	View *draw.View
	// SteppedBy is the engine that the text names; nil means the engine that is drawn.
	// The two differ when a state is on a device only for drawing.
	SteppedBy *model.Description
	// EachFrame gets every picture and may keep it. nil means that only the last frame is
	// drawn. Its error ends Run.
	EachFrame func(frame int, picture *image.RGBA) error
	// Over adds further parts to each picture; nil: nothing.
	Over func(*draw.Frame)
	// Taken is how many steps the engine has taken since Run began, of one that may take fewer
	// than it is asked for. nil means that it takes them all.
	Taken func() int64
}

// Run steps an engine for some frames and returns the last picture. It does not close the
// engine. A divergence is an error that wraps *physics.DivergedError.
func Run(ctx *glx.Context, engine draw.DrawnEngine, subject draw.Subject, o Options) (*image.RGBA, draw.Figures, error) {
	o = o.withDefaults()
	run := series{ctx: ctx, engine: engine, subject: subject, options: o}
	defer run.close()
	if err := run.open(); err != nil {
		return nil, draw.Figures{}, err
	}
	for frame := range o.Frames {
		if err := run.step(); err != nil {
			return nil, run.figures, err
		}
		last := frame == o.Frames-1
		if !last && o.EachFrame == nil {
			continue
		}
		if err := run.draw(); err != nil {
			return nil, run.figures, err
		}
		if o.EachFrame != nil {
			if err := o.EachFrame(frame, run.picture); err != nil {
				return nil, run.figures, err
			}
		}
	}
	return run.picture, run.figures, nil
}

func (o Options) withDefaults() Options {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Samples == 0 {
		o.Samples = defaultSamples
	}
	o.Frames = max(o.Frames, 1)
	return o
}

// defaultSamples is the number of samples per pixel that smooths lines.
const defaultSamples = 4

type series struct {
	ctx      *glx.Context
	engine   draw.DrawnEngine
	subject  draw.Subject
	options  Options
	target   *glx.Framebuffer
	renderer *draw.Renderer
	camera   draw.Camera
	seen     draw.Bounds     // box that the camera of a series of pictures holds
	ranges   color.Ranges    // ranges of the colors of a series of pictures
	arrows   *draw.Reactions // nil: none are drawn
	picture  *image.RGBA
	figures  draw.Figures
}

func (r *series) open() (err error) {
	o := r.options
	if r.target, err = r.ctx.NewFramebuffer("offscreen", o.Width, o.Height, o.Samples); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if r.renderer, err = draw.New(r.ctx, r.engine, r.subject); err != nil {
		return err
	}
	if o.Look.Reactions {
		if r.arrows, err = draw.ReactionsOf(r.subject, r.subject.Model, r.subject.Params); err != nil {
			return fmt.Errorf("draw: %w", err)
		}
	}
	r.seen = r.subject.Bounds()
	r.camera = draw.LookAt(r.seen, r.aspect())
	if o.View != nil {
		r.camera.From(*o.View)
	}
	if o.Camera != nil {
		r.camera = *o.Camera
	}
	masses, springs := r.subject.Counts(r.engine)
	r.figures = draw.Figures{
		Masses: masses, Springs: springs,
		Engine: r.engine.Describe(), SoftwareRenderer: r.ctx.Software(),
	}
	return r.engine.Finish()
}

// shown returns the engine that stepped, together with the renderer that draws.
func (r *series) shown() model.Description {
	shown := r.figures.Engine
	if by := r.options.SteppedBy; by != nil {
		shown = *by
		shown.Renderer = r.figures.Engine.Renderer
	}
	return shown
}

func (r *series) step() error {
	if r.options.StepsPerFrame <= 0 {
		return nil
	}
	begin := time.Now()
	if err := r.engine.Step(r.options.StepsPerFrame); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if err := r.engine.Finish(); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	f := &r.figures
	f.Seconds += time.Since(begin).Seconds()
	f.Steps += int64(r.options.StepsPerFrame)
	if taken := r.options.Taken; taken != nil {
		f.Steps = taken()
	}
	f.SpringUpdates = float64(f.Steps) * float64(f.Springs) / f.Seconds
	return nil
}

func (r *series) aspect() float64 {
	return draw.ClearAspect(r.options.Width, r.options.Height, r.options.Look)
}

// aim turns the camera to where the structure is now, unless the options give a camera.
func (r *series) aim() {
	if r.options.Camera != nil {
		return
	}
	box := r.subject.Grounded(r.renderer.Bounds())
	if r.options.EachFrame != nil {
		r.seen = r.seen.Union(box)
		box = r.seen
	}
	r.camera.Fit(box, r.aspect())
	r.camera = clearOfFacts(r.camera, box, r.options.Width, r.options.Height, r.options.Look)
}

func (r *series) draw() error {
	begin := time.Now()
	r.aim()
	overlay := r.overlay()
	frame := draw.Frame{Camera: r.camera, Look: r.options.Look, Params: model.ParamsInUse(r.engine, r.subject.Params), Time: overlay.Time, Overlay: overlay}
	if r.options.EachFrame != nil {
		frame.Ranges = &r.ranges
	}
	if height, ok := r.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	if r.arrows != nil {
		r.arrows.Use(frame.Params)
		r.arrows.Put(&frame, r.renderer.State, r.restScale())
	}
	if over := r.options.Over; over != nil {
		over(&frame)
	}
	if err := r.renderer.Draw(r.target, frame); err != nil {
		return err
	}
	r.picture = r.target.ReadPixels()
	r.figures.PictureSeconds = time.Since(begin).Seconds()
	return r.ctx.Err("draw: read the picture")
}

// restScale returns L0(t)/L0 of the springs of each actuator, where the engine tells it.
func (r *series) restScale() []float64 {
	if actuated, ok := model.As[model.RestScaler](r.engine); ok {
		return actuated.RestScale()
	}
	return nil
}

func (r *series) overlay() hud.Overlay {
	f := r.figures
	o := hud.Overlay{
		Title: r.subject.Model.Name, Masses: f.Masses, Springs: f.Springs,
		Time: r.subject.StartTime() + float64(f.Steps)*r.subject.Params.DT, DT: r.subject.Params.DT,
		Engine: r.shown(), Software: f.SoftwareRenderer,
	}
	if f.Steps > 0 {
		o.StepsPerSecond = float64(f.Steps) / f.Seconds
	}
	return o
}

func (r *series) close() {
	r.renderer.Close()
	r.target.Release()
}
