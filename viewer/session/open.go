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
)

// Opened is a model that was read while the window is open.
type Opened struct {
	Title   string // title of the window; empty keeps the present one
	Subject draw.Subject
	Until   physics.Until // as in Options
	Notes   []string      // notes on it, the most important first

	// New makes the engines of the model, as Options.New does; nil stands for
	// Options.New.
	New func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error)

	Files []string                // files that the model was read from, which are watched; nil: none
	Again func() (*Opened, error) // reads the model again, on a goroutine of its own; nil: its files are not watched

	// Turn reads the model again with the next of its axes up, on a goroutine of its own;
	// it is nil where no other axis can be up. Greeting is the window's first message; empty stands for the
	// list of actions.
	Turn     func() (*Opened, error)
	Greeting string
}

// opener opens models while the window is open.
type opener struct {
	open    func(names []string) (*Opened, error) // nil: nothing can be opened
	turn    func() (*Opened, error)               // reads the shown model with another axis up; nil: it cannot be turned
	again   func() (*Opened, error)               // reads the shown model again; nil: it stays as it is
	busy    *reading                              // nil: nothing is being opened
	next    *reading                              // waits until busy is done
	ready   *reading                              // has been read, and is shown in the next round of the loop
	files   *fileWatcher                          // watches the files of the shown model; nil: not watched
	faults  []string
	retitle func(string) // sets the title of the window; nil: none
}

// OnTitle sets a function that is called with each title that the window gets from now
// on.
func (s *Session) OnTitle(do func(string)) { s.opener.retitle = do }

// reading is a model that is read on a goroutine of its own.
type reading struct {
	what   string // in words
	reload bool   // whether it reads the shown model again
	begun  time.Time
	shown  time.Duration // time of reading that the last picture showed
	read   func() (*Opened, error)
	done   chan struct{} // closed when the reading is done and the other fields are set
	opened *Opened
	err    error
}

// progressPause is the time between two pictures of the progress.
const progressPause = 100 * time.Millisecond

// Drop opens the files that were dropped on the window, side by side.
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

// turnUp reads the shown model with another axis up.
func (s *Session) turnUp() {
	turn := s.opener.turn
	if turn == nil {
		s.say("u turns mesh files only")
		return
	}
	s.begin(&reading{what: "turning", read: turn})
}

// shortNames writes names of files for users.
func shortNames(names []string) string {
	var short []string
	for _, name := range names {
		short = append(short, filepath.Base(name))
	}
	return strings.Join(short, " + ")
}

// begin starts to read a model. While another one is being read the new one waits, and
// only the last of several that wait is read.
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

// whole checks a subject and chooses its step, as engines would.
func whole(s draw.Subject) (draw.Subject, error) {
	if s.Model == nil {
		return s, errors.New("viewer: nothing was opened")
	}
	if s.Params.DT == 0 {
		s.Params.DT = physics.AutoStep(s.Model, s.Params)
	}
	return s, nil
}

// Tend handles files that are being opened, once in each round of the loop. It shows the
// progress, replaces the shown model by one that is ready, and reloads files that have
// changed on disk. It waits for the device only while it replaces.
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

// goOn starts to read the next waiting files.
func (s *Session) goOn() {
	if r := s.opener.next; r != nil {
		s.opener.next = nil
		s.begin(r)
	}
}

// finish shows the model that was read, or why it cannot be shown.
func (s *Session) finish(r *reading) {
	s.dirty = true
	if r.err == nil {
		r.err = s.replace(r.opened, r.reload)
	}
	if r.err != nil {
		s.fault(r.err)
		if r.reload && r.opened != nil {
			s.opener.files.Also(r.opened.Files) // a missing file may appear
		}
	}
}

// fault shows an error until it is closed.
func (s *Session) fault(err error) {
	s.opener.faults, s.dirty, s.hint = strings.Split(strings.TrimSpace(err.Error()), "\n"), true, false
}

// closeFaults removes errors from the picture, and returns whether there were any.
func (s *Session) closeFaults() bool {
	had := s.opener.faults != nil
	s.opener.faults, s.dirty = nil, s.dirty || had
	return had
}

// doingNow returns the picture's message about files.
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
