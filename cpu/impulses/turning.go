package impulses

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/model/rod"
)

var (
	_ Turner = (*Solver[float32])(nil)
	_ Linker = (*Solver[float32])(nil)
)

// Turning returns how segments of rods are, in float64.
func (s *Solver[T]) Turning() (orientation []mgl64.Quat, spin []model.Vec3) {
	if s.rods == nil {
		return nil, nil
	}
	for k, q := range s.rods.orientation {
		orientation, spin = append(orientation, widened(q)), append(spin, kernels.Widen(s.rods.spin[k]))
	}
	return orientation, spin
}

// Turn sets how segments of rods are at a time.
func (s *Solver[T]) Turn(orientation []mgl64.Quat, spin []model.Vec3, time float64) {
	if s.rods == nil {
		return
	}
	for k := range s.rods.orientation {
		s.rods.orientation[k], s.rods.spin[k] = narrowed[T](rod.Unit(orientation[k])), kernels.Narrow[T](spin[k])
		if s.rods.held[k] >= 0 {
			s.rods.orientation[k], s.rods.spin[k] = narrowed[T](s.rods.clamped(k, time)), vector[T]{}
		}
	}
}

// numbers are orientations and spins one after the other.
func (r *rods[T]) numbers() (out []T) {
	for k, q := range r.orientation {
		out = append(append(out, q[:]...), r.spin[k][:]...)
	}
	return out
}

// setNumbers sets the state from the numbers of numbers, and returns the rest of them.
func (r *rods[T]) setNumbers(from []T) (rest []T) {
	for k := range r.orientation {
		copy(r.orientation[k][:], from[7*k:])
		copy(r.spin[k][:], from[7*k+4:])
	}
	return from[7*len(r.orientation):]
}
