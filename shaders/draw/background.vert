#version 430 core
// One triangle that covers the picture, behind all that there is.

out float height; // 0 at the lower edge, 1 at the upper

void main() {
	vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
	height = corner.y * 0.5 + 0.5;
	gl_Position = vec4(corner, 0.999999, 1.0);
}
