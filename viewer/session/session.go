package session

import (
	"errors"
	"fmt"
	"image"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// Session is a run in a window, without the window: engine, camera, picture, and the user's
// choices.
type Session struct {
	*edited.Run
	target  *glx.Framebuffer // the last picture; nil before the first
	half    *glx.Framebuffer // framebuffer in which coarse pictures are drawn first; nil before the first
	samples int
	fixed   bool // a number of frames was asked for, so that a divergence ends the run

	choices
	pointer
	panel
	shown draw.CameraEase // camera on its way to the chosen one
	eased time.Time       // when shown last moved
	timing
	watch
	clock     clock
	opener    opener
	plots     plots
	recorder  recorder
	sliding   sliding
	places    hud.Places // positions of text and panels in the last picture
	turntable turntable
	timeLine  timeLine
	motion    *Motion
	gaits     bool  // show the gait of one of several recorded runs
	failed    error // first error of an event; it ends the run
	halted
	arrows   *draw.Reactions // of the last picture that showed reactions; nil: none did
	arrowsAt int             // Changes for which arrows are made
	frames   int             // number of pictures drawn
	seen     seen            // content of the last picture
	Figures  draw.Figures
}

// choices are the user's choices.
type choices struct {
	camera   draw.Camera // goal of the camera; see shown
	look     draw.Look
	paused   bool
	help     bool
	helpFrom int // first line of the help that is shown
	followed following
	quit     bool
	leaving  bool // whether the user was asked if changes may be lost
	once     int  // number of single steps asked for
	dirty    bool // whether the picture is out of date
}

// New begins a session in a context, which stays the caller's. It makes the engine and a
// camera that looks at the start. Options must have their defaults. An error is that of
// the engine, or of the device.
func New(ctx *glx.Context, o Options) (*Session, error) {
	moving := &Motion{}
	e, err := edited.New(ctx, edited.Options{New: moving.Maker(o.New, o.Subject.StartTime()), Subject: o.Subject, Until: o.Until, Inline: o.Frames > 0, Engines: o.Engines, Choose: o.Choose})
	if err != nil {
		return nil, err
	}
	if err := e.Put(o.Subject.StartState()); err != nil {
		e.Close()
		return nil, fmt.Errorf("viewer: %w", err)
	}
	s := &Session{
		Run: e, motion: moving, samples: o.Samples, fixed: o.Frames > 0,
		choices:  choices{look: o.Look, paused: o.Paused, dirty: true},
		timing:   timing{pacer: pacer{RealTime: o.Subject.Params.DT}, speed: 1, budget: firstBudget},
		pointer:  pointer{picked: -1, spring: -1},
		watch:    watch{hint: o.Frames == 0, said: time.Now()},
		opener:   opener{open: o.Open, again: o.Again, turn: o.Turn},
		recorder: recorder{options: o.Recording},
		Figures: draw.Figures{
			Masses: e.Engine.MassCount(), Springs: e.Engine.SpringCount(),
			Engine: e.Engine.Describe(), SoftwareRenderer: ctx.Software(),
		},
	}
	s.greeting = o.Greeting
	if o.Gait {
		if err := s.showGait(true); err != nil {
			s.Close()
			return nil, fmt.Errorf("viewer: %w", err)
		}
	}
	s.brush.material = len(s.paints()) - 1
	box := o.Subject.Bounds()
	if o.Box != nil {
		box = *o.Box
	}
	s.camera = draw.LookAt(box, float64(o.Width)/float64(o.Height))
	if o.View != nil {
		s.camera.From(*o.View)
		s.camera.Fit(box, draw.ClearAspect(o.Width, o.Height, s.look))
		s.camera.Zoom(1.15, 0, 0) // beside the lines at the lower edge
	}
	s.followed.first = &box
	s.shown.Toward(s.camera, 0)
	if o.Again != nil {
		s.opener.files = newFileWatcher(o.Files)
	}
	ctx.Finish() // so that the set-up does not count as cost of the first step
	return s, nil
}

// Left reports whether the user has left.
func (s *Session) Left() bool { return s.quit }

// Idle reports whether nothing changes until the user does something.
func (s *Session) Idle() bool {
	return s.paused && s.once == 0 && !s.dirty && s.shown.Settled() && !s.Begun && !s.turntable.on
}

// Fail keeps the first error of an event, for the loop to end with.
func (s *Session) Fail(err error) {
	if s.failed == nil {
		s.failed = err
	}
}

// try shows in the picture whether something that was asked for is done.
func (s *Session) try(done string, err error) {
	if err != nil {
		done = err.Error()
	}
	s.say(done)
}

// Status describes the present state of the run.
func (s *Session) Status() Status {
	status := Status{Frame: s.frames, Step: s.Step, Time: s.Time(), Paused: s.paused, Message: s.message, Camera: s.shown.Camera(),
		Notice: s.noticed(), Picked: s.picked, Params: s.Params, Panel: s.rows(), Removed: s.Removed, Spring: s.spring,
		Masses: s.Figures.Masses, Springs: s.Figures.Springs, Doing: s.doingNow(), Recorded: s.recorded(), Scale: s.look.Scale, RealTime: s.clock.Rate}
	if f := s.recorder.film; f != nil {
		status.Recording = f.writer.Path()
	}
	status.Params.Contacts, status.Params.Forces = nil, nil // shapes and curves are no plain data
	if s.picked >= 0 {
		status.Place = s.Renderer.Place(s.picked)
	}
	return status
}

// Close closes the engine, the picture and the watch of files. EndFilm must end a film
// before.
func (s *Session) Close() {
	s.opener.files.Close()
	s.free()
	s.Run.Close()
}

// escape closes the open panel, the nearest thing first. It never leaves.
func (s *Session) escape() error {
	switch {
	case s.leaving:
		s.leaving = false
		s.say("the window stays")
	case s.help:
		s.help = false
		s.say("help is closed")
	case s.closeFaults():
		s.say("closed")
	case s.knife || s.brush.on:
		s.putBrushAway()
		s.knife = false
		s.say("put away")
	case s.panel.open:
		s.panel.open = false
		s.say("controls are closed")
	case s.plots.shown != noPlots:
		s.try("plots are closed", s.showPlots(noPlots))
	case s.picked >= 0 || s.spring >= 0:
		s.picked, s.spring = -1, -1
		s.say("nothing is picked")
	default:
		s.say("nothing is open; q leaves")
	}
	return nil
}

// Options configure Run. New and Subject.Model are required; all other fields may be zero.
type Options struct {
	Title         string // of the window; empty means "hooke"
	Width, Height int    // size of the window [screen coordinates]; zero means 1280 × 720
	Samples       int    // per pixel; zero means 4

	Subject draw.Subject  // structure that runs
	Until   physics.Until // conditions that end the run, which then pauses; the zero value: none
	Look    draw.Look     // look of the first picture; the window sets Scale
	Paused  bool          // start paused
	Gait    bool          // show how it moves from the start on, as the key j does
	Box     *draw.Bounds  // box that the camera shows at first [m]; nil: the start
	View    *draw.View    // from where; nil: aslant

	Frames int                     // close after this many frames; zero means: stay open until closed
	Last   func(*image.RGBA) error // receives the last picture, for example to write it; nil: not called

	// New makes an engine for a model and parameters, at the model's rest positions. It
	// is a function since the window's OpenGL context must exist before the engine. Run
	// calls it first for Subject, and again whenever the user changes the inputs of an engine: pins, springs,
	// the integrator, handles. Run closes the engines.
	New func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error)

	// Engines are the names to choose from while the run continues, such as "cpu" or "gpu
	// fused": an engine's name, with the pipeline where it has several. Choose says which
	// of them New makes from now on; "" stands for the first choice. With fewer than two
	// there is no choice.
	Engines []string
	Choose  func(name string)

	Recording Recording // films and pictures of the window

	// Open reads presets or files that were dropped on the window, to be shown side by
	// side; nil means that nothing can be opened. Again reads the model that is shown at
	// first again when one of Files changes on disk; nil: they are not watched.
	// Both are called on goroutines of their own, one call at a time, and must not use
	// OpenGL. With an error they may return an Opened that has only Files, which are
	// watched until the fault is mended.
	Open  func(names []string) (*Opened, error)
	Again func() (*Opened, error)
	Files []string

	Turn     func() (*Opened, error) // as in Opened, for the model that is shown at first
	Greeting string                  // as in Opened

	EachFrame func(Status)    // called after each frame; nil: not called
	Stop      <-chan struct{} // closes the window when it is closed; nil means never
	Debug     bool            // ask for an OpenGL debug context; misuse becomes an error of Run
}

