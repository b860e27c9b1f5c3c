// Package implicit is the float64 reference of implicit Euler by vertex block descent: it
// moves one mass after the other to the position at which the force on it vanishes while the
// others are fixed, color by color, in many iterations.
//
// Problem defines the equations of a step, and Solver solves them. Package newton solves the
// same problem by another algorithm and shares only Problem.
//
// Source: Chen, Liu, Yang, Yuksel, Vertex Block Descent, 2024.
package implicit
