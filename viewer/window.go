//go:build !headless

package viewer

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/go-gl/glfw/v3.3/glfw"

	"hooke/gpu/glx"
	"hooke/machine/memory"
	"hooke/viewer/draw/hud"
	"hooke/viewer/session"
)

// ErrNoDisplay is wrapped by errors of machines without a screen for a window.
var ErrNoDisplay = errors.New("viewer: cannot open display")

// otherwise tells a user without a display which verbs work.
const otherwise = "without a display, hooke view --offscreen FILE.png draws, hooke run simulates, and hooke render draws results"

// needed names the version of OpenGL that a window needs.
const needed = "a window needs OpenGL 4.3 (compute shaders)"

// window is a GLFW window with its OpenGL context.
type window struct {
	glfw      *glfw.Window
	ctx       *glx.Context
	title     string
	minimized bool
	pretended bool        // set by a test that pretends a loss of the context
	losses    []time.Time // when contexts were lost
	swaps     swaps
	hidden    time.Duration // set by a test to emulate a hidden window: the wait of each swap
}

// openWindow opens a window with an OpenGL 4.3 core context, current on this
// thread.
func openWindow(o session.Options) (*window, error) {
	if err := memory.ForOpenGL(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoDisplay, err)
	}
	// Without DISPLAY, GLFW would look for a server with an empty name.
	display := os.Getenv("DISPLAY")
	if runtime.GOOS == "linux" && display == "" {
		if os.Getenv("WAYLAND_DISPLAY") != "" {
			return nil, fmt.Errorf("%w: WAYLAND_DISPLAY is set but DISPLAY is not; start Xwayland; %s", ErrNoDisplay, otherwise)
		}
		return nil, fmt.Errorf("%w: neither DISPLAY nor WAYLAND_DISPLAY is set; %s", ErrNoDisplay, otherwise)
	}
	if err := glfwErrors(func() error {
		if err := glfw.Init(); err != nil {
			return err
		}
		hint(o.Debug, true) // fails when Init failed without saying so
		return nil
	}); err != nil {
		return nil, fmt.Errorf("%w %q: %w; %s", ErrNoDisplay, display, err, otherwise)
	}
	w, err := newWindow(o)
	if err != nil {
		glfw.Terminate() // closes the window, too, if there is one
		return nil, err
	}
	return w, nil
}

// newWindow opens the window once GLFW is ready and hinted.
func newWindow(o session.Options) (*window, error) {
	var handle *glfw.Window
	if err := glfwErrors(func() (err error) {
		handle, err = glfw.CreateWindow(o.Width, o.Height, o.Title, nil, nil)
		if handle == nil && err == nil {
			err = errors.New("the display does not open a window")
		}
		if err != nil {
			return err
		}
		handle.MakeContextCurrent()
		glfw.SwapInterval(1)
		return nil
	}); err != nil {
		return nil, fmt.Errorf("viewer: %s: %w; %s; %s", needed, err, found(), otherwise)
	}
	scale, _ := handle.GetContentScale()
	least := func(points float32) int { return int(points * max(scale, 1)) }
	handle.SetSizeLimits(least(hud.LeastWidth), least(hud.LeastHeight), glfw.DontCare, glfw.DontCare)
	ctx, err := glx.New(glfw.GetProcAddress)
	if err != nil {
		handle.Destroy()
		return nil, fmt.Errorf("viewer: %w; %s", err, otherwise)
	}
	return &window{glfw: handle, ctx: ctx, title: o.Title}, nil
}

// hint asks for a core context that reports a reset of the device. The window itself
// needs neither depth nor samples: pictures are drawn off the screen and copied. scaled
// says whether its size is in points of the monitor instead of pixels.
func hint(debug, scaled bool) {
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	glfw.WindowHint(glfw.ContextRobustness, glfw.LoseContextOnReset)
	if scaled {
		glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	}
	if debug {
		glfw.WindowHint(glfw.OpenGLDebugContext, glfw.True)
	}
}

// found describes which OpenGL this display has, for the message that it is too old.
func found() string {
	var old error
	if err := glfwErrors(func() error {
		glfw.DefaultWindowHints()
		glfw.WindowHint(glfw.Visible, glfw.False)
		handle, err := glfw.CreateWindow(16, 16, "hooke", nil, nil)
		if handle == nil {
			return cmp.Or(err, errors.New("no window"))
		}
		defer handle.Destroy()
		handle.MakeContextCurrent()
		defer glfw.DetachCurrentContext()
		_, old = glx.New(glfw.GetProcAddress)
		return nil
	}); err != nil {
		return "this display has no OpenGL at all; install a driver (libgl1 with libgl1-mesa-dri for software)"
	}
	if old == nil {
		return "OpenGL works in another profile; the driver does not support a core context of that version"
	}
	return old.Error() + "; a newer driver may help"
}

// reopen replaces the window by a new one with its own context. All objects of the old context must be
// deleted before.
func (w *window) reopen(o session.Options) error {
	x, y := w.glfw.GetPos()
	o.Width, o.Height = w.glfw.GetSize()
	o.Title = w.title
	misuse := w.misuse()
	if w.ctx.Lost() {
		misuse = nil // calls into a lost context are errors
	}
	w.glfw.Destroy()
	hint(o.Debug, false)
	fresh, err := newWindow(o)
	if err != nil {
		return errors.Join(err, misuse)
	}
	fresh.glfw.SetPos(x, y)
	w.glfw, w.ctx, w.pretended, w.minimized, w.swaps = fresh.glfw, fresh.ctx, false, false, swaps{}
	return misuse
}

// show queues the session's picture into the window.
func (w *window) show(s *session.Session) {
	s.ToWindow()
	w.swaps.swap(time.Now, w.ctx.Finish, func() {
		time.Sleep(w.hidden)
		w.glfw.SwapBuffers()
	})
}

// events handles the user's events. An idle window sleeps until there is one.
func (w *window) events(idle bool) {
	if idle {
		glfw.WaitEventsTimeout(idleSeconds)
		return
	}
	glfw.PollEvents()
}

// rest lets a minimized window sleep for a while.
func (w *window) rest() { glfw.WaitEventsTimeout(minimizedSeconds) }

// await sleeps while steps run in the background and there is nothing to draw, until
// they are done or the user does something.
func (w *window) await(begun bool) {
	if begun {
		glfw.WaitEventsTimeout(idleSeconds)
	}
}

// rouse ends the sleep of await. Any goroutine may call it while the window is open.
func (w *window) rouse() { glfw.PostEmptyEvent() }

const (
	idleSeconds      = 0.25
	minimizedSeconds = 0.05
)

func (w *window) closed() bool { return w.glfw.ShouldClose() }

// pixels returns the size to draw; zero when minimized.
func (w *window) pixels() (width, height int) {
	if w.minimized {
		return 0, 0
	}
	return w.glfw.GetFramebufferSize()
}

// scale returns the number of pixels per point on the window's monitor.
func (w *window) scale() float64 {
	x, _ := w.glfw.GetContentScale()
	if x <= 0 {
		return 1
	}
	return float64(x)
}

// misuse returns the error that a debug context reported; nil: it reported none.
func (w *window) misuse() error {
	if messages := w.ctx.Messages(); len(messages) > 0 {
		return fmt.Errorf("viewer: the driver reported misuse %d times, first: %s", len(messages), messages[0])
	}
	return nil
}

func (w *window) close() {
	glfw.Terminate() // with the window
}
