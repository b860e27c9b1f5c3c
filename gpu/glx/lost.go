package glx

import (
	"fmt"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lost reports whether the driver has reset the device and taken all objects of this
// context away, as it does after a hang or a crash, or whether their contents are gone, as
// after a suspend. Their owners must release them all the same, data read from them mean nothing, and work
// can continue only in another context. A context that is not told of
// resets (see Tells) notices the loss only when Err sees its error. Lost does not wait.
func (c *Context) Lost() bool {
	if !c.lost && c.status != nil {
		// A purge is told once only, so that the first answer counts for ever.
		if cause := causeOf(c.status()); cause != "" {
			c.lost, c.cause = true, cause
		}
	}
	return c.lost
}

// purgedReset is the status GL_PURGED_CONTEXT_RESET_NV of GL_NV_robustness_video_memory_purge.
const purgedReset = 0x92bb

// causeOf describes a status of GetGraphicsResetStatus; empty: nothing was lost.
func causeOf(status uint32) string {
	switch status {
	case gl.NO_ERROR:
		return ""
	case gl.GUILTY_CONTEXT_RESET:
		return "the driver reset it after an error of this program"
	case gl.INNOCENT_CONTEXT_RESET:
		return "the driver reset it after an error of another program"
	case purgedReset:
		return "its memory was lost, as after the machine slept"
	}
	return "the driver reset it"
}

// notice finds out from an error code whether the device was lost. Lack of memory where
// nothing is made is a loss, too: some drivers report it when memory cannot be brought back
// after the machine slept, and its contents are gone.
func (c *Context) notice(code uint32, where string) {
	switch {
	case c.lost:
	case code == contextLost:
		if !c.Lost() { // the status may know more
			c.lost, c.cause = true, causeOf(gl.UNKNOWN_CONTEXT_RESET)
		}
	case code == gl.OUT_OF_MEMORY && !makes(where):
		c.lost, c.cause = true, "its memory is used by other programs, or was lost while the machine slept"
	}
}

// makes reports whether the description of a call is of one that needs memory: its verb,
// behind the name of a package if there is one, is one of making.
func makes(where string) bool {
	if _, what, named := strings.Cut(where, ": "); named {
		where = what
	}
	verb, _, _ := strings.Cut(where, " ")
	return slices.Contains([]string{"allocate", "clear", "make", "link", "load"}, verb)
}

// lostErr returns the error of a lost device; where describes the call.
func (c *Context) lostErr(where string) error {
	return fmt.Errorf("glx: %s: %w: %s; start again from the last checkpoint", where, ErrLost, c.cause)
}

// Tells reports whether the driver tells of resets. It does so in a context that was made
// with notification of resets, where it has GL_KHR_robustness or GL_ARB_robustness.
func (c *Context) Tells() bool { return c.status != nil }

// resetStatus returns the function that tells of resets in the current context; nil: no
// function does.
func resetStatus(procAddress func(name string) unsafe.Pointer) func() uint32 {
	var strategy int32
	for _, way := range []struct {
		extension, function string
		status              func() uint32
	}{
		{"GL_KHR_robustness", "glGetGraphicsResetStatus", gl.GetGraphicsResetStatus},
		{"GL_ARB_robustness", "glGetGraphicsResetStatusARB", gl.GetGraphicsResetStatusARB},
	} {
		if !hasExtension(way.extension) || procAddress(way.function) == nil {
			continue
		}
		gl.GetIntegerv(gl.RESET_NOTIFICATION_STRATEGY, &strategy)
		if strategy == gl.LOSE_CONTEXT_ON_RESET {
			return way.status
		}
		return nil
	}
	return nil
}

// hasExtension reports whether the current context has an extension.
func hasExtension(name string) bool {
	var count int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &count)
	for i := range uint32(count) {
		if gl.GoStr(gl.GetStringi(gl.EXTENSIONS, i)) == name {
			return true
		}
	}
	return false
}
