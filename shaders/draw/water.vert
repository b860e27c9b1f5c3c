#version 430 core
// The surface of the water, level + a sin(k x - w t), as a sheet of squares around the view's target.
#include "layout.glsl"

UNIFORM_View;

const int across = 96; // squares along a side, as in viewer/draw

out vec3 place; // [m]
out vec3 upward;

void main() {
	int square = gl_VertexID / 6;
	int turn = gl_VertexID % 6;
	int corner = turn < 3 ? turn : turn - 2; // 0 1 2, 1 2 3
	vec2 at = vec2(square % across + (corner & 1), square / across + (corner >> 1)) / float(across) * 2.0 - 1.0;
	vec2 xy = view.ground.xy + at * view.waterWave.z;
	float phase = dot(view.waterWave.xy, xy) + view.water.z;
	place = vec3(xy, view.water.x + view.water.y * sin(phase));
	upward = normalize(vec3(-view.water.y * cos(phase) * view.waterWave.xy, 1.0));
	gl_Position = view.viewProjection * vec4(place, 1.0);
}
