package ensemble

import (
	"runtime"

	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
)

// Open makes a windowless context on the calling goroutine's thread and an engine on it: New for programs
// that draw nothing. The goroutine stays locked to its thread until Close, which closes the context too.
// An error wraps egl.ErrNoContext when there is no usable driver.
func Open(kinds []ensemble.Kind, members []ensemble.Member, o Options) (*Engine, error) {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	closeContext := func() {
		window.Close()
		runtime.UnlockOSThread()
	}
	ctx, err := glx.New(window.ProcAddress)
	if err != nil {
		closeContext()
		return nil, err
	}
	e, err := New(ctx, kinds, members, o)
	if err != nil {
		closeContext()
		return nil, err
	}
	e.closeContext = closeContext
	return e, nil
}
