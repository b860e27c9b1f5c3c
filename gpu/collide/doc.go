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
// Meetings are springs that touch springs, and masses that touch triangles. The host lists the pairs of those that
// are near, by package physics/meet. A pass over the pairs writes the push on each of their four masses, and a pass
// over masses adds these to their external forces, in the order of the pairs. Friction is the same two passes again,
// with impulses, after a step. There are no atomic additions, so bits repeat. A pass in each evaluation notes
// the farthest way of a mass since the list was made. If a list does not hold for that, the caller takes the steps
// again from an earlier state with a younger one, so no touch is missed.
//
// Source of the grid: Green, Particle simulation using CUDA, 2010, by counting instead of
// sorting; of the lists: Verlet, Computer experiments on classical fluids, 1967.
package collide
