// Package collide is the float64 reference of masses that push each other apart. It looks
// at all pairs of masses, so it shares no grid and no lists with the engines that it
// judges. The law is that of model.Collision.
//
// In a step, Touches finds the pairs that touch, AddPushes adds what they push to the
// forces on masses, and Friction gives the impulses of their friction, when the velocities
// are known in which the step would end without it.
package collide
