package export

import (
	"encoding/binary"
	"math"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
)

// Vectors are a vector of each mass or vertex. The zero value is empty.
type Vectors struct {
	Narrow [][3]float32
	Wide   []model.Vec3 // instead of Narrow; nil: these are not known any better
	Double bool         // written as float64
	Origin model.Vec3   // that they are counted from [m]
}

// Places returns the positions of a frame in the world [m]. Where they are counted from another point
// than zero, they are written as float64.
func (f *Frame) Places(float64s bool) Vectors {
	v := f.Positions(float64s)
	if f.Origin == (model.Vec3{}) {
		return v
	}
	if v.Wide != nil {
		v.Wide = f.Full.From(f.Origin).Position
	}
	v.Origin, v.Double = f.Origin, true
	return v
}

// recorded returns the positions as a trajectory grows: float32 from the engine's origin, or those of the
// world in float64. The float32 are those that the world's float64 gives back.
func (f *Frame) recorded(how Numbers) safefile.Rows {
	if how.Float64 {
		return f.Places(true).Rows()
	}
	rows := f.Positions(false).Rows()
	if f.Origin == (model.Vec3{}) {
		return rows
	}
	return safefile.Rows{Count: rows.Count, Bytes: rows.Bytes, Append: func(to []byte, first, last int) []byte {
		for _, x := range f.Position[first:last] {
			for axis, c := range x {
				held := float32(f.Origin[axis] + float64(c) - f.Origin[axis])
				to = binary.LittleEndian.AppendUint32(to, math.Float32bits(held))
			}
		}
		return to
	}}
}

// Positions returns those of a frame [m]. In float64 they are the frame's
// own in all of the engine's precision, or else the exact values of its float32.
func (f *Frame) Positions(float64s bool) Vectors {
	if float64s && f.Full != nil {
		return Vectors{Wide: f.Full.Position, Double: true}
	}
	return Vectors{Narrow: f.Position, Double: float64s}
}

// Velocities returns those of a frame [m/s], as Positions has them.
func (f *Frame) Velocities(float64s bool) Vectors {
	if float64s && f.Full != nil {
		return Vectors{Wide: f.Full.Velocity, Double: true}
	}
	return Vectors{Narrow: f.Velocity, Double: float64s}
}

// orientations are those of segments of rods in a frame, w, x, y and z; zeros where it lacks them.
func (f *Frame) orientations(segments int, float64s bool) safefile.Rows {
	rows := make([][4]float64, segments)
	if len(f.Orientation) == segments {
		for k, q := range f.Orientation {
			rows[k] = [4]float64{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])}
		}
	}
	if full := f.Full; float64s && full != nil && len(full.Orientation) == segments {
		for k, q := range full.Orientation {
			rows[k] = [4]float64{q.W, q.V[0], q.V[1], q.V[2]}
		}
	}
	return numbersOf(4, segments, float64s, func(k int) []float64 { return rows[k][:] })
}

// spins are the angular velocities of segments of rods in a frame [rad/s]; zeros where it lacks them.
func (f *Frame) spins(segments int, float64s bool) safefile.Rows {
	rows := make([]model.Vec3, segments)
	if len(f.AngularVelocity) == segments {
		for k, w := range f.AngularVelocity {
			rows[k] = wide(w)
		}
	}
	if full := f.Full; float64s && full != nil && len(full.AngularVelocity) == segments {
		copy(rows, full.AngularVelocity)
	}
	return numbersOf(3, segments, float64s, func(k int) []float64 { return rows[k][:] })
}

// numbersOf are rows of a fixed number of numbers, as float32 or float64.
func numbersOf(width, count int, float64s bool, row func(k int) []float64) safefile.Rows {
	bytes := 4
	if float64s {
		bytes = 8
	}
	return safefile.Rows{Count: count, Bytes: bytes * width, Append: func(to []byte, first, last int) []byte {
		for k := first; k < last; k++ {
			for _, x := range row(k) {
				if float64s {
					to = binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
				} else {
					to = binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(x)))
				}
			}
		}
		return to
	}}
}

// Count returns how many there are.
func (v Vectors) Count() int { return max(len(v.Narrow), len(v.Wide)) }

// At returns the vector of one of them.
func (v Vectors) At(i int) model.Vec3 {
	x := v.plain(i)
	if v.Origin != (model.Vec3{}) {
		x = x.Add(v.Origin)
	}
	return x
}

// plain is one of them from the origin.
func (v Vectors) plain(i int) model.Vec3 {
	if v.Wide != nil {
		return v.Wide[i]
	}
	return wide(v.Narrow[i])
}

// Rows are the numbers as files hold them.
func (v Vectors) Rows() safefile.Rows {
	if !v.Double {
		rows, _ := npy.RowsOf(v.Narrow)
		return rows
	}
	return safefile.Rows{Count: v.Count(), Bytes: 24, Append: func(to []byte, first, last int) []byte {
		for i := first; i < last; i++ {
			for _, x := range v.At(i) {
				to = binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
			}
		}
		return to
	}}
}
