#version 430 core
// Text and panels over the picture, in pixels from the upper left corner.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) in vec2 place;  // [pixels]
layout(location = 1) in vec2 source; // in the glyph atlas, 0 to 1
layout(location = 2) in vec4 tint;

out vec2 glyph;
out vec4 ink;

void main() {
	glyph = source;
	ink = tint;
	vec2 ndc = place / view.viewport.xy * 2.0 - 1.0;
	gl_Position = vec4(ndc.x, -ndc.y, 0.0, 1.0);
}
