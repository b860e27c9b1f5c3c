// Package motion says in pictures how a robot moves: when its feet touch something, the path of its center of mass on the
// ground, and its metrics so far. It steps an engine one by one while somebody looks, and leaves it alone otherwise.
package motion
