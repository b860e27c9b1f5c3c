package export

import (
	"hooke/model"
	"hooke/npy"
)

// WriteFinal writes the last state of a run for NumPy: positions [m] and velocities
// [m/s] as float32 of shape [masses, 3], time [s] as a float64 and step as an int64,
// both of shape [], and after them the arrays more. Where positions are counted from
// another point than zero, it is the array origin [m], float64 of shape [3], and a mass is
// at origin + positions.
func WriteFinal(path string, s *model.Snapshot, more ...npy.Array) error {
	if n := len(s.Orientation); n > 0 {
		flat := make([]float32, 0, 4*n)
		for _, q := range s.Orientation {
			flat = append(flat, q[:]...)
		}
		more = append([]npy.Array{{Name: "orientation", Shape: []int{n, 4}, Data: flat}, npy.Vectors("angular_velocity", s.AngularVelocity)}, more...)
	}
	return writeFinal(path, s, npy.Vectors("positions", s.Position), npy.Vectors("velocities", s.Velocity), more)
}

// WriteFinalBlocks is WriteFinal of a state whose vectors are read when they are written, some
// at a time; s has its time, step and origin.
func WriteFinalBlocks(path string, s *model.Snapshot, position, velocity npy.Blocks, more ...npy.Array) error {
	return writeFinal(path, s, npy.VectorBlocks("positions", position), npy.VectorBlocks("velocities", velocity), more)
}

func writeFinal(path string, s *model.Snapshot, position, velocity npy.Array, more []npy.Array) error {
	if s.Origin != (model.Vec3{}) {
		more = append([]npy.Array{npy.Numbers("origin", s.Origin[:], 3)}, more...)
	}
	return npy.WriteArchive(path, append([]npy.Array{position, velocity,
		{Name: "time", Data: []float64{s.Time}},
		{Name: "step", Data: []int64{s.Step}},
	}, more...)...)
}

// WriteFinal64 writes what WriteFinal does, with positions and velocities as float64.
func WriteFinal64(path string, s *model.State, more ...npy.Array) error {
	flat := func(v []model.Vec3) []float64 {
		out := make([]float64, 0, 3*len(v))
		for _, x := range v {
			out = append(out, x[:]...)
		}
		return out
	}
	if n := len(s.Orientation); n > 0 {
		turned := make([]float64, 0, 4*n)
		for _, q := range s.Orientation {
			turned = append(turned, q.W, q.V[0], q.V[1], q.V[2])
		}
		more = append([]npy.Array{npy.Numbers("orientation", turned, n, 4), npy.Numbers("angular_velocity", flat(s.AngularVelocity), n, 3)}, more...)
	}
	return npy.WriteArchive(path, append([]npy.Array{
		npy.Numbers("positions", flat(s.Position), len(s.Position), 3),
		npy.Numbers("velocities", flat(s.Velocity), len(s.Velocity), 3),
		{Name: "time", Data: []float64{s.Time}},
		{Name: "step", Data: []int64{s.Step}},
	}, more...)...)
}
