#version 430 core
// A spring as the light sees it: a strip along it, at least two texels wide.
#include "layout.glsl"

UNIFORM_View;

layout(binding = 3) uniform samplerBuffer position;

layout(location = 0) in uvec2 ends; // one of each spring

void main() {
	vec3 a = texelFetch(position, int(ends.x)).xyz;
	vec3 b = texelFetch(position, int(ends.y)).xyz;
	vec3 x = (gl_VertexID & 2) == 0 ? a : b;
	vec3 side = cross(b - a, view.light.xyz);
	side = dot(side, side) > 0.0 ? normalize(side) : vec3(0.0);
	float texel = view.shadowBias / 2.5;
	x += side * ((gl_VertexID & 1) == 0 ? -1.0 : 1.0) * max(0.5 * view.tubeDiameter, texel);
	gl_Position = vec4((view.lightProjection * vec4(x, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
