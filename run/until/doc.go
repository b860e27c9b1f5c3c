// Package until steps an engine until a condition ends the run. The run ends with the state
// of the step at which the condition first held, whatever the batches were: where an engine
// looks at its own state (model.Watcher), the run goes back to the start of the batch and
// takes fewer steps; of other engines it reads the state at every look.
//
//	w, err := until.New(engine, scene.Model, scene.Start, scene.Until)
//	done, err := w.Step(1000, params) // fewer are done when w.Ended is set
package until
