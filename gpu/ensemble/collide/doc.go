// Package collide says how masses of a member collide on the device (model.Collision): what its members share,
// how much memory lists of pairs take, and what is compiled in. It makes no OpenGL call.
//
// Each mass that takes part has a list of the masses that it may touch, in ascending order, with a bounded
// number of places. Lists are made on the device, for the members of a pack at once, when one of them is old;
// a mass that has more neighbors than its list has places looks at all masses instead. So
// nothing is left out and nothing waits for the host, and no bit of a result depends on lists.
package collide
