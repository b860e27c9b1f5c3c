package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lost says whether the driver has reset the device and taken all objects of this
// context away, as it does after a hang or a crash. Their owners must release them all
// the same, what is read from them means nothing, and work can go on only in another
// context. A context that is not told of resets (see Tells) notices the loss only when
// Err sees its error. Lost does not wait.
func (c *Context) Lost() bool {
	if !c.lost && c.status != nil {
		c.lost = c.status() != gl.NO_ERROR
	}
	return c.lost
}

// Tells says whether the driver tells of resets. It does so in a context that was made
// with notification of resets, where it has GL_KHR_robustness or GL_ARB_robustness.
func (c *Context) Tells() bool { return c.status != nil }

// resetStatus is the function that tells of resets in the current context; nil: no
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

// hasExtension says whether the current context has an extension.
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
