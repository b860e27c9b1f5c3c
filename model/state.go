package model

// State is what moves, in float64. 48 bytes per mass. A state belongs to the
// model it was made for: index i is mass i.
type State struct {
	Step     int64   // steps done since the start
	Time     float64 // simulated time [s] = Step · dt
	Position []Vec3  // [m], length MassCount
	Velocity []Vec3  // [m/s], length MassCount
}

// Start is the state at rest: every mass at its rest position, nothing moving.
func (m *Model) Start() *State {
	s := &State{
		Position: make([]Vec3, m.MassCount()),
		Velocity: make([]Vec3, m.MassCount()),
	}
	copyVec3(s.Position, m.RestPosition)
	return s
}

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	out := &State{
		Step:     s.Step,
		Time:     s.Time,
		Position: make([]Vec3, len(s.Position)),
		Velocity: make([]Vec3, len(s.Velocity)),
	}
	copyVec3(out.Position, s.Position)
	copyVec3(out.Velocity, s.Velocity)
	return out
}

// copyVec3 is copy on all cores.
func copyVec3(dst, src []Vec3) {
	InBlocks(min(len(dst), len(src)), func(_, first, last int) { copy(dst[first:last], src[first:last]) })
}

// Bounds is the axis-aligned box around the positions [m].
func (s *State) Bounds() (lo, hi Vec3) { return bounds(s.Position) }

// RoundToFloat32 rounds every number to the nearest float32, in place. Both
// sides of a comparison start from the same rounded state, so that what is
// compared is the arithmetic and not the upload.
func (s *State) RoundToFloat32() {
	InBlocks(len(s.Position), func(_, first, last int) {
		for i := first; i < last; i++ {
			for axis := range 3 {
				s.Position[i][axis] = float64(float32(s.Position[i][axis]))
				s.Velocity[i][axis] = float64(float32(s.Velocity[i][axis]))
			}
		}
	})
}

// Snapshot is a state read back from an engine in float32, in the numbering of
// the model. 24 bytes per mass. It is a type of its own so that a comparison
// with the float64 reference cannot be handed the reference twice.
type Snapshot struct {
	Step     int64        // steps done since the start
	Time     float64      // simulated time [s]
	Position [][3]float32 // [m], length MassCount
	Velocity [][3]float32 // [m/s], length MassCount
}

// Resize gives the snapshot room for count masses, keeping its memory when it
// is large enough. Contents are undefined until an engine fills them.
func (s *Snapshot) Resize(count int) {
	if cap(s.Position) < count || cap(s.Velocity) < count {
		s.Position = make([][3]float32, count)
		s.Velocity = make([][3]float32, count)
	}
	s.Position, s.Velocity = s.Position[:count], s.Velocity[:count]
}

// State widens the snapshot to float64, without loss.
func (s *Snapshot) State() *State {
	out := &State{
		Step:     s.Step,
		Time:     s.Time,
		Position: make([]Vec3, len(s.Position)),
		Velocity: make([]Vec3, len(s.Velocity)),
	}
	InBlocks(len(s.Position), func(_, first, last int) {
		for i := first; i < last; i++ {
			for axis := range 3 {
				out.Position[i][axis] = float64(s.Position[i][axis])
				out.Velocity[i][axis] = float64(s.Velocity[i][axis])
			}
		}
	})
	return out
}
