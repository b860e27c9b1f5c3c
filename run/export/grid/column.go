package grid

import (
	"hooke/files/npy"
	"hooke/mesh/format/vtk"
	"hooke/run/export"
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

// vectorsOf returns an array with a vector for each point.
func vectorsOf(name string, v export.Vectors) vtk.GridArray {
	kind := "Float32"
	if v.Double {
		kind = "Float64"
	}
	return vtk.GridArray{Kind: kind, Name: name, Components: 3, Rows: v.Rows()}
}
