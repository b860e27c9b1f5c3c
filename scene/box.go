package scene

import "hooke/model"

// Largest returns the largest component of v, such as the longest side of a box.
func Largest(v model.Vec3) float64 { return max(v[0], v[1], v[2]) }
