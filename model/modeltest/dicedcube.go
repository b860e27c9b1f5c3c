package modeltest

import "hooke/model"

// DicedVertices returns the vertices [m] of a cube of side 0.3 m that is cut into tetrahedra:
// 8 corners, the centers of 6 faces, and its own. DicedTets names them.
func DicedVertices() []model.Vec3 {
	list := make([]model.Vec3, 0, 15)
	for z := range 2 {
		for y := range 2 {
			for x := range 2 {
				list = append(list, model.Vec3{float64(x), float64(y), float64(z)})
			}
		}
	}
	list = append(list, model.Vec3{.5, .5, 0}, model.Vec3{.5, .5, 1}, model.Vec3{.5, 0, .5}, model.Vec3{1, .5, .5},
		model.Vec3{.5, 1, .5}, model.Vec3{0, .5, .5}, model.Vec3{.5, .5, .5})
	for i, p := range list {
		list[i] = p.Mul(0.3).Add(model.Vec3{0.1, -0.2, 1. / 3})
	}
	return list
}

// DicedTets returns the 24 tetrahedra of that cube, by the numbers of its vertices: one on each
// quarter of a face, all with a corner in the center.
func DicedTets() [][4]uint32 {
	var list [][4]uint32
	for n, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}} {
		for i := range 4 {
			list = append(list, [4]uint32{f[i], f[(i+1)%4], 14, 8 + uint32(n)})
		}
	}
	return list
}
