package chain

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod"
)

// Energy returns the elastic energy of segments and joints at a state, and the kinetic energy
// of the segments' spin [J].
func (s *Set) Energy(position []model.Vec3, orientation []mgl64.Quat, spin []model.Vec3) (elastic, kinetic float64) {
	for k := range s.Segments {
		one, q := &s.Segments[k], orientation[k]
		body, w := q.Conjugate(), spin[k]
		off := body.Rotate(position[one.Ends[1]].Sub(position[one.Ends[0]])).Sub(model.Vec3{0, 0, one.Length})
		elastic += work(one.Rod.Strains(one.Length), off)
		kinetic += work(model.Vec3{one.Across, one.Across, one.Along}, body.Rotate(w))
	}
	for _, j := range s.Joints {
		elastic += work(j.Turns, rod.Darboux(orientation[j.From], orientation[j.To], j.Length).Sub(j.Rest).Mul(j.Length))
	}
	return elastic, kinetic
}

// Spinning returns the kinetic energy of the spin of segments that clamps hold [J], by held
// of Set.Held.
func (s *Set) Spinning(held []int, orientation []mgl64.Quat, spin []model.Vec3) (kinetic float64) {
	for k := range s.Segments {
		if one := &s.Segments[k]; held[k] >= 0 {
			kinetic += work(model.Vec3{one.Across, one.Across, one.Along}, orientation[k].Conjugate().Rotate(spin[k]))
		}
	}
	return kinetic
}

// work returns ½ Σ k x² of the components.
func work(k, x model.Vec3) float64 { return (k[0]*x[0]*x[0] + k[1]*x[1]*x[1] + k[2]*x[2]*x[2]) / 2 }
