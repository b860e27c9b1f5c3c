// The force of the air on a triangle, see wind.comp. A pass declares Params and Triangle, and
// includes state.glsl, before it includes this.
#include "air.glsl"

// onCorner is a third of the force of the air on a triangle [N].
vec3 onCorner(Triangle t, vec3 air) {
	vec3 area = twiceArea(t); // 2 A n
	vec3 u = against(t, air);
	float size = sqrt(dot(area, area));
	float speed = sqrt(dot(u, u));
	if (size == 0.0 || speed == 0.0) {
		return vec3(0.0);
	}
	vec3 n = area / size;
	float across = dot(n, u);
	return size / 6.0 * (abs(across) * (params.windDrag - params.windLift * abs(across) / speed) * u + params.windLift * speed * across * n);
}
