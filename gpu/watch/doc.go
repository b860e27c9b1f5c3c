// Package watch sums up states on the device while steps are queued, and keeps one state
// there to return to. Package gpu decides when; package physics decides what a look means.
//
//	looks, err := watch.New(maker, arrays, masses)
//	looks.Queue(ctx, step, time)      // as often as wanted, without waiting
//	all, err := looks.Read(ctx, nil)  // waits
package watch
