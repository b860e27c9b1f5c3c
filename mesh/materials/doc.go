// Package materials has what springs are made of: palettes, damping by a ratio, stiffness
// and damping that springs have for themselves; and what is done to a region of a model,
// which becomes stiffer or a muscle.
package materials
