package impulses

// This is the interface between the engine cpu and solvers that divide steps into substeps. The
// engine does the work common to these solvers: drives, wind and loads at the start of a substep,
// continuous collision and guides at its end, checkpoints, and the last good state.

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/collide"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Divided takes substeps, each in passes that all threads do together, block by block. Its
// results must not depend on which thread does which block, bit for bit. It allocates nothing
// in a substep except to grow its own data.
type Divided[T table.Real] interface {
	// Use makes parameters, with their step and substeps chosen, those of the substeps to come.
	Use(p model.Params)
	// Begin begins a substep.
	Begin(on Substep[T])
	// Next ends the pass that all threads have done, if any, and begins another one. It says how
	// many blocks that has; 0: the substep is over. One thread calls it while the others wait.
	Next() (blocks int)
	// Do does a block of the pass. bad says that a new position or velocity may be no finite number.
	Do(block int) (bad bool)
	// Reset clears the data of substeps, for a new state.
	Reset()
	// Residual returns how far it is from solved, see model.Converger.
	Residual() model.Residual
	// Lasting returns the data that a substep needs from the previous one, besides the state; checkpoints save them;
	// the zero value: nothing.
	Lasting() Numbers[T]
	// Variant names everything that determines the last bit, besides the model and the parameters.
	Variant() string
	// Bytes returns the memory that it takes.
	Bytes() int64
}

// Numbers are numbers that checkpoints save under a name.
type Numbers[T table.Real] struct {
	Name string
	Of   []T // in the model's numbering, a copy
	Set  func(of []T)
}

// Given holds the data that are constant while a solver is used.
type Given[T table.Real] struct {
	Model  *model.Model
	Order  table.LaneOrder
	Masses *kernels.Masses[T]
	Kernel *kernels.Kernel[T]
	Lanes  int // with those of hubs

	Threads func() int // how many take substeps: for plans alone, results do not depend on it; nil: one
}

// Works are the changes of the kinetic energy in a substep by their cause [J]. Springs,
// Gravity and Contacts are works that must come from energies of the state.
type Works struct {
	Flows                      model.Flows // that are known
	Springs, Gravity, Contacts float64     // on masses
}

// Add adds other works.
func (w *Works) Add(other Works) {
	w.Flows = w.Flows.Plus(1, other.Flows)
	w.Springs, w.Gravity, w.Contacts = w.Springs+other.Springs, w.Gravity+other.Gravity, w.Contacts+other.Contacts
}

// Booker is a solver that knows the works of its substeps, where Params.Ledger.
type Booker interface {
	// Works returns those of the substep that is over.
	Works() Works
}

// Substep holds the inputs of a substep at its start. The solver moves masses from the
// positions From to those in To, and changes velocities, which both have, in place.
type Substep[T table.Real] struct {
	From, To  kernels.Motions[T]
	Load      []T             // external forces [N]: for each slice 16 along x, then y, then z; nil: none
	Elastic   []model.Vec3    // those of the loads that have an elastic energy, on every mass, pinned ones too [N]; nil: none, or not booked
	Damper    []model.Vec3    // the part of Elastic by dampers [N]
	RestScale []float64       // L0(t)/L0 of each actuator; nil: nothing is actuated
	Contacts  []model.Contact // those of the run
	Touching  []collide.Pair  // of masses that touch, by the numbers of the first mass and of the second
	End       float64         // time at which it ends [s]
	Step      int64           // to which the substep belongs, from 1
}

// Linker is a solver that knows the forces of springs and of rigid links.
type Linker interface {
	// LinkForces returns those of model.State, a copy.
	LinkForces() []float64
	// SpringForces returns those of model.State, a copy.
	SpringForces() []float64
}

// Turner is a solver that turns segments of rods, if there are any.
type Turner interface {
	// Turning returns how they are, in float64: copies. nil without rods.
	Turning() (orientation []mgl64.Quat, spin []model.Vec3)
	// Turn sets how they are at a time [s]; those that are held are where they must be then.
	Turn(orientation []mgl64.Quat, spin []model.Vec3, time float64)
}
