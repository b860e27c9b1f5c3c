package export

import (
	"slices"
	"sync"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/model/inelastic"
)

// WriteFinal writes the last state of a run for NumPy: positions [m] and velocities
// [m/s] as float32 of shape [masses, 3], time [s] as a float64 and step as an int64,
// both of shape [], and after them the arrays more. Positions are those of the world;
// where the engine counted them from another point than zero they are float64, which
// holds them without rounding.
func WriteFinal(path string, s *model.Snapshot, more ...npy.Array) error {
	if n := len(s.Orientation); n > 0 {
		flat := make([]float32, 0, 4*n)
		for _, q := range s.Orientation {
			flat = append(flat, q[:]...)
		}
		more = append([]npy.Array{{Name: "orientation", Shape: []int{n, 4}, Data: flat}, npy.Vectors("angular_velocity", s.AngularVelocity)}, more...)
	}
	more = append(changesOf(s.Changes), more...)
	position := npy.Vectors("positions", s.Position)
	if s.Origin != (model.Vec3{}) {
		position.Data = worlds(s.Origin, npy.Blocks{Count: len(s.Position), Read: func(to [][3]float32, first int) { copy(to, s.Position[first:]) }})
	}
	return writeFinal(path, s, position, npy.Vectors("velocities", s.Velocity), more)
}

// WriteFinalBlocks returns WriteFinal of a state whose vectors are read when they are written, some
// at a time; s has its time, step and origin.
func WriteFinalBlocks(path string, s *model.Snapshot, position, velocity npy.Blocks, more ...npy.Array) error {
	places := npy.VectorBlocks("positions", position)
	if s.Origin != (model.Vec3{}) {
		places.Data = worlds(s.Origin, position)
	}
	return writeFinal(path, s, places, npy.VectorBlocks("velocities", velocity), more)
}

// worlds are positions in the world [m], of positions from an origin.
func worlds(origin model.Vec3, position npy.Blocks) npy.Encoded {
	rooms := sync.Pool{New: func() any { return new([][3]float32) }}
	return npy.Encoded{Type: "<f8", Width: 3, Rows: safefile.Rows{Count: position.Count, Bytes: 24, Append: func(to []byte, first, last int) []byte {
		room := rooms.Get().(*[][3]float32)
		defer rooms.Put(room)
		some := slices.Grow((*room)[:0], last-first)[:last-first]
		*room = some
		position.Read(some, first)
		return Vectors{Narrow: some, Double: true, Origin: origin}.Rows().Append(to, 0, len(some))
	}}}
}

// changesOf are the arrays of springs that tear, yield or creep, as float64; none where no spring does.
func changesOf(changes []inelastic.Change) (out []npy.Array) {
	if len(changes) == 0 {
		return nil
	}
	numbers := inelastic.Numbers(changes)
	for k, name := range inelastic.Names() {
		one := make([]float64, len(changes))
		for s := range one {
			one[s] = numbers[inelastic.PerChange*s+k]
		}
		out = append(out, npy.Numbers(name, one, len(one)))
	}
	return out
}

func writeFinal(path string, s *model.Snapshot, position, velocity npy.Array, more []npy.Array) error {
	return npy.WriteArchive(path, append([]npy.Array{position, velocity,
		{Name: "time", Data: []float64{s.Time}},
		{Name: "step", Data: []int64{s.Step}},
	}, more...)...)
}

// WriteFinal64 is WriteFinal with positions and velocities as float64.
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
	more = append(changesOf(s.Changes), more...)
	return npy.WriteArchive(path, append([]npy.Array{
		npy.Numbers("positions", flat(s.Position), len(s.Position), 3),
		npy.Numbers("velocities", flat(s.Velocity), len(s.Velocity), 3),
		{Name: "time", Data: []float64{s.Time}},
		{Name: "step", Data: []int64{s.Step}},
	}, more...)...)
}
