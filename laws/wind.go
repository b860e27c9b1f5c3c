package laws

// WindOf returns a third of the force of the air on a triangle [N], which each of its corners gets. area is the normal of
// the triangle, twice as long as its area A [m²]; u is the velocity of the air against it [m/s]. With n = area/|area|,
// drag = ½ ρ CD and lift = ½ ρ CL [kg/m³]:
//
//	F = A |n·u| (drag − lift |n·u|/|u|) u + A lift |u| (n·u) n,  and nothing where A or u is 0
func WindOf[T Real](area, u Vec[T], drag, lift T) Vec[T] {
	size := Sqrt(Dot(area, area))
	speed := Sqrt(Dot(u, u))
	if size == 0 || speed == 0 {
		return Vec[T]{}
	}
	n := Over(area, size)
	across := Dot(n, u)
	return Times(T(size/6), Plus(Times(T(Abs(across)*(drag-T(lift*Abs(across))/speed)), u), Times(T(T(lift*speed)*across), n)))
}
