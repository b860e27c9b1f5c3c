//go:build !headless

package viewer_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"hooke/gpu/gltest"
	"hooke/must"
	"hooke/viewer/session"
)

// display returns screen for tests that wait for a window or a clock: they are in the long form alone. Hands
// are tested without a window in package session, and the short form opens windows for keys, frames and
// errors.
func display(t *testing.T) string {
	t.Helper()
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("it waits for a window: with HOOKE_LONG alone")
	}
	return screen(t)
}

// screen starts a virtual screen of its own and returns its name. Without Xvfb the test fails: windows must
// work.
func screen(t *testing.T) string {
	t.Helper()
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	read, write, err := os.Pipe()
	must.Do(t, err)
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1400x900x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatalf("%v; install xvfb", err)
	}
	write.Close()
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not say its display: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// windowProcess is this test's binary running a window; see TestMain.
type windowProcess struct {
	t       *testing.T
	display string
	command *exec.Cmd
	status  chan session.Status // of the frames, newest kept
	stderr  *strings.Builder
	window  string // X's number
	orders  io.Writer
	last    session.Status
}

// open starts the window and waits for its first frames.
func open(t *testing.T, display string, c child) *windowProcess {
	t.Helper()
	p := start(t, display, c)
	p.until("the first frame", func(s session.Status) bool { return s.Frame > 0 })
	p.window = p.xdotool("search", "--name", c.Title)
	p.xdotool("windowfocus", "--sync", p.window) // no window manager does it
	return p
}

// start starts the process only.
func start(t *testing.T, display string, c child) *windowProcess {
	t.Helper()
	order := must.Get(json.Marshal(c))(t)
	p := &windowProcess{t: t, display: display, status: make(chan session.Status, 1<<16), stderr: &strings.Builder{}}
	p.command = exec.Command(os.Args[0])
	p.command.Env = append(os.Environ(), "DISPLAY="+display, "WAYLAND_DISPLAY=", childVariable+"="+string(order), "TMPDIR="+t.TempDir())
	p.command.Env = append(p.command.Env, c.Environment...)
	p.command.Stderr = p.stderr
	output := must.Get(p.command.StdoutPipe())(t)
	p.orders = must.Get(p.command.StdinPipe())(t)
	must.Do(t, p.command.Start())
	t.Cleanup(func() { p.command.Process.Kill() })
	go func() {
		defer close(p.status)
		for from := json.NewDecoder(output); ; {
			var s session.Status
			if from.Decode(&s) != nil {
				io.Copy(io.Discard, output)
				return
			}
			p.status <- s
		}
	}()
	return p
}

// until waits for a frame with the given property.
func (p *windowProcess) until(what string, ok func(session.Status) bool) session.Status {
	p.t.Helper()
	if ok(p.last) {
		return p.last
	}
	for late := must.Late(p.t); ; {
		select {
		case s, open := <-p.status:
			if !open {
				p.t.Fatalf("waiting for %s: the window is gone: %v\n%s", what, p.command.Wait(), p.stderr)
			}
			p.last = s
			if ok(s) {
				return s
			}
		case <-late:
			p.t.Fatalf("waiting in vain for %s; last %+v", what, p.last)
		}
	}
}

// settle waits until no frame has come for a while: a paused window is idle.
func (p *windowProcess) settle() session.Status {
	p.t.Helper()
	for late := must.Late(p.t); ; {
		select {
		case s, open := <-p.status:
			if !open {
				return p.last
			}
			p.last = s
		case <-time.After(700 * time.Millisecond):
			return p.last
		case <-late:
			p.t.Fatalf("the window is never idle, last %+v", p.last)
		}
	}
}

// ends waits for the process and returns its exit code.
func (p *windowProcess) ends() int {
	p.t.Helper()
	for range p.status { // until it closes its output
	}
	p.command.Wait()
	return p.command.ProcessState.ExitCode()
}

// order sends the window an order; see child.runNames.
func (p *windowProcess) order(words ...string) {
	p.t.Helper()
	must.Get(fmt.Fprintln(p.orders, strings.Join(words, " ")))(p.t)
}

func (p *windowProcess) key(name string) { p.xdotool("key", name) }

// drag moves the pressed mouse from one place of the window to another.
func (p *windowProcess) drag(button, fromX, fromY, toX, toY int) {
	move := func(x, y int) { p.xdotool("mousemove", "--window", p.window, strconv.Itoa(x), strconv.Itoa(y)) }
	move(fromX, fromY)
	p.xdotool("mousedown", strconv.Itoa(button))
	move((fromX+toX)/2, (fromY+toY)/2)
	move(toX, toY)
	p.xdotool("mouseup", strconv.Itoa(button))
}

func (p *windowProcess) xdotool(arguments ...string) string {
	p.t.Helper()
	command := exec.Command("xdotool", arguments...)
	command.Env = append(os.Environ(), "DISPLAY="+p.display)
	output, err := command.CombinedOutput()
	if err != nil {
		p.t.Fatalf("xdotool %v: %v (install xdotool)\n%s", arguments, err, output)
	}
	return strings.TrimSpace(string(output))
}

// report prints a status for the parent.
func report(to io.Writer) func(session.Status) {
	encoder := json.NewEncoder(to)
	return func(s session.Status) {
		if err := encoder.Encode(s); err != nil {
			fmt.Fprintln(os.Stderr, "report:", err)
		}
	}
}
