package session

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
	"hooke/viewer/filewatch"
)

// Opened is a model that was read while the window was there.
type Opened struct {
	Title   string // of the window; empty: it stays
	Subject draw.Subject
	Notes   []string // what to say of it, the most important first

	// New makes its engines, as Options.New; nil means with that.
	New func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error)

	Files []string                // that it was read from, to be watched; nil: none
	Again func() (*Opened, error) // reads it again, on a goroutine of its own; nil: nobody watches its files

	// Turn reads it again with the next of its axes up, likewise; nil: it has no other.
	// Greeting is what the window says at first in place of what can be done; empty: that.
	Turn     func() (*Opened, error)
	Greeting string
}

// opener opens models while the window is there.
type opener struct {
	open    func(names []string) (*Opened, error) // nil: nothing can be opened
	turn    func() (*Opened, error)               // reads it with another axis up; nil: nothing can be turned
	again   func() (*Opened, error)               // reads what is shown again; nil: it stays as it is
	busy    *reading                              // nil: nothing is being opened
	next    *reading                              // waits for that
	ready   *reading                              // was read, and comes with the next round of the loop
	files   *filewatch.Watcher                    // of the files of what is shown; nil: nobody watches
	faults  []string
	retitle func(string) // names the window; nil: nobody does
}

// OnTitle has a function called with each title that the window is to have from now on.
func (s *Session) OnTitle(do func(string)) { s.opener.retitle = do }

// reading is a model that is read on a goroutine of its own.
type reading struct {
	what   string // in words
	reload bool   // of what is shown
	begun  time.Time
	shown  time.Duration // of the time it takes, in the last picture
	read   func() (*Opened, error)
	done   chan struct{} // closed when the rest is there
	opened *Opened
	err    error
}

// progressPause is from one picture of the progress to the next.
const progressPause = 100 * time.Millisecond

// Drop opens what was dropped on the window, several files side by side.
func (s *Session) Drop(names []string) {
	if len(names) == 0 {
		return
	}
	if s.opener.open == nil {
		s.say("this window opens no other files")
		return
	}
	open, names := s.opener.open, slices.Clone(names)
	s.begin(&reading{what: "opening " + shortNames(names), read: func() (*Opened, error) { return open(names) }})
}

// turnUp reads what is shown with another axis up.
func (s *Session) turnUp() {
	turn := s.opener.turn
	if turn == nil {
		s.say("up is an axis of a mesh file: there is none to turn")
		return
	}
	s.begin(&reading{what: "turning", read: turn})
}

// shortNames are names of files for people.
func shortNames(names []string) string {
	var short []string
	for _, name := range names {
		short = append(short, filepath.Base(name))
	}
	return strings.Join(short, " + ")
}

// begin starts to read a model. While another one is being read it waits, and only
// the last of those that wait is read.
func (s *Session) begin(r *reading) {
	if s.opener.busy != nil || s.opener.ready != nil {
		s.opener.next = r
		return
	}
	s.opener.busy, s.opener.faults, s.dirty = r, nil, true
	r.begun, r.done = time.Now(), make(chan struct{})
	go func() {
		defer close(r.done)
		r.opened, r.err = r.read()
		if r.opened != nil && r.err == nil {
			r.opened.Subject, r.err = whole(r.opened.Subject)
		}
	}()
}

// whole checks a subject and gives it a step, as engines would.
func whole(s draw.Subject) (draw.Subject, error) {
	if s.Model == nil {
		return s, errors.New("viewer: nothing was opened")
	}
	if s.Params.DT == 0 {
		s.Params.DT = physics.AutoStep(s.Model, s.Params)
	}
	return s, nil
}

// Tend looks after what is being opened, once in each round of the loop: it shows
// the progress, puts what is ready in the place of what was there, and reads again
// what has changed on disk. It waits for the device only while it replaces.
func (s *Session) Tend(now time.Time) {
	if r := s.opener.ready; r != nil {
		s.opener.ready = nil
		if s.opener.next == nil || s.opener.next.reload {
			s.finish(r)
		}
		s.goOn()
		return
	}
	if r := s.opener.busy; r != nil {
		select {
		case <-r.done:
			s.opener.busy, s.opener.ready, s.dirty = nil, r, true // one picture says so before the window waits for the device
		default:
			if since := now.Sub(r.begun); since-r.shown > progressPause {
				r.shown, s.dirty = since, true
			}
		}
		return
	}
	if s.opener.again != nil && s.opener.files.Changed() {
		s.begin(&reading{what: "reading again", reload: true, read: s.opener.again})
	}
}

// goOn reads what waited.
func (s *Session) goOn() {
	if r := s.opener.next; r != nil {
		s.opener.next = nil
		s.begin(r)
	}
}

// finish shows what was read, or why it cannot be shown.
func (s *Session) finish(r *reading) {
	s.dirty = true
	if r.err == nil {
		r.err = s.replace(r.opened, r.reload)
	}
	if r.err != nil {
		s.fault(r.err)
		if r.reload && r.opened != nil {
			s.opener.files.Also(r.opened.Files) // a file that is missing may come
		}
	}
}

// fault shows an error until it is closed.
func (s *Session) fault(err error) {
	s.opener.faults, s.dirty, s.hint = strings.Split(strings.TrimSpace(err.Error()), "\n"), true, false
}

// closeFaults takes faults off the picture, and says whether there were any.
func (s *Session) closeFaults() bool {
	had := s.opener.faults != nil
	s.opener.faults, s.dirty = nil, s.dirty || had
	return had
}

// doingNow is what the picture says of files.
func (s *Session) doingNow() (d hud.Doing) {
	d.Faults = s.opener.faults
	if r := s.opener.busy; r != nil {
		d.Opening, d.Seconds = r.what, r.shown.Seconds()
	} else if r := s.opener.ready; r != nil && r.err == nil {
		d.Opening = fmt.Sprintf("%s: %d masses to the device", r.what, r.opened.Subject.Model.MassCount())
		d.Seconds = time.Since(r.begun).Seconds()
	}
	return d
}
