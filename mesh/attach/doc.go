// Package attach ties the masses of a model to the pinned masses that springs lead to, so that
// what hangs does not stretch: long-range attachments. Each is a cable as long as the shortest
// way along springs at rest, and a little more. It is slack until the way is stretched by so
// much, and holds then: with explicit solvers by the stiffness of the springs, with the solver
// impulses whatever pulls.
//
// Source: T.-Y. Kim, N. Chentanez, M. Müller, Long Range Attachments, Symposium on Computer
// Animation 2012.
package attach
