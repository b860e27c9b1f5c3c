#version 430 core
// A spring as a tube: a strip along it that faces the eye, lit as if it were
// round. Four vertices for each spring.
#include "layout.glsl"

UNIFORM_View;

layout(binding = 3) uniform samplerBuffer position;

layout(location = 0) in uvec2 ends; // one of each spring

out vec3 place;
out vec3 side;         // unit vector across the tube
out vec3 front;        // unit vector toward the eye
out float across;      // −1 to 1
flat out uint number;

void main() {
	vec3 a = texelFetch(position, int(ends.x)).xyz;
	vec3 b = texelFetch(position, int(ends.y)).xyz;
	place = (gl_VertexID & 2) == 0 ? a : b;
	across = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
	number = uint(gl_InstanceID);
	vec3 axis = b - a;
	vec3 toEye = view.eye.xyz - place;
	side = cross(axis, toEye);
	float wide = dot(side, side);
	side = wide > 0.0 ? side * inversesqrt(wide) : vec3(0.0);
	front = cross(side, axis);
	float deep = dot(front, front);
	front = deep > 0.0 ? front * inversesqrt(deep) : normalize(toEye);
	// At least as wide as a pixel.
	float pixel = length(toEye) / (view.pointsPerMeter * view.viewport.z);
	place += side * (across * max(0.5 * view.tubeDiameter, 0.6 * pixel));
	gl_Position = view.viewProjection * vec4(place, 1.0);
}
