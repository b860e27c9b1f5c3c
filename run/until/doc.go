// Package until steps an engine until a condition ends the run. The run ends with the state
// of the step at which the condition first held, whatever the batches were. An engine that
// observes its own state (model.Watcher) returns to the start of the batch and takes fewer
// steps; the state of any other engine is read at every look.
//
//	w, err := until.New(engine, scene.Model, scene.Start, scene.Until)
//	done, err := w.Step(1000, params) // fewer are done when w.Ended is set
package until
