#version 430 core
// An end of a spring of the sample that stands for all springs while something moves.
// Two vertices for each spring.
#include "layout.glsl"

UNIFORM_View;
#include "surface.glsl"

layout(binding = 3) uniform samplerBuffer position;
layout(binding = 4) uniform usamplerBuffer ends;
layout(binding = 5) uniform samplerBuffer normal;

out float light;
out float mist;
flat out uint number;
out float gl_ClipDistance[1];

void main() {
	number = uint(gl_VertexID >> 1) * view.springStride;
	uvec2 both = texelFetch(ends, int(number)).xy;
	int mass = int((gl_VertexID & 1) == 0 ? both.x : both.y);
	vec3 place = texelFetch(position, mass).xyz;
	vec4 turned = texelFetch(normal, mass);
	light = brightness(place, turned);
	mist = haze(place);
	gl_ClipDistance[0] = visibility(place, turned);
	gl_Position = view.viewProjection * vec4(place, 1.0);
}
