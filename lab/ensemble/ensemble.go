package ensemble

import (
	"hooke/control"
	"hooke/control/metrics"
	"hooke/model"
	"hooke/physics"
)

// Kind is the data that its members share: a structure, the numbers of a run, and the fields
// that each member sets for itself. Params.DT is the step of all members; zero means that it
// is chosen from the model and the parameters of the kind, whatever the members' values are.
type Kind struct {
	Model  *model.Model
	Params model.Params
	Free   []Field // none twice

	// Control is the loop around each member, with sensors, controllers and inputs of its own; nil, or one without inputs: there is
	// none. A spec with Seconds gets its period from the step.
	Control *control.Spec

	laws []law // of Free, once the kind has been settled
}

// Member is one structure of a kind.
type Member struct {
	Kind   int           // number of its kind
	Values []float64     // of each field in Kind.Free; nil: those that the kind has
	Start  *model.State  // copied; nil: at rest
	Until  physics.Until // the conditions that end it, besides a divergence; the zero value: none
	Seed   uint64        // joined to the seeds of its sensors by exclusive or: their noise depends on it and on the member's own boundaries
}

// Diverged is the word of a member that has ended since a number of it is not finite, or
// since a spring of it has run away (see physics.RunawayLength).
const Diverged = "diverged"

// Status holds whether a member has ended. The zero value is that of a member that is
// stepped. A member that has ended keeps the state in which it ended.
type Status struct {
	Ended string // a word of physics.EndingWords, or Diverged; empty: it has not ended
	Step  int64  // the step of the state in which it ended
}

// Engine steps the members of some kinds. Its creator closes it. It is not safe for
// concurrent use. Members are numbered as they were given.
type Engine interface {
	// Describe says which engine this is.
	Describe() model.Description
	// Step advances all members that have not ended by n steps. It may only queue the work.
	Step(n int) error
	// Finish waits for all queued steps. That a member diverged is no error, see Status.
	Finish() error
	// Read waits and copies the state of a member into dst.
	Read(member int, dst *model.Snapshot) error
	// ReadAll waits and copies one quantity of chosen masses of all members into dst: member by
	// member, mass by mass, x, y and z. dst has as many numbers as Reads.Length says.
	ReadAll(fields Reads, dst []float32) error
	// Set gives the members of a kind other values of one of its free fields, from the next
	// step on, of a controller from the next boundary on that has not passed; there is one value for each member of the kind, in the order of members. A
	// muscle with another frequency continues from where it is in its cycle. After an error
	// nothing has changed.
	Set(kind, field int, values []float64) error
	// Reset puts the members at which the mask holds at the state that start has for them,
	// at rest for a nil state and for a nil start, with the values that they have, and their controllers
	// at their beginning. All others keep every bit. After an error nothing has changed.
	Reset(mask []bool, start func(member int) *model.State) error
	// Vary gives the sensors of a member other noise from its next Reset on: number is joined to its seed by exclusive or, until another one is.
	Vary(member int, number uint64)
	// Status waits and says of each member whether it has ended.
	Status() ([]Status, error)
	// Metrics waits and writes one row for each member, of the columns of its options, measured from the
	// member's start to its present state. It is an error where the engine was not asked to measure.
	Metrics(dst *metrics.Table) error
	// Controlled are the actions and sensors of all members at once, member by member in their order: as many numbers each as its kind
	// has inputs, or numbers of sensors. Boundaries count the steps of the engine. Actions for members that have ended are ignored,
	// and sensors of a member that is at no boundary now are those of its last one. All kinds that are controlled need periods of as
	// many steps. Act is for kinds with a host; then Step is an error, before any member has moved, where an action is missing.
	// A member that was reset within a period has its own boundaries that much later: the action for a boundary of the engine is for the
	// one of the member in the period that begins there, also when it was given before the reset, and Act may be called again for it.
	model.Controlled
	// Close releases the engine's objects. A second call does nothing.
	Close()
}

// MembersOf returns the numbers of the members of a kind, ascending.
func MembersOf(kind int, members []Member) []int {
	var out []int
	for i := range members {
		if members[i].Kind == kind {
			out = append(out, i)
		}
	}
	return out
}

// StartOf returns the state in which a member of a model starts: s, or at rest where that is nil.
func StartOf(m *model.Model, s *model.State) *model.State {
	if s == nil {
		return m.Start()
	}
	return s
}
