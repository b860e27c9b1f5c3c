package ledger

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/physics"
)

// Step is a state whose powers are evaluated, with the velocities that go with it.
type Step[T table.Real] struct {
	From         kernels.Motions[T] // positions, and the velocities that forces see
	Later        kernels.Motions[T] // velocities after the next step in symplectic Euler, else those centered on the positions
	Time         float64            // [s]
	Signals      *physics.Signals
	Rests        []float64                                                      // L0(t)/L0 of the springs of each actuator at the state to which the step led; nil where nothing is actuated
	PairFriction bool                                                           // whether friction of pairs has acted
	Kicked       [2]kernels.Motion[T]                                           // accelerations before and after the kick of velocity Verlet; empty unless BeforeKick
	Loads        func(c *kernels.ExternalCalls[T], force []T, first, count int) // adds external forces to those on masses of some slices [N]; nil: none
	Elastic      func(force []T, first, count int, dampers bool)                // likewise of elastic forces on groups, or of their dampers; nil: none
}

// Room is the memory of a thread for Powers.
type Room[T table.Real] struct {
	dampers  kernels.DamperCall[T]
	drag     kernels.DragCall[T]
	slide    kernels.SlideCall[T]
	pull     kernels.PullCall[T]
	pairs    kernels.DissipationCall[T]
	external kernels.ExternalCalls[T]
	links    kernels.LinkCall[T]
	touching [chunkSlices]uint16
	force    []T
	damper   []T // nil: not used yet
	touches  []touch
}

// NewRoom allocates scratch, with runs of a handoff that fits the table.
func NewRoom[T table.Real](c *kernels.ForcesCall[T]) *Room[T] {
	r := &Room[T]{force: kernels.AlignedFloats[T](chunkSlices * 3 * table.Width)}
	r.dampers.Handoff = c.Handoff
	return r
}

// chunkSlices is the largest number of slices in a chunk.
const chunkSlices = 16
