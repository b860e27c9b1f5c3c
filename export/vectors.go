package export

import (
	"encoding/binary"
	"math"

	"hooke/model"
	"hooke/npy"
	"hooke/stream"
)

// Vectors are a vector of each mass or vertex. The zero value has none.
type Vectors struct {
	Narrow [][3]float32
	Wide   []model.Vec3 // instead of Narrow; nil: these are not known any better
	Double bool         // written as float64
	Origin model.Vec3   // that they are counted from [m]
}

// Places are the positions of a frame in the world [m]. Where they are counted from another point
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

// recorded are the positions as an array that has their origin beside it, or those of the world in
// float64.
func (f *Frame) recorded(how Numbers) Vectors {
	if how.Float64 {
		return f.Places(true)
	}
	return f.Positions(false)
}

// Positions are those of a frame [m]. In float64 they are the frame's
// own in all of the engine's precision, or else the exact values of its float32.
func (f *Frame) Positions(float64s bool) Vectors {
	if float64s && f.Full != nil {
		return Vectors{Wide: f.Full.Position, Double: true}
	}
	return Vectors{Narrow: f.Position, Double: float64s}
}

// Velocities are those of a frame [m/s], as Positions has them.
func (f *Frame) Velocities(float64s bool) Vectors {
	if float64s && f.Full != nil {
		return Vectors{Wide: f.Full.Velocity, Double: true}
	}
	return Vectors{Narrow: f.Velocity, Double: float64s}
}

// Count is how many there are.
func (v Vectors) Count() int { return max(len(v.Narrow), len(v.Wide)) }

// At is the vector of one of them.
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
func (v Vectors) Rows() stream.Rows {
	if !v.Double {
		rows, _ := npy.RowsOf(v.Narrow)
		return rows
	}
	return stream.Rows{Count: v.Count(), Bytes: 24, Append: func(to []byte, first, last int) []byte {
		for i := first; i < last; i++ {
			for _, x := range v.At(i) {
				to = binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
			}
		}
		return to
	}}
}
