package grid

import (
	"math"

	"hooke/files/npy"
	"hooke/mesh/format/vtk"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/run/export"
)

// rodsOf holds the fields of cells that are segments of rods.
type rodsOf struct {
	segment []int32 // of each spring that is not removed its number among segments; -1: it is none

	bending, torque, shear column // of the same springs
}

// newRods finds the segments among the springs of a model; nil: none.
func newRods(s *springsOf, float64s bool) *rodsOf {
	m := s.model
	if m.Segments == nil || !m.HasRods() {
		return nil
	}
	number, next := make([]int32, m.SpringCount()), int32(0)
	for i := range number {
		if number[i] = -1; m.IsSegment(i) {
			number[i] = next
			next++
		}
	}
	r := &rodsOf{segment: make([]int32, s.count()), bending: newColumn(s.count(), float64s), torque: newColumn(s.count(), float64s), shear: newColumn(s.count(), float64s)}
	for at := range r.segment {
		r.segment[at] = number[s.of(at)]
	}
	return r
}

// set takes the reading of a spring. It does nothing to nil.
func (r *rodsOf) set(at int, of measure.Reading) {
	if r != nil {
		r.bending.set(at, of.Bending)
		r.torque.set(at, of.Torque)
		r.shear.set(at, of.Shear)
	}
}

// moments are bending [N·m], torque [N·m] and shear [N] of cells; 0 of one that is no segment.
func (r *rodsOf) moments() []vtk.GridArray {
	return []vtk.GridArray{r.bending.array("bending"), r.torque.array("torque"), r.shear.array("shear")}
}

// turned returns how cells stand, w, x, y and z, and their angular velocities [rad/s]; NaN of one that is
// no segment, and in a frame that does not know.
func (r *rodsOf) turned(f *export.Frame, float64s bool) (orientation, spin vtk.GridArray) {
	full := float64s && f.Full != nil
	at := func(cell int) (q [4]float64, w model.Vec3) {
		k := int(r.segment[cell])
		switch {
		case k >= 0 && full && k < min(len(f.Full.Orientation), len(f.Full.AngularVelocity)):
			one := f.Full.Orientation[k]
			return [4]float64{one.W, one.V[0], one.V[1], one.V[2]}, f.Full.AngularVelocity[k]
		case k >= 0 && !full && k < min(len(f.Orientation), len(f.AngularVelocity)):
			for axis, x := range f.Orientation[k] {
				q[axis] = float64(x)
			}
			for axis, x := range f.AngularVelocity[k] {
				w[axis] = float64(x)
			}
			return q, w
		}
		nan := math.NaN()
		return [4]float64{nan, nan, nan, nan}, model.Vec3{nan, nan, nan}
	}
	turns, spins := newColumn(4*len(r.segment), float64s), newColumn(3*len(r.segment), float64s)
	for cell := range r.segment {
		q, w := at(cell)
		for axis, x := range q {
			turns.set(4*cell+axis, x)
		}
		for axis, x := range w {
			spins.set(3*cell+axis, x)
		}
	}
	return turns.vectors("orientation", 4), spins.vectors("angular_velocity", 3)
}

// vectors returns an array with the given number of numbers for each cell.
func (c column) vectors(name string, components int) vtk.GridArray {
	kind := "Float32"
	rows, _ := npy.RowsOf(c.narrow)
	if c.wide != nil {
		kind = "Float64"
		rows, _ = npy.RowsOf(c.wide)
	}
	number, each := rows.Bytes, rows.Append
	rows.Count, rows.Bytes = rows.Count/components, components*number
	rows.Append = func(to []byte, first, last int) []byte { return each(to, components*first, components*last) }
	return vtk.GridArray{Kind: kind, Name: name, Components: components, Rows: rows}
}
