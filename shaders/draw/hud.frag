#version 430 core
// Ink where the glyph atlas has coverage; panels use its solid texel.

layout(binding = 1) uniform sampler2D glyphs;

in vec2 glyph;
in vec4 ink;
layout(location = 0) out vec4 color;

void main() { color = vec4(ink.rgb, ink.a * texture(glyphs, glyph).r); }
