package glx

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// maxMessages bounds the log, since a driver may repeat a message in every call.
const maxMessages = 64

// messageLog keeps the messages of a debug context that are errors or portability or
// undefined-behavior warnings, and passes on those on performance. It leaves out notices. It
// has a lock because the driver may call from a thread of its own.
type messageLog struct {
	listens bool // whether this is a debug context

	mu    sync.Mutex
	text  []string
	hints []string             // of performance, each once, at most maxMessages
	told  int                  // how many of them hear was called with
	hear  func(message string) // nil: no listener yet
}

// listen starts a log when the context is a debug context; otherwise the log
// stays empty.
func listen() *messageLog {
	log := &messageLog{}
	var flags int32
	gl.GetIntegerv(gl.CONTEXT_FLAGS, &flags)
	if flags&gl.CONTEXT_FLAG_DEBUG_BIT == 0 {
		return log
	}
	log.listens = true
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageCallback(func(source, kind, id, severity uint32, length int32, message string, _ unsafe.Pointer) {
		switch kind {
		case gl.DEBUG_TYPE_ERROR, gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR, gl.DEBUG_TYPE_PORTABILITY:
			log.add(message)
		case gl.DEBUG_TYPE_PERFORMANCE:
			log.hint(strings.TrimSpace(message))
		}
	}, nil)
	return log
}

// Muted calls do while the driver's messages are off. The binding makes a Go string of each, so
// that allocations of do are counted without those of the messages, such as where a driver moves
// buffers between memories. It does nothing else in a context without debugging.
func (c *Context) Muted(do func()) {
	if c.messages.listens {
		gl.Disable(gl.DEBUG_OUTPUT)
		defer gl.Enable(gl.DEBUG_OUTPUT)
	}
	do()
}

func (l *messageLog) add(message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.text) < maxMessages {
		l.text = append(l.text, strings.TrimSpace(message))
	}
}

// hint keeps a driver's message on performance, and passes it on.
func (l *messageLog) hint(message string) {
	l.mu.Lock()
	if message != "" && len(l.hints) < maxMessages && !slices.Contains(l.hints, message) {
		l.hints = append(l.hints, message)
	}
	l.mu.Unlock()
	l.tell()
}

// tell calls hear with the hints that it was not called with.
func (l *messageLog) tell() {
	l.mu.Lock()
	hear := l.hear
	var fresh []string
	if hear != nil {
		fresh = l.hints[l.told:]
		l.told = len(l.hints)
	}
	l.mu.Unlock()
	for _, message := range fresh {
		hear(message)
	}
}

func (l *messageLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := strings.Join(l.text, "; ")
	l.text = nil
	return text
}

func (l *messageLog) all() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.text...)
}
