#version 430 core
// A corner of a shape that masses bump into, or of an arrow.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) in vec3 corner;  // [m]
layout(location = 1) in vec3 outward; // unit vector
layout(location = 2) in vec4 tint;    // w: 1 shape, 0 mark, which nothing hides

out vec3 place;
out vec3 normal;
out vec4 base;
out float gl_ClipDistance[1];

void main() {
	place = corner;
	normal = outward;
	base = tint;
	// The ground hides what is below it, when it is seen from above.
	gl_ClipDistance[0] = view.groundColor.w > 0.0 && tint.w > 0.0 ? corner.z - view.ground.z : 1.0;
	// Masses sink in a little, and springs between them cut corners: both are to be
	// seen. So the shape is drawn a little farther away than it is.
	vec4 near = view.viewProjection * vec4(corner, 1.0);
	vec3 away = normalize(corner - view.eye.xyz);
	vec4 far = view.viewProjection * vec4(corner + away * (tint.w > 0.0 ? view.sinkDepth : 0.0), 1.0);
	gl_Position = vec4(near.xy, far.z / far.w * near.w, near.w);
}
