// Package glx is the only wrapper of OpenGL in hooke: contexts, buffers,
// programs, timers, and the objects of drawing. It knows nothing of springs.
//
// Everything here must be called on the thread whose OpenGL context is
// current. Each object has one owner, which releases it; Context counts the live
// objects so that a test can demand zero. Calls bind the objects they need. The context remembers the
// bindings for shaders, so that a dispatch or a draw changes only those that differ: nothing else may bind in
// the same context without Forget.
//
// Two verbs are kept apart: a Barrier orders memory accesses on the device,
// Finish and Fence.Wait make the host wait.
package glx

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/commands"
	"hooke/gpu/limits"
)

// ErrTooOld is wrapped when the context has no compute shaders.
var ErrTooOld = errors.New("glx: OpenGL is too old")

// Context is the current OpenGL context of this thread, with its limits.
type Context struct {
	Vendor   string
	Renderer string // GL_RENDERER: print it with every number
	Version  string
	Limits   limits.Limits

	// Barrier calls Watch with the consumer that it names, so that a test can see it;
	// nil: it calls nothing.
	Watch func(consumer Access)

	commands   *commands.Queue
	live       map[string]int   // live objects by kind
	bytes      map[string]int64 // of live buffers, by label
	transfers  int64
	waits      int64
	drains     int64 // of these those at whose end the device has nothing to do
	fences     int64
	last       uint32  // query for which Finish waits; 0: none is made yet. It lives as long as its context
	immutable  bool    // whether buffers have memory that is settled when they are made
	staging    staging // through which the host reads them
	uploads    uploads // through which the host writes them
	uploaded   int64
	links      int64
	mostKept   int              // programs without owners that are kept; 0: none, and none is shared
	kept       map[string]*kept // by Source.key
	idle       []*kept          // those without owners, in the order in which they lost them
	messages   *messageLog
	lineWidths [2]float32 // the least and the largest width of lines [pixels]
	status     func() uint32
	lost       bool
	cause      string // why it was lost, for users
}

