package glx

import (
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// Lost says whether the driver has reset the device and taken all objects of this
// context away, as after a hang or a crash of the driver: they must be released all
// the same, nothing that is read of them is worth anything, and only another context
// goes on. A context that was not made to be told of resets (see Tells) notices no
// earlier than in Err. It does not wait.
func (c *Context) Lost() bool {
	if !c.lost && c.status != nil {
		c.lost = c.status() != gl.NO_ERROR
	}
	return c.lost
}

// Tells says whether the driver tells of resets: whether the context was made with
// notification of them, by GL_ARB_robustness, GL_KHR_robustness or OpenGL 4.5.
func (c *Context) Tells() bool { return c.status != nil }

// resetStatus is the function that tells of resets in the current context, or nil.
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
