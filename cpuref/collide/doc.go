// Package collide is the float64 reference of collisions of masses. It compares all pairs of
// masses, so it shares no grid and no lists with the engines that it checks. model.Collision
// defines the law.
//
// In a step, Touches finds the pairs that touch, AddPushes adds their forces to those on
// masses, and Friction returns the impulses of their friction, given the velocities at the
// end of the step without it.
package collide
