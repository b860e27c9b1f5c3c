package model

import (
	"fmt"

	"hooke/spring"
)

// State is what moves, in float64: index i is mass i of the model that the state
// belongs to. 48 bytes per mass.
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

// copyVec3 is copy, on all cores.
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

// Snapshot is a float32 copy of an engine's state, in the numbering of the model. 24
// bytes per mass. It is a type of its own so that a comparison with the float64
// reference cannot take both sides from the reference.
type Snapshot struct {
	Step     int64        // steps done since the start
	Time     float64      // simulated time [s]
	Position [][3]float32 // [m], length MassCount
	Velocity [][3]float32 // [m/s], length MassCount
}

// Resize gives the snapshot room for count masses. It reuses the memory when there is
// enough. The contents are undefined until an engine fills them.
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

// Checkpoint is all that an engine holds between two steps, bit for bit.
type Checkpoint struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // the named list of passes
	Precision string // of the engine
	Variant   string // everything else that decides about the last bit: kernel, order, driver
	WorkGroup int    // see Description; it changes no bit

	Step      int64   // steps done since the start
	Time      float64 // simulated time [s]
	ClockStep int64   // the step from which time is formed, see ClockTime
	ClockTime float64 // Time = ClockTime + (Step − ClockStep) · dt [s]
	Runaway   float64 // length above which a spring has run away [m]
	Primed    bool    // whether the acceleration that Verlet keeps is that of the state

	Drives DriveState // of a driven run
	Ledger []float64  // the energy ledger, in the engine's own form; empty without one
	Words  []Words    // the state and its registers
}

// Words are one array of an engine as it lies in memory; a float64 takes two words.
type Words struct {
	Name string // for messages
	Data []uint32
}

// DriveState is how far the drives are. The zero value is that of a run without drives.
type DriveState struct {
	Time   float64                 // [s]
	Smooth []spring.State[float64] // smoothed value of each actuator and its rate
}

// Agrees returns an error, which begins with the engine's name, when an engine that
// would save own cannot continue the checkpoint; nil when it can. It compares the names
// and lengths of Words and not their contents.
func (c *Checkpoint) Agrees(own *Checkpoint) error {
	for _, part := range []struct{ what, theirs, ours string }{
		{"engine", c.Engine, own.Engine}, {"pipeline", c.Pipeline, own.Pipeline},
		{"precision", c.Precision, own.Precision}, {"variant", c.Variant, own.Variant},
	} {
		if part.theirs != part.ours {
			return fmt.Errorf("%s: the checkpoint is of %s %q, and this is %q: it would not go on bit-identically; "+
				"resume it where it was written, or start a new run from a final.npz", own.Engine, part.what, part.theirs, part.ours)
		}
	}
	if len(c.Drives.Smooth) != len(own.Drives.Smooth) {
		return fmt.Errorf("%s: the checkpoint has %d actuators, the run %d", own.Engine, len(c.Drives.Smooth), len(own.Drives.Smooth))
	}
	if len(c.Ledger) != len(own.Ledger) {
		return fmt.Errorf("%s: the checkpoint has %d numbers of an energy ledger, the run %d", own.Engine, len(c.Ledger), len(own.Ledger))
	}
	if len(c.Words) != len(own.Words) {
		return fmt.Errorf("%s: the checkpoint has %d arrays, the engine %d", own.Engine, len(c.Words), len(own.Words))
	}
	for i, w := range own.Words {
		if c.Words[i].Name != w.Name || len(c.Words[i].Data) != len(w.Data) {
			return fmt.Errorf("%s: array %d of the checkpoint is %q of %d words, that of the engine %q of %d", own.Engine,
				i, c.Words[i].Name, len(c.Words[i].Data), w.Name, len(w.Data))
		}
	}
	return nil
}
