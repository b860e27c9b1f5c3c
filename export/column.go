package export

import (
	"encoding/binary"
	"math"

	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/npy"
	"hooke/stream"
)

// column is a number of each mass, vertex or spring, in float32 or float64.
type column struct {
	narrow []float32
	wide   []float64 // instead of narrow
}

func newColumn(count int, float64s bool) column {
	if float64s {
		return column{wide: make([]float64, count)}
	}
	return column{narrow: make([]float32, count)}
}

func (c column) set(i int, x float64) {
	if c.wide != nil {
		c.wide[i] = x
		return
	}
	c.narrow[i] = float32(x)
}

func (c column) at(i int) float64 {
	if c.wide != nil {
		return c.wide[i]
	}
	return float64(c.narrow[i])
}

func (c column) array(name string) vtk.GridArray {
	if c.wide != nil {
		rows, _ := npy.RowsOf(c.wide)
		return vtk.GridArray{Kind: "Float64", Name: name, Components: 1, Rows: rows}
	}
	return vtk.Floats(name, c.narrow)
}

// vectors are a vector of each mass or vertex. The zero value has none.
type vectors struct {
	narrow [][3]float32
	wide   []model.Vec3 // instead of narrow; nil: these are not known any better
	double bool         // written as float64
	origin model.Vec3   // that they are counted from [m]
}

// places are the positions of a frame in the world [m]. Where they are counted from another point
// than zero, they are written as float64.
func (f *Frame) places(float64s bool) vectors {
	v := f.positions(float64s)
	if f.Origin == (model.Vec3{}) {
		return v
	}
	if v.wide != nil {
		v.wide = f.Full.From(f.Origin).Position
	}
	v.origin, v.double = f.Origin, true
	return v
}

// recorded are the positions as an array that has their origin beside it, or those of the world in
// float64.
func (f *Frame) recorded(how Numbers) vectors {
	if how.Float64 {
		return f.places(true)
	}
	return f.positions(false)
}

// positions are those of a frame [m], velocities [m/s]. In float64 they are the frame's
// own in all of the engine's precision, or else the exact values of its float32.
func (f *Frame) positions(float64s bool) vectors {
	if float64s && f.Full != nil {
		return vectors{wide: f.Full.Position, double: true}
	}
	return vectors{narrow: f.Position, double: float64s}
}

func (f *Frame) velocities(float64s bool) vectors {
	if float64s && f.Full != nil {
		return vectors{wide: f.Full.Velocity, double: true}
	}
	return vectors{narrow: f.Velocity, double: float64s}
}

func (v vectors) count() int { return max(len(v.narrow), len(v.wide)) }

func (v vectors) at(i int) model.Vec3 {
	x := v.plain(i)
	if v.origin != (model.Vec3{}) {
		x = x.Add(v.origin)
	}
	return x
}

// plain is one of them from the origin.
func (v vectors) plain(i int) model.Vec3 {
	if v.wide != nil {
		return v.wide[i]
	}
	return wide(v.narrow[i])
}

// rows are the numbers as files hold them.
func (v vectors) rows() stream.Rows {
	if !v.double {
		rows, _ := npy.RowsOf(v.narrow)
		return rows
	}
	return stream.Rows{Count: v.count(), Bytes: 24, Append: func(to []byte, first, last int) []byte {
		for i := first; i < last; i++ {
			for _, x := range v.at(i) {
				to = binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
			}
		}
		return to
	}}
}

func (v vectors) array(name string) vtk.GridArray {
	kind := "Float32"
	if v.double {
		kind = "Float64"
	}
	return vtk.GridArray{Kind: kind, Name: name, Components: 3, Rows: v.rows()}
}
