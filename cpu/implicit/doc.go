// Package implicit is implicit Euler steps by vertex block descent for the engine cpu: all
// masses of a color move at the same time to where the forces on them vanish while all others
// keep still, color after color, again and again.
//
// A Solver keeps masses in an order of its own, color by color, and in each color in rows of
// masses whose neighbors lie in rows, too; so structures on grids need no list of neighbors.
// What moves is the way of each mass within a substep, and not its position: ways and
// velocities keep their digits far from the origin, also in float32.
//
// The laws are in docs/physics.md. Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024.
package implicit
