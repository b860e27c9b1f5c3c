package export

import (
	"hooke/model"
	"hooke/npy"
)

// WriteFinal writes the last state of a run for NumPy: positions [m] and velocities
// [m/s] as float32 of shape [masses, 3], time [s] as a float64 and step as an int64,
// both of shape [], and after them the arrays more.
func WriteFinal(path string, s *model.Snapshot, more ...npy.Array) error {
	return npy.WriteArchive(path, append([]npy.Array{
		npy.Vectors("positions", s.Position),
		npy.Vectors("velocities", s.Velocity),
		{Name: "time", Data: []float64{s.Time}},
		{Name: "step", Data: []int64{s.Step}},
	}, more...)...)
}
