// Package newton solves steps of implicit Euler by Newton's method, all masses at once: the
// twin of vertex block descent, see package implicit. It adds up forces spring by spring,
// takes the whole derivative, what pressed springs take from it included, and solves each
// linear system by conjugate gradients.
package newton
