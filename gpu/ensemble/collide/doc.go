// Package collide defines collisions of a member's masses on the device (model.Collision):
// the data that members share, the memory of neighbor lists, and compile-time options. It
// makes no OpenGL call.
//
// Each mass that takes part has a list of the masses that it may touch, in ascending order,
// with bounded length. The device rebuilds the lists of a pack's members at once when one of
// them is outdated. A mass whose list overflows checks all masses instead. So no pair is
// missed, nothing waits for the host, and no bit of a result depends on lists.
package collide
