#version 430 core
// A mark, seen through everything. Arrows at places have the three parts of its color in
// another order, a light green; so have lines at places.
#include "layout.glsl"

UNIFORM_View;

layout(location = 0) flat in float kind;

layout(location = 0) out vec4 color;

void main() { color = vec4(kind >= 3.0 ? view.markColor.brg : view.markColor.rgb, 0.92); }
