package mirror

import "hooke/model"

// Shown makes an engine of a mirror that shows one state of another engine, and can neither be stepped nor changed.
type Shown struct {
	*Mirror
	State *model.Snapshot // that is on the device
	About model.Description
	Fault error // of steps and energies
}

// Recorded describes the engine of a recorded run.
func Recorded(renderer string) model.Description {
	return model.Description{Engine: "recorded", Pipeline: "none", Renderer: renderer, Precision: "single"}
}

// Describe returns About.
func (s *Shown) Describe() model.Description { return s.About }

// Step fails unless n is 0.
func (s *Shown) Step(n int) error {
	if n == 0 {
		return nil
	}
	return s.Fault
}

// Finish has nothing to wait for.
func (s *Shown) Finish() error { return nil }

// Reset does nothing: there is one state.
func (s *Shown) Reset(*model.State) error { return nil }

// Read copies the state to dst, without changes of springs.
func (s *Shown) Read(dst *model.Snapshot) error {
	dst.Resize(len(s.State.Position))
	copy(dst.Position, s.State.Position)
	copy(dst.Velocity, s.State.Velocity)
	dst.Step, dst.Time, dst.Origin = s.State.Step, s.State.Time, s.State.Origin
	return nil
}

// Energy fails: the energy is not computed.
func (s *Shown) Energy() (model.Energy, error) { return model.Energy{}, s.Fault }
