// Package newton solves steps of implicit Euler by Newton's method for all masses at once, to
// check vertex block descent (package implicit). It sums forces spring by spring, uses the
// full derivative, including the geometric stiffness of compressed springs, and solves each
// linear system by conjugate gradients.
package newton
