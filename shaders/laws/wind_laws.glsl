// Code generated from laws/wind.go by "go generate ./laws". DO NOT EDIT.

// windOf returns a third of the force of the air on a triangle [N], which each of its corners gets. area is the normal of
// the triangle, twice as long as its area A [m²]; u is the velocity of the air against it [m/s]. With n = area/|area|,
// drag = ½ ρ CD and lift = ½ ρ CL [kg/m³]:
//
//	F = A |n·u| (drag − lift |n·u|/|u|) u + A lift |u| (n·u) n,  and nothing where A or u is 0
real3 windOf(real3 area, real3 u, real drag, real lift) {
	real size = sqrt(dot(area, area));
	real speed = sqrt(dot(u, u));
	if (size == real(0.0) || speed == real(0.0)) {
		return real3(real(0.0));
	}
	real3 n = area / size;
	real across = dot(n, u);
	return size / real(6.0) * (abs(across) * (drag - lift * abs(across) / speed) * u + lift * speed * across * n);
}
