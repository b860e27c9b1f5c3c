//go:build !headless

package viewer

import (
	"errors"
	"log"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// glfwErrors runs calls of GLFW that may find no display or a broken one, and returns
// one error. GLFW's binding logs the platform's messages and returns no error; its next call panics with a
// *glfw.Error, because something it needs is missing. The logged
// text is then the cause. Without a panic the text goes to the log after all. Every
// other panic is a bug and passes through.
func glfwErrors(run func() error) (err error) {
	logged := captureLog()
	defer func() {
		fault := recover()
		text := logged()
		var inside *glfw.Error
		if e, ok := fault.(*glfw.Error); ok {
			inside = e
		} else if fault != nil {
			panic(fault)
		}
		switch {
		case text != "" && (err != nil || inside != nil):
			err = errors.New(strings.TrimPrefix(text, "PlatformError: "))
		case text != "":
			log.Print(text)
		case inside != nil:
			err = errors.New(inside.Desc)
		}
	}()
	return run()
}

// captureLog diverts the standard log until the caller calls end, which returns the logged text.
func captureLog() (end func() string) {
	writer, flags, prefix := log.Writer(), log.Flags(), log.Prefix()
	var text strings.Builder
	log.SetOutput(&text)
	log.SetFlags(0)
	log.SetPrefix("")
	return func() string {
		log.SetOutput(writer)
		log.SetFlags(flags)
		log.SetPrefix(prefix)
		return strings.TrimSpace(text.String())
	}
}
