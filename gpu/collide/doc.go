// Package collide finds the pairs of masses that may touch on the device, and pushes them
// apart. model.Collision defines the law.
//
//	pairs, err := collide.New(ctx, model, precision)   // in the device's order of masses
//	err = pairs.Make(maker, arrays, params)
//	pairs.Upload(params)
//	pairs.Look()  // every Params.Collision.CheckEvery steps: rebuilds outdated lists
//	pairs.Push()  // forces of pairs, for the pass of masses
//	pairs.ApplyFriction() // their friction, after it
//
// The device itself decides whether the passes that build lists run, so that nothing waits
// for the decision. Every list is sorted by number, so results do not depend on cells, the
// skin, the age of lists, work groups or the device's schedule. Status reports lists that
// overflowed or were checked too late. The caller then returns to an earlier state and
// continues from there after Grow, or with more checks.
//
// Source of the grid: Green, Particle simulation using CUDA, 2010, by counting instead of
// sorting; of the lists: Verlet, Computer experiments on classical fluids, 1967.
package collide
