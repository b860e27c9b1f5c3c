package open

import (
	"fmt"

	"hooke/control"
	"hooke/scene"
)

// replay replaces a scene's controllers by the inputs of an earlier run, if the options name a file of them.
func replay(s *scene.Scene, o scene.Options) error {
	if o.Inputs == "" {
		return nil
	}
	if !s.Control.Controls() {
		return &scene.OptionError{Option: "inputs", Reason: s.Name + " has no [control] and no [[input]], so that there is nothing to set"}
	}
	recorded, err := control.ReadRecording(o.Inputs)
	if err != nil { // the file is wrong, not the command line
		return fmt.Errorf("--inputs: %w", err)
	}
	s.Control.Replay = recorded
	if err := s.Control.Check(s.Model, s.Params); err != nil {
		return &scene.OptionError{Option: "inputs", Reason: err.Error()}
	}
	return nil
}
