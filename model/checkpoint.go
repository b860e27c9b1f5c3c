package model

import (
	"fmt"

	"hooke/model/spring"
)

// Checkpoint is the complete state of an engine between two steps, bit for bit.
type Checkpoint struct {
	Engine    string // gpu, cpu or cpuref
	Pipeline  string // list of passes by name
	Precision string // of the engine
	Variant   string // all other choices that change bits: kernel, order, driver
	WorkGroup int    // see Description; it changes no bit

	Step      int64   // steps done since the start
	Time      float64 // simulated time [s]
	ClockStep int64   // the step from which time is formed, see ClockTime
	ClockTime float64 // Time = ClockTime + (Step − ClockStep) · dt [s]
	Runaway   float64 // length beyond which a spring counts as diverged [m]
	Origin    Vec3    // point of the world from which positions in Words are measured [m]
	Raised    float64 // gravitational energy that the origin omitted at the start of the ledger [J],
	Worked    float64 // and the part added since by changes of gravity [J]
	Primed    bool    // whether the acceleration stored by Verlet belongs to the state

	Drives   DriveState // for a run with drives
	Caught   Caught     // masses that contacts stopped from tunneling so far
	Touching Touching   // counts of collisions so far
	Ledger   []float64  // the energy ledger in the engine's own form; empty without one
	Words    []Words    // the state and its registers
}

// Words is one array of an engine as stored in memory; a float64 takes two words.
type Words struct {
	Name string // for messages
	Data []uint32
}

// DriveState is the state of a run's drives. The zero value is that of a run without drives.
type DriveState struct {
	Time   float64                 // [s]
	Smooth []spring.State[float64] // smoothed value of each actuator and its rate
}

// Agrees returns an error that begins with the engine's name if an engine that would save own
// cannot continue the checkpoint, else nil. It compares the names and lengths of Words, not
// their contents.
func (c *Checkpoint) Agrees(own *Checkpoint) error {
	for _, part := range []struct{ what, theirs, ours string }{
		{"engine", c.Engine, own.Engine}, {"pipeline", c.Pipeline, own.Pipeline},
		{"precision", c.Precision, own.Precision}, {"variant", c.Variant, own.Variant},
	} {
		if part.theirs != part.ours {
			return fmt.Errorf("%s: the checkpoint is of %s %q, and this is %q: it would not continue bit for bit; "+
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
