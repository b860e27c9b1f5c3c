package run

import (
	"hooke/engine"
	"hooke/model"
	"hooke/scene"
)

// Result is what a run ends with.
type Result struct {
	// Complete says that all steps were done, that no energy came from nowhere, and that
	// the numbers are written. Otherwise an error says why not.
	Complete bool

	Scene           string // its name
	Masses, Springs int
	Engine          model.Description
	Tuning          string // why the gpu engine has its pipeline and work groups; empty: it was told
	Software        bool   // OpenGL on the CPU did the work

	From     int64   // step at which the run was resumed; 0: it was not
	Steps    int64   // that were taken since
	Seconds  float64 // of those steps [s]
	DT, Time float64 // step and simulated time at the end [s]
	SetUp    float64 // to put the structure into the engine [s]; 0: not timed

	Energy *model.Energy // at the end; nil: not summed
	Worst  Balance       // of the state with the most energy beyond what may be
	Ledger *model.Ledger // at the end; nil: none was kept
	Wrote  []string      // files

	// Lost names the outputs of which an earlier part of the run could not write frames,
	// such as on a disk that was full: nobody can make those again but the whole run. Nil:
	// none is known.
	Lost error
}

// resultOf is what is known of a result before anything is stepped.
func resultOf(s *scene.Scene, e *engine.Engine) Result {
	return Result{Scene: s.Name, Masses: s.Model.MassCount(), Springs: s.Model.SpringCount(),
		Engine: e.Describe(), Tuning: e.Tuning, Software: e.Software(), DT: s.Params.DT}
}
