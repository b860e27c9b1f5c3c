#version 430 core
// A vertical gradient.
#include "layout.glsl"

UNIFORM_View;

in float height;
layout(location = 0) out vec4 color;

void main() { color = vec4(mix(view.skyBottom.rgb, view.skyTop.rgb, height), 1.0); }
