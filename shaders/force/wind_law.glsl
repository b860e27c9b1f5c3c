// The force of the air on a triangle, see wind.comp. A pass declares Params and Triangle, and
// includes state.glsl, before it includes this.
#include "air.glsl"

// onCorner is a third of the force of the air on a triangle [N].
real3 onCorner(Triangle t, real3 air) {
	real3 area = twiceArea(t); // 2 A n
	real3 u = against(t, air);
	real size = sqrt(dot(area, area));
	real speed = sqrt(dot(u, u));
	if (size == real(0.0) || speed == real(0.0)) {
		return real3(0.0);
	}
	real3 n = area / size;
	real across = dot(n, u);
	real lift = WIND_LIFT;
	return size / real(6.0) * (abs(across) * (WIND_DRAG - lift * abs(across) / speed) * u + lift * speed * across * n);
}