// Status is the state of a run after a frame.
type Status struct {
	Frame     int   // frames drawn so far
	Step      int64 // steps since the start of the run
	Time      float64
	Paused    bool
	Message   string       // why the run waits, as after a divergence; empty: it does not
	Camera    draw.Camera  // camera of the picture; it follows the user within half a second
	Scale     float64      // pixels per point in the picture
	Notice    string       // the last action or refusal, in words
	Picked    int          // number of the picked mass; -1: none
	Spring    int          // number of the picked spring; -1: none
	Place     model.Vec3   // position of the picked mass in the picture [m]
	Params    model.Params // parameters in use, without contacts and forces
	Removed   int          // springs that were cut
	Recording string       // the film that is being recorded, in words; empty without one
	Recorded  int          // frames of the film that is being recorded, or of the last film
	Panel     []hud.Row    // rows of the panel; nil while it is closed
	Masses    int          // number of masses of the shown model
	Springs   int          // number of its springs, including removed ones
	RealTime  float64      // measured simulated time per wall time; zero: not known
	Doing     hud.Doing    // files that are being opened, and their errors
}

// WithDefaults returns the options with defaults instead of zero values. It returns an
// error without New or a model.
func (o Options) WithDefaults() (Options, error) {
	if o.New == nil || o.Subject.Model == nil {
		return o, errors.New("viewer: options need New and Subject.Model")
	}
	if o.Title == "" {
		o.Title = "hooke"
	}
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Samples == 0 {
		o.Samples = 4
	}
	if o.Subject.Params.DT == 0 {
		o.Subject.Params.DT = physics.AutoStep(o.Subject.Model, o.Subject.Params) // the step that engines choose
	}
	return o, nil
}
