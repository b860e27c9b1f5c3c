package build

import (
	"fmt"
	"math"

	"hooke/model"
)

// actuate gives springs the muscles of the voxels at their ends. Half of a spring belongs
// to each voxel, so that the spring swings by the mean of both: two sines of one
// frequency add up to one, as phasors a e^(iφ). A voxel that swings along one axis alone
// strains as a e eᵀ: a spring of direction d then swings by (d·e)² of it. Different pairs of amplitude and phase
// make different actuators; both are rounded, to 1e-6 of a strain and of a period.
func (g *VoxelGrid) actuate(r *VoxelRobot, of []uint8) error {
	if g.Frequency == 0 {
		return nil
	}
	type motion struct{ amplitude, phase int64 } // in millionths
	numbers := make(map[motion]uint16)           // as many entries as actuators, not springs
	m := r.Model
	actuatorOf := make([]uint16, m.SpringCount())
	for s, ends := range m.Ends {
		var along, across float64
		d := m.RestPosition[ends[1]].Sub(m.RestPosition[ends[0]])
		for _, end := range ends {
			sin, cos := math.Sincos(r.Phase[end])
			swing := r.Swing[end] * g.Kinds[of[end]].Along.share(d)
			along += swing / 2 * cos
			across += swing / 2 * sin
		}
		size := math.Hypot(along, across)
		if !(size < 1) {
			return fmt.Errorf("voxels %d and %d swing by %g of their size; it must be less than 1", ends[0], ends[1], size)
		}
		key := motion{int64(math.Round(1e6 * size)), int64(math.Round(1e6 * math.Atan2(across, along) / (2 * math.Pi)))}
		if key.amplitude == 0 {
			continue
		}
		number, known := numbers[key]
		if !known {
			if len(r.Actuators) == math.MaxUint16 {
				return fmt.Errorf("more than %d different pairs of amplitude and phase; round the phases", math.MaxUint16)
			}
			number = uint16(len(r.Actuators)) + 1
			numbers[key] = number
			r.Actuators = append(r.Actuators, model.Actuator{
				Name:      fmt.Sprintf("voxels %d", number),
				Amplitude: 1e-6 * float64(key.amplitude),
				Frequency: g.Frequency,
				Phase:     2e-6 * math.Pi * float64(key.phase),
			})
		}
		actuatorOf[s] = number
	}
	if r.Actuators != nil {
		m.ActuatorOf = actuatorOf
	}
	return nil
}

// share returns (d·e)² of a spring along d, for a voxel that swings along e; 1 where it swings
// along all.
func (a VoxelAxis) share(d model.Vec3) float64 {
	if a == AllAxes {
		return 1
	}
	e := d[a-AxisX]
	return e * e / d.Dot(d)
}
