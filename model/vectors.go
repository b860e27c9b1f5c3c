package model

// Vectors holds one vector for each mass, in one of several layouts. The zero value holds
// none.
type Vectors struct {
	Wide    []Vec3       // in float64
	Narrow  [][3]float32 // in float32; used if Wide is nil
	Columns [3][]float32 // x, y and z of every lane; mass i is at Lane[i]; used if Narrow is nil, too
	Lane    []uint32
	Pattern *Pattern // the rest positions of a pattern; used if all others are nil
}

// At returns the vector of mass i.
func (v *Vectors) At(i int) Vec3 {
	switch {
	case v.Wide != nil:
		return v.Wide[i]
	case v.Narrow != nil:
		n := &v.Narrow[i]
		return Vec3{float64(n[0]), float64(n[1]), float64(n[2])}
	case v.Lane != nil:
		lane := v.Lane[i]
		return Vec3{float64(v.Columns[0][lane]), float64(v.Columns[1][lane]), float64(v.Columns[2][lane])}
	case v.Pattern != nil:
		return v.Pattern.Position(i)
	}
	return Vec3{}
}

// Nowhere reports whether no layout is set, so that all vectors are zero.
func (v *Vectors) Nowhere() bool {
	return v.Wide == nil && v.Narrow == nil && v.Lane == nil && v.Pattern == nil
}

// AtRest returns the pattern whose rest positions the vectors are; nil for vectors in memory.
func (v *Vectors) AtRest() *Pattern {
	if v.Wide != nil || v.Narrow != nil || v.Lane != nil {
		return nil
	}
	return v.Pattern
}

// Fill writes the vectors of the masses from number first on until to is full.
func (v *Vectors) Fill(to []Vec3, first int) {
	switch {
	case v.Wide != nil:
		copy(to, v.Wide[first:])
	case v.AtRest() != nil:
		v.Pattern.fill(to, first)
	case v.Narrow == nil && v.Lane == nil:
		clear(to)
	default:
		for i := range to {
			to[i] = v.At(first + i)
		}
	}
}
