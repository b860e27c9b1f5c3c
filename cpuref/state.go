package cpuref

import "hooke/model"

// State is what moves, as the reference holds it: float64, indexed by mass. 48 bytes
// per mass. It is a type of its own so that a comparison takes one side from the
// reference and the other from an engine, and never the same thing twice. A
// *model.State converts to it without copying: (*State)(s).
type State struct {
	Step     int64        // steps done since the start
	Time     float64      // simulated time [s] = Step · dt
	Position []model.Vec3 // [m], length MassCount
	Velocity []model.Vec3 // [m/s], length MassCount
}

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	return (*State)((*model.State)(s).Clone())
}

// write rounds the state to float32 into a snapshot, which grows when it is too small.
func (s *State) write(dst *model.Snapshot) {
	dst.Resize(len(s.Position))
	dst.Step, dst.Time = s.Step, s.Time
	for i := range s.Position {
		x, v := &s.Position[i], &s.Velocity[i]
		dst.Position[i] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
		dst.Velocity[i] = [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
	}
}
