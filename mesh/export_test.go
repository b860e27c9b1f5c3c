package mesh

import (
	"math"

	"hooke/model"
)

// Exact is the winding number at p by the angles of all triangles, without any dipole.
func (w *Winding) Exact(p model.Vec3) float64 {
	sum := 0.0
	for i := range w.triangles {
		re, im := w.triangles[i].halfAngle(p)
		sum += math.Atan2(im, re) / (2 * math.Pi)
	}
	return sum
}
