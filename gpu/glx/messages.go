package glx

import (
	"strings"
	"sync"
	"unsafe"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// maxMessages bounds the log, since a driver may repeat a message in every call.
const maxMessages = 64

// messageLog keeps what a debug context reports as an error or as a portability
// or undefined-behavior warning. Performance hints and notices are left out.
// It has a lock because the driver may call from a thread of its own.
type messageLog struct {
	mu   sync.Mutex
	text []string
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
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageCallback(func(source, kind, id, severity uint32, length int32, message string, _ unsafe.Pointer) {
		switch kind {
		case gl.DEBUG_TYPE_ERROR, gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR, gl.DEBUG_TYPE_PORTABILITY:
			log.add(message)
		}
	}, nil)
	return log
}

func (l *messageLog) add(message string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.text) < maxMessages {
		l.text = append(l.text, strings.TrimSpace(message))
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
