package bench

import (
	"hooke/cpuref"
	"hooke/model"
)

// Maker makes one engine with one pipeline.
type Maker struct {
	Engine, Pipeline string // for messages; rows take both from the engine's description
	Software         bool   // the renderer runs on the CPU, which reports say prominently
	Warms            bool   // the device is slower at first: repeats are not counted until three agree, see Row.WarmRepeats
	// Reference marks the float64 reference itself, whose error is 0 by
	// definition.
	Reference bool
	// Members is how many copies of a case an engine of an ensemble steps at a time, whose masses and springs
	// the row counts together; 0 for other engines.
	Members int
	New     func(m *model.Model, p model.Params) (model.Engine, error)

	Driver  string                        // version of the driver, or the instruction set
	Meter   *Meter                        // meter of the memory in which the engine works; nil measures nothing
	Inspect func(model.Engine) Inspection // asks the engine about itself; nil asks nothing
}

// Inspection holds the facts that an engine reports after it is made. A field is zero if the
// value is unknown.
type Inspection struct {
	Threads int    // threads of the CPU that step
	Memory  int64  // memory that the engine takes for the model [bytes], without the model itself
	Passes  []Pass // passes of one step, in their order
}

// Pass is one pass of a step: the bytes that it must move, and its time.
type Pass struct {
	Name    string  `json:"name"`
	Bytes   int64   `json:"bytes"`   // bytes that it must move at least, by the engine's cost model; 0 where they are not known
	Seconds float64 `json:"seconds"` // mean time on the device's clock; 0 where it is not measured
}

// Reference makes the float64 reference.
func Reference() Maker {
	return Maker{
		Engine: "cpuref", Pipeline: "serial", Reference: true, Driver: "float64",
		New:     func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) },
		Inspect: func(model.Engine) Inspection { return Inspection{Threads: 1} },
	}
}
