// Package implicit is the float64 reference of implicit Euler steps by vertex block descent:
// one mass after the other moves to where the forces on it vanish while all others keep
// still, color by color, again and again.
//
// Problem says what a step must solve. Solver solves it. Package newton solves the same
// problem by another algorithm, and shares only the noun with this one.
//
// Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024.
package implicit
