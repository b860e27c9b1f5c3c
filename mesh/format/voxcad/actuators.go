package voxcad

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/model"
)

// actuate gives springs the muscles of the voxels at their ends. Half of a spring belongs
// to each voxel, so that the spring swings by the mean of both: two sines of one
// frequency add up to one, as phasors a e^(iφ). Different pairs of amplitude and phase
// make different actuators; both are rounded, to 1e-6 of a strain and of a period.
func (v *voxcad) actuate(f *mesh.File) error {
	m, voxels := f.Structure, f.Voxels
	if voxels.Frequency == 0 {
		return nil
	}
	type motion struct{ amplitude, phase int64 } // in millionths
	numbers := make(map[motion]uint16)           // as many entries as actuators, not springs
	actuatorOf := make([]uint16, m.SpringCount())
	for s, ends := range m.Ends {
		var along, across float64
		for _, end := range ends {
			sin, cos := math.Sincos(voxels.Phase[end])
			along += voxels.Amplitude[end] / 2 * cos
			across += voxels.Amplitude[end] / 2 * sin
		}
		size := math.Hypot(along, across)
		if !(size < 1) {
			return fmt.Errorf("voxels %d and %d swing by %g of their size; it must be less than 1: check CTE and the temperature's amplitude", ends[0], ends[1], size)
		}
		key := motion{int64(math.Round(1e6 * size)), int64(math.Round(1e6 * math.Atan2(across, along) / (2 * math.Pi)))}
		if key.amplitude == 0 {
			continue
		}
		number, known := numbers[key]
		if !known {
			if len(f.Actuators) == math.MaxUint16 {
				return fmt.Errorf("more than %d different pairs of amplitude and phase; round the phases", math.MaxUint16)
			}
			number = uint16(len(f.Actuators)) + 1
			numbers[key] = number
			f.Actuators = append(f.Actuators, model.Actuator{
				Name:      fmt.Sprintf("voxels %d", number),
				Amplitude: 1e-6 * float64(key.amplitude),
				Frequency: voxels.Frequency,
				Phase:     2e-6 * math.Pi * float64(key.phase),
			})
		}
		actuatorOf[s] = number
	}
	if f.Actuators != nil {
		m.ActuatorOf = actuatorOf
	}
	return nil
}
