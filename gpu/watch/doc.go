// Package watch summarizes states on the device while steps are queued, and keeps one state
// there to return to. Package gpu decides when; package physics evaluates the summaries.
//
//	looks, err := watch.New(maker, arrays, masses)
//	looks.Queue(ctx, step, time)      // as often as needed, without waiting
//	all, err := looks.Read(ctx, nil)  // waits
package watch
