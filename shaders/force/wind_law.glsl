// The force of the air on a triangle, see wind.comp. A pass declares Params and Triangle, and
// includes state.glsl, before it includes this.
#include "air.glsl"
#include "wind_laws.glsl"

// onCorner is a third of the force of the air on a triangle [N].
vec3 onCorner(Triangle t, vec3 air) {
	return windOf(twiceArea(t), against(t, air), params.windDrag, params.windLift);
}
