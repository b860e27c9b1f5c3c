// Package collide is the float64 reference of collisions: of masses that push each other apart, and
// of edges and triangles that contacts push. It tries all pairs, so it shares no grid and no lists
// with the engines that it judges. The law of masses is that of model.Collision.
//
// In a step, Touches finds the pairs of masses that touch, AddPushes adds their pushes to the
// forces on masses, and Friction returns the impulses of their friction, once the velocities are
// known with which the step would end without it.
// So it does for springs against springs and masses against triangles, see Spans.
//
// Spans are the edges and triangles of a run. They look for the nearest points of an edge or a
// triangle and an axis by trying all pairs of their faces, and for the smallest translation out of
// a box with the corners of the box, so that they share no step with the closed forms of package
// physics and of the shaders.
package collide
