// Package collide finds, on the device, the pairs of masses that may touch, and makes them
// push each other apart. The law is that of model.Collision.
//
//	pairs, err := collide.New(ctx, model, precision)   // in the order of the masses on the device
//	err = pairs.Make(maker, arrays, params)
//	pairs.Upload(params)
//	pairs.Look()  // every Params.Collision.CheckEvery steps: lists that are old are made anew
//	pairs.Push()  // what pairs push masses, for the pass of masses
//	pairs.Rub()   // their friction, after it
//
// Lists are made by passes that the device itself dispatches or not: nobody waits for the
// decision. Every list is sorted by number, so results depend neither on the cells nor on the
// skin, the age of lists, work groups or the device's schedule. Where lists have no room, or
// where they were looked at too late, the device tells so (Status), and who steps must go
// back to a state from before and go on from there after Grow, or with more looks.
//
// Source of the grid: Green, Particle simulation using CUDA, 2010, by counting instead of
// sorting; of the lists: Verlet, Computer experiments on classical fluids, 1967.
package collide
