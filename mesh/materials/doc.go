// Package materials makes palettes, damping by a ratio, and stiffness and damping of single
// springs. It also makes a region of a model stiffer, or a muscle.
package materials
