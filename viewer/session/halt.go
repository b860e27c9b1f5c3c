package session

import (
	"fmt"

	"hooke/physics"
	"hooke/viewer/draw/hud"
)

// halted holds the reason why a run waits: its state has no next step. The zero value is a run that does not wait.
type halted struct {
	message string // the reason, and the keys that help; empty: the run can continue
	valid   bool   // whether the state is valid, so that other parameters or another engine may step it
	changes int    // Changes of the run when it halted
}

// goesOn is the notice of a run that continues.
const goesOn = "running"

// halt pauses a run whose state has no next step, and says why. A state whose numbers ran away only goes
// back; from a valid state the run continues after a change.
func (s *Session) halt(fault physics.StateError) error {
	_, diverged := fault.(*physics.DivergedError)
	keys := "b goes back to the last good state and halves dt, r resets"
	if !diverged {
		keys += "; after another change, such as of dt or the engine, space continues from here"
	}
	s.halted, s.paused = halted{message: fmt.Sprintf("%v (%s)", fault, keys), valid: !diverged}, true
	if s.notice == goesOn {
		s.say("")
	}
	if err := s.Recount(); err != nil {
		return err
	}
	s.changes = s.Changes
	return nil
}

// leaveHalt lets a halted run with a valid state continue once something has changed.
func (s *Session) leaveHalt() error {
	if s.message == "" || !s.valid || s.changes == s.Changes {
		return nil
	}
	s.halted = halted{}
	return s.PutAgain()
}

// haltedWords returns short advice about a halted run.
func (s *Session) haltedWords() string {
	if s.valid {
		return "its state has no next step: b goes back, r resets, or change dt"
	}
	return "it has diverged: b goes back, r resets"
}

// pause stops the run or lets it continue. A halted run stays stopped.
func (s *Session) pause() {
	if s.message != "" {
		s.paused = true
		s.say(s.haltedWords())
		return
	}
	s.paused = !s.paused
	s.say(map[bool]string{true: "paused", false: goesOn}[s.paused])
}

// backToLastGood returns to the last good state. A halted run halves the step, since it would halt
// again with the same one.
func (s *Session) backToLastGood() {
	wasHalted := s.message != ""
	if err := s.GoBack(); err != nil {
		s.try("", err)
		return
	}
	s.halted = halted{}
	words := "back at the last good state"
	if wasHalted {
		p := s.Params
		p.DT /= 2
		if err := s.Change(p); err != nil {
			s.try("", err)
			return
		}
		words += fmt.Sprintf(", with half the step: %s (space continues)", hud.Quantity(float64(s.Substeps)*p.DT, "s"))
	}
	s.say(words)
}

// later runs a function that uses the engine as soon as no steps run: now, or in a later
// frame, in the order of the calls. Pictures continue meanwhile.
func (s *Session) later(do func()) {
	if s.TakeIn(); !s.Begun && len(s.putOff) == 0 { // else it stays behind the actions put off before
		do()
		return
	}
	s.putOff = append(s.putOff, do)
}

// catchUp runs functions that later deferred.
func (s *Session) catchUp() {
	for len(s.putOff) > 0 && !s.Begun {
		do := s.putOff[0]
		s.putOff = s.putOff[1:]
		do()
		s.dirty = true
	}
}