// New loads the OpenGL functions of the context that is current on this thread
// and queries its limits. procAddress finds a function by name, as
// egl.Context.ProcAddress or glfw.GetProcAddress do. An error wraps ErrTooOld.
func New(procAddress func(name string) unsafe.Pointer) (*Context, error) {
	if err := gl.InitWithProcAddrFunc(procAddress); err != nil {
		return nil, fmt.Errorf("%w: %v; hooke needs OpenGL 4.3 (compute shaders)", ErrTooOld, err)
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	c := &Context{
		Vendor:   gl.GoStr(gl.GetString(gl.VENDOR)),
		Renderer: gl.GoStr(gl.GetString(gl.RENDERER)),
		Version:  gl.GoStr(gl.GetString(gl.VERSION)),
		live:     map[string]int{},
		bytes:    map[string]int64{},
	}
	if major*10+minor < 43 {
		return nil, fmt.Errorf("%w: found %s on %s; hooke needs OpenGL 4.3 (compute shaders)", ErrTooOld, c.Version, c.Renderer)
	}
	c.commands = commands.New(procAddress, major*10+minor >= 44 || hasExtension("GL_ARB_multi_bind"))
	c.immutable = hasImmutable(major*10 + minor)
	c.messages = listen()
	c.Limits = queryLimits()
	// OpenGL 4.0 has float64, so that a driver of 4.3 need not list the extension.
	c.Limits.NoFloat64 = c.Limits.NoFloat64 && !c.compiles(float64Program)
	if c.Limits.Software = c.Software(); c.Limits.Software { // its groups take turns on the cores of this machine
		c.Limits.Processors = 0
	}
	c.lineWidths = queryLineWidths()
	c.status = resetStatus(procAddress)
	return c, nil
}

// Software reports whether the renderer runs on the CPU, so that no reader takes
// its speed for a GPU's.
func (c *Context) Software() bool {
	name := strings.ToLower(c.Renderer)
	for _, software := range []string{"llvmpipe", "softpipe", "swrast", "swiftshader", "lavapipe"} {
		if strings.Contains(name, software) {
			return true
		}
	}
	return false
}

// Finish waits until the device has done everything that is queued, or is lost.
func (c *Context) Finish() {
	c.settle()
	c.waits++
	c.drains++
	// glFinish of zink (Mesa 22.3.6) returns while the device is at work when all has been handed to
	// it; the result of a query cannot.
	if c.last == 0 {
		gl.GenQueries(1, &c.last)
	}
	at := uint64(0)
	gl.QueryCounter(c.last, gl.TIMESTAMP)
	gl.GetQueryObjectui64v(c.last, gl.QUERY_RESULT, &at)
	gl.Finish()
}

// Waits returns how often the host has waited for the device so far: each Finish, and each Await of a
// fence that the device had not reached. Downloads count as Transfers.
func (c *Context) Waits() int64 { return c.waits }

// Drains returns how many of these waits were for all that the device had to do: each Finish, and each Await of the last fence.
func (c *Context) Drains() int64 { return c.drains }

// Flush hands queued work to the device without waiting.
func (c *Context) Flush() {
	c.settle()
	gl.Flush()
}

// Err returns the first OpenGL error since the last call of Err, or nil. In a debug context the error holds
// the driver's message about it. where names the action of the caller, and begins with a verb of making, such
// as allocate, where that asks for memory.
// It also tells that the device was lost, once and for all. Err does not wait.
func (c *Context) Err(where string) error {
	c.settle()
	code := gl.GetError()
	c.notice(code, where)
	if code == gl.NO_ERROR {
		if c.Lost() {
			return c.lostErr(where)
		}
		return nil
	}
	// Later errors follow from the first. A lost context reports errors for ever.
	for range 100 {
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	detail := c.messages.take()
	if detail != "" {
		detail = ": " + detail
	}
	if c.Lost() {
		return fmt.Errorf("%w (OpenGL error %s%s)", c.lostErr(where), errorName(code), detail)
	}
	kind := error(nil)
	if code == gl.OUT_OF_MEMORY {
		kind = ErrNoMemory
	}
	return &callError{fmt.Sprintf("glx: %s: OpenGL error %s%s", where, errorName(code), detail), kind}
}

// Uploads returns the number of calls of Upload so far.
func (c *Context) Uploads() int64 { return c.uploaded }

// ErrNoMemory is wrapped by the error GL_OUT_OF_MEMORY: the device, or the host for it, has
// no memory left.
var ErrNoMemory = errors.New("glx: no memory left for the device")

// callError is an OpenGL error with its kind.
type callError struct {
	text string
	kind error // ErrNoMemory; nil: another one
}

func (e *callError) Error() string { return e.text }
func (e *callError) Unwrap() error { return e.kind }

// Transfers returns the number of uploads and downloads so far for which the driver may have
// to wait for the device. Uploads are among them only where the driver has no memory that
// stays mapped.
func (c *Context) Transfers() int64 { return c.transfers }

// Live returns the number of objects that are made and not yet released, by kind. Kinds
// without objects are left out: the map is empty once every owner has released its own.
func (c *Context) Live() map[string]int {
	out := map[string]int{}
	for kind, count := range c.live {
		if count != 0 {
			out[kind] = count
		}
	}
	return out
}

// Messages returns the errors and warnings that a debug context has reported and that no
// call of Err has taken yet. Without a debug context it returns none.
func (c *Context) Messages() []string { return c.messages.all() }

// Hear calls hear with the driver's messages on performance, earlier ones too, each message
// once and at most 64. Only debug contexts have such messages; Debugs says whether this is one.
func (c *Context) Hear(hear func(message string)) {
	c.messages.mu.Lock()
	c.messages.hear = hear
	c.messages.mu.Unlock()
	c.messages.tell()
}

// Debugs reports whether the context is a debug context, whose driver says more.
func (c *Context) Debugs() bool { return c.messages.listens }

// contextLost is a name of OpenGL 4.5, which older contexts may report, too.
const contextLost = 0x0507

func errorName(code uint32) string {
	switch code {
	case gl.INVALID_ENUM:
		return "GL_INVALID_ENUM"
	case gl.INVALID_VALUE:
		return "GL_INVALID_VALUE"
	case gl.INVALID_OPERATION:
		return "GL_INVALID_OPERATION"
	case gl.OUT_OF_MEMORY:
		return "GL_OUT_OF_MEMORY"
	case gl.INVALID_FRAMEBUFFER_OPERATION:
		return "GL_INVALID_FRAMEBUFFER_OPERATION"
	case contextLost:
		return "GL_CONTEXT_LOST"
	}
	return fmt.Sprintf("%#x", code)
}
