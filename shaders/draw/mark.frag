#version 430 core
// A mark in one color, seen through everything.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) out vec4 color;

void main() { color = vec4(view.markColor.rgb, 0.92); }
