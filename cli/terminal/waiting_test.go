package terminal

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"hooke/files/safefile"
	"hooke/must"
)

// writing keeps the written text.
type writing func(text string)

func (w writing) Write(text []byte) (int, error) {
	w(string(text))
	return len(text), nil
}

// A set-up that takes long is told, a short one is not, and nothing is written after its end.
func TestLongSetUpIsReported(t *testing.T) {
	var said bytes.Buffer
	done := Waiting(&said, "short")
	done()
	done() // twice is harmless
	if said.Len() > 0 {
		t.Errorf("a set-up of no time says %q", said.String())
	}
	lines := make(chan string, 1000)
	done = waitingEvery(writing(func(line string) { lines <- line }), "making a cow", time.Millisecond, 20*time.Millisecond)
	for range 2 { // however slow this machine is
		if line := <-lines; !strings.HasPrefix(line, "making a cow: ") || !strings.HasSuffix(line, " so far\n") {
			t.Errorf("it says %q, want a line with the time", line)
		}
	}
	done()
	told := len(lines)
	time.Sleep(60 * time.Millisecond)
	must.Hold(t, len(lines) == told, "it goes on after its end")
}

// On a terminal it is a bar, which is gone at the end. /dev/null is a device like one.
func TestSetUpOnATerminal(t *testing.T) {
	device := must.Get(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	defer device.Close()
	if terminal(device) == nil || terminal(safefile.NewEscapingWriter(device)) != device {
		t.Fatal("a device is no terminal")
	}
	before := runtime.NumGoroutine()
	done := waitingEvery(device, "making a cow", time.Millisecond, time.Hour)
	time.Sleep(250 * time.Millisecond)
	done()
	must.Until(t, "the end of the goroutine that draws the bar", func() bool { return runtime.NumGoroutine() <= before })
}
