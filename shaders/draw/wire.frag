#version 430 core
// A spring on the visible surface: a fine line over it.
#include "layout.glsl"

UNIFORM_View;

in float strength;
layout(location = 0) out vec4 color;

void main() { color = vec4(view.wireColor.rgb, view.wireColor.a * strength); }
