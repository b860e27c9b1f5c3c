package scene

import "hooke/model"

// largest is the largest component.
func largest(v model.Vec3) float64 { return max(v[0], v[1], v[2]) }
