package build

// Hull is triangles over the faces of a lattice of nx × ny × nz masses, in the order that
// Lattice gives them, for wind to blow on: two for each cell of a face, which face outward.
func Hull(nx, ny, nz int) (triangles [][3]uint32) {
	size, step := [3]int{nx, ny, nz}, [3]int{1, nx, nx * ny}
	for axis := range 3 {
		u, v := (axis+1)%3, (axis+2)%3
		for _, side := range []int{0, size[axis] - 1} {
			for cell := range (size[u] - 1) * (size[v] - 1) {
				a := side*step[axis] + cell%(size[u]-1)*step[u] + cell/(size[u]-1)*step[v]
				b, c, d := uint32(a+step[u]), uint32(a+step[u]+step[v]), uint32(a+step[v])
				if side == 0 {
					b, d = d, b
				}
				triangles = append(triangles, [3]uint32{uint32(a), b, c}, [3]uint32{uint32(a), c, d})
			}
		}
	}
	return triangles
}
