//go:build !headless

package viewer

import (
	"errors"
	"image"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/hud"
)

// Options say what Run shows. New and Subject.Model are needed; other zero
// values are useful.
type Options struct {
	Title         string // of the window; empty means "hooke"
	Width, Height int    // of the window [screen coordinates]; zero means 1280 × 720
	Samples       int    // per pixel; zero means 4

	Subject draw.Subject // what runs
	Look    draw.Look    // what is shown at first; Scale is the window's own
	Paused  bool         // start paused
	Box     *camera.Box  // what is seen at first; nil: the start

	Frames int                     // close after this many frames; zero means: stay open until closed
	Last   func(*image.RGBA) error // receives the last picture, such as to write it; nil means nobody wants it

	// New makes an engine for a model and parameters, at the model's rest positions,
	// since the window's OpenGL context must be there first. At first it is asked for
	// Subject's, and again whenever the person changes what an engine is made for:
	// pins, springs, the integrator, handles. Run closes the engines.
	New func(ctx *glx.Context, m *model.Model, p model.Params) (draw.Engine, error)

	// Engines are the names to choose from while it runs, such as "cpu" or "gpu fused":
	// an engine's name, with the pipeline where it has several. Choose says which of
	// them New is to make from now on; "" is as at first. Fewer than two: no choice.
	Engines []string
	Choose  func(name string)

	Recording Recording // films and pictures of the window

	// Open reads presets or files that were dropped on the window, to be shown side by
	// side; nil: nothing can be opened. Again reads what is shown at first again when one
	// of Files changes on disk; nil: nobody watches them. Both are called on goroutines of
	// their own, one call at a time, and must not use OpenGL. Beside an error they may
	// return an Opened with Files alone, to be watched for the fault to go.
	Open  func(names []string) (*Opened, error)
	Again func() (*Opened, error)
	Files []string

	Turn     func() (*Opened, error) // as of an Opened
	Greeting string                  // likewise

	EachFrame func(Status)    // called after each frame; nil means nobody watches
	Stop      <-chan struct{} // closes the window when it is closed; nil means never
	Debug     bool            // ask for an OpenGL debug context; misuse becomes an error of Run

	round func(*window, *session) // called in each round of the loop, by tests
}

// Status is where a run is after a frame.
type Status struct {
	Frame     int   // frames drawn so far
	Step      int64 // steps since the start of the run
	Time      float64
	Paused    bool
	Message   string        // of a divergence; empty: none
	Camera    camera.Camera // that was shown; it follows what the user does within half a second
	Scale     float64       // pixels per point in the picture
	Notice    string        // the last thing that was done or refused, in words
	Picked    int           // number of the picked mass; -1: none
	Spring    int           // number of the picked spring; -1: none
	Place     model.Vec3    // of the picked mass in the picture [m]
	Params    model.Params  // in use, without contacts and forces
	Removed   int           // springs that were cut
	Recording string        // the film that is being recorded; empty: none is
	Recorded  int           // frames of the film that is being recorded, or of the last one
	Panel     []hud.Row     // what the panel says; nil: it is closed
	Masses    int           // of the model that is shown
	Springs   int           // likewise, removed ones included
	RealTime  float64       // simulated time per time on the wall, as it was reached; zero: not known
	Doing     hud.Doing     // files that are being opened, and faults of them
}

func (o Options) withDefaults() (Options, error) {
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
		o.Subject.Params.DT = physics.AutoStep(o.Subject.Model, o.Subject.Params) // as engines choose it
	}
	return o, nil
}
