package run

import (
	"hooke/engine"
	"hooke/model"
	"hooke/scene"
)

// Result is the outcome of a run.
type Result struct {
	// Complete says that all steps were done, that no energy appeared without a cause,
	// and that the numbers are written. Otherwise an error says why not.
	Complete bool

	Scene           string // its name
	Masses, Springs int
	Engine          model.Description
	Tuning          string // why the gpu engine has its pipeline and work groups; empty: the options chose them
	Software        bool   // OpenGL on the CPU did the work

	From     int64   // step at which the run was resumed; 0: it began there
	Steps    int64   // steps taken since From
	Seconds  float64 // wall time of those steps [s]
	DT, Time float64 // step and simulated time at the end [s]
	SetUp    float64 // wall time to put the structure into the engine [s]; 0: not measured

	Energy *model.Energy // at the end; nil: not summed
	Worst  Balance       // of the sample with the most energy beyond the mark of the judge
	Ledger *model.Ledger // at the end; nil: the run kept none
	Wrote  []string      // files

	// Lost names the outputs of which an earlier part of the run could not write
	// frames, as on a full disk: only the whole run can make those again. Nil: no
	// frames are known to be lost.
	Lost error
}

// resultOf is what is known before the first step.
func resultOf(s *scene.Scene, e *engine.Engine) Result {
	return Result{Scene: s.Name, Masses: s.Model.MassCount(), Springs: s.Model.SpringCount(),
		Engine: e.Describe(), Tuning: e.Tuning, Software: e.Software(), DT: s.Params.DT}
}
